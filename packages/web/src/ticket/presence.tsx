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

/** Milliseconds between two reports of presence. The service forgets one after 30 seconds. */
const HEARTBEAT = 10_000

/** Identifies this tab: a user may have several, each at another ticket. */
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')

interface PresenceState {
  readonly presence: readonly Present[]
  readonly people: People
}

type People = { readonly [id: string]: Named | undefined }

const noPresence: PresenceState = { presence: [], people: {} }

/** Another person who is viewing a ticket. */
export interface PresentPerson extends Pick<Present, 'activity' | 'kind'> {
  readonly person: Named
}

/** Reports to the service that the user is reading a ticket or writing, and returns the other people at the ticket. */
export function usePresence(ticketId: number, writing: WritingKind | null): readonly PresentPerson[] {
  const me = useUser().id
  const [{ presence, people }, setHere] = useState(noPresence)
  const known = useRef<People>({})

  useEffect(() => {
    return followPresence({ ticketId, writing, known }, setHere)
  }, [ticketId, writing])

  useEffect(
    () => () => void client.request('DELETE', `tickets/${ticketId}/presence?tab=${tab}`).catch(() => undefined),
    [ticketId],
  )

  return presence.flatMap(({ user_id, activity, kind }) => {
    const person = people[user_id]
    return person && user_id !== me ? [{ person, activity, kind }] : []
  })
}

interface Followed {
  ticketId: number
  writing: WritingKind | null
  /** The people that the service has named. */
  known: { current: People }
}

/** Reports the presence of the user, and follows that of others. Returns a function that stops both. */
function followPresence({ ticketId, writing, known }: Followed, setHere: (here: PresenceState) => void): () => void {
  let isOver = false
  const report = async () => {
    if (document.visibilityState === 'hidden') return
    const { presence, people } = await reportPresence(ticketId, writing)
    known.current = people
    if (!isOver) setHere({ presence, people })
  }
  // Presence is not essential: a lost report is followed by another one, unless the service does not want them.
  const reportQuietly = () => void report().catch((error: unknown) => isGone(error) && stop())
  const timer = setInterval(reportQuietly, HEARTBEAT)
  document.addEventListener('visibilitychange', reportQuietly)
  const stopListening = client.on('event', ({ name, ticket_id, presence: now }) => {
    if (name !== 'ticket.presence' || ticket_id !== ticketId || !now) return
    if (now.every(({ user_id }) => user_id in known.current)) setHere({ presence: now, people: known.current })
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
  const json = { activity: writing ? 'writing' : 'viewing', kind: writing, tab }
  const { presence, assets } = await client.request<PresenceResponse>('PUT', `tickets/${ticketId}/presence`, { json })
  return { presence, people: assets.User ?? {} }
}

/** Maximum number of avatars. */
const MAX_DRAWN = 4

/** The other people who are viewing a ticket: their avatars, and the name of one who is writing. */
export function Presence({ others }: { others: readonly PresentPerson[] }) {
  const t = useMessages()
  const writer = others.find(({ activity }) => activity === 'writing')
  const names = others.map(({ person }) => nameOf(person)).join(', ')
  return (
    <span className="presence" role="status">
      {others.length > 0 && (
        <>
          <span className="avatars" title={names}>
            {others.slice(0, MAX_DRAWN).map(({ person }) => (
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
