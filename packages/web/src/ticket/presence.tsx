import type { Present } from '@deskbell/client'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { nameOf, type Named } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { client } from '../state/client.ts'
import { isGone } from './ticket-data.ts'

/** The kind of message that a user is writing. */
export type WritingKind = 'reply' | 'note' | 'phone'

interface PresenceResponse {
  readonly presence: readonly Present[]
  readonly assets: { readonly User?: People }
}

/** Milliseconds between two reports of presence. A report is valid for 30 seconds. */
const HEARTBEAT = 10_000

/** The id of this tab. A user may have several tabs, each with a different ticket. */
const tabId = crypto.getRandomValues(new Uint32Array(2)).join('-')

interface PresenceState {
  readonly presence: readonly Present[]
  readonly people: People
}

type People = { readonly [id: string]: Named | undefined }

const noPresence: PresenceState = { presence: [], people: {} }

/** Another person who is viewing a ticket or writing in it. */
export interface PresentPerson extends Pick<Present, 'activity' | 'kind'> {
  readonly person: Named
}

/** Reports to the service that the user is reading a ticket or writing, and returns the other people at the ticket. */
export function usePresence(ticketId: number, writing: WritingKind | null): readonly PresentPerson[] {
  const me = useUser().id
  const [{ presence, people }, setPresence] = useState(noPresence)
  const knownPeople = useRef<People>({})

  useEffect(() => {
    return followPresence({ ticketId, writing, knownPeople }, setPresence)
  }, [ticketId, writing])

  useEffect(
    () => () => void client.request('DELETE', `tickets/${ticketId}/presence?tab=${tabId}`).catch(() => undefined),
    [ticketId],
  )

  return presence.flatMap(({ user_id, activity, kind }) => {
    const person = people[user_id]
    return person && user_id !== me ? [{ person, activity, kind }] : []
  })
}

interface PresenceOptions {
  ticketId: number
  writing: WritingKind | null
  /** The people in the latest response of the service. Events contain only ids. */
  knownPeople: { current: People }
}

/** Reports the presence of the user, and follows that of others. Returns a function that stops both. */
function followPresence(
  { ticketId, writing, knownPeople }: PresenceOptions,
  setPresence: (state: PresenceState) => void,
): () => void {
  let isOver = false
  const report = async () => {
    if (document.visibilityState === 'hidden') return
    const { presence, people } = await reportPresence(ticketId, writing)
    knownPeople.current = people
    if (!isOver) setPresence({ presence, people })
  }
  // Presence is not essential: another report follows a failed one, unless the user may no longer see the ticket.
  const reportQuietly = () => void report().catch((error: unknown) => isGone(error) && stop())
  const timer = setInterval(reportQuietly, HEARTBEAT)
  document.addEventListener('visibilitychange', reportQuietly)
  const stopListening = client.on('event', ({ name, ticket_id, presence: latest }) => {
    if (name !== 'ticket.presence' || ticket_id !== ticketId || !latest) return
    if (latest.every(({ user_id }) => user_id in knownPeople.current))
      setPresence({ presence: latest, people: knownPeople.current })
    else reportQuietly()
  })
  const stop = () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', reportQuietly)
    stopListening()
  }
  reportQuietly()
  return stop
}

async function reportPresence(ticketId: number, writing: WritingKind | null) {
  const json = { activity: writing ? 'writing' : 'viewing', kind: writing, tab: tabId }
  const { presence, assets } = await client.request<PresenceResponse>('PUT', `tickets/${ticketId}/presence`, { json })
  return { presence, people: assets.User ?? {} }
}

/** Maximum number of avatars. */
const MAX_AVATARS = 4

/** The other people at a ticket: their avatars, and the first name of one of them, preferably of one who is writing. */
export function Presence({ others }: { others: readonly PresentPerson[] }) {
  const t = useMessages()
  const writer = others.find(({ activity }) => activity === 'writing')
  const names = others.map(({ person }) => nameOf(person)).join(', ')
  return (
    <span className="presence" role="status">
      {others.length > 0 && (
        <>
          <span className="avatars" title={names}>
            {others.slice(0, MAX_AVATARS).map(({ person }) => (
              <Avatar key={person.id} person={person} isAgent />
            ))}
          </span>
          <span>
            {writer
              ? t(writer.kind === 'note' ? 'ticket.writesNote' : 'ticket.writes', { name: firstName(writer.person) })
              : t('ticket.alsoHere', { count: others.length, name: firstName((others[0] as PresentPerson).person) })}
          </span>
        </>
      )}
    </span>
  )
}

const firstName = (person: Named) => person.firstname || nameOf(person)
