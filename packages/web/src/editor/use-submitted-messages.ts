import { useEffect, useState } from 'react'
import { client } from '../state/client.ts'
import type { LocalDraft } from '../state/draft-types.ts'
import { writes } from '../state/writes.ts'
import { outbox, type OutboxMessage } from './outbox.ts'

/** A message that this tab has submitted to the service. */
export interface SubmittedMessage {
  readonly message: OutboxMessage
  readonly draft: LocalDraft
  /** The time of sending, in milliseconds since 1970, by the clock of this device. The clock of the service may differ. */
  readonly sendsAt: number
  /** True once the outbox of the service has listed it. */
  readonly isListed: boolean
}

/** Returns the messages of a ticket that this tab has submitted, with their drafts. */
export function useSubmittedMessages(ticketId: number): readonly SubmittedMessage[] {
  const [messages, setMessages] = useState<readonly SubmittedMessage[]>([])
  useEffect(
    () =>
      writes.onResult(({ write: { draft }, response }) => {
        if (draft?.ticketId !== ticketId || response === undefined) return
        const message = response as OutboxMessage
        const sendsAt = Date.now() + Date.parse(message.send_at) - Date.parse(message.created_at)
        setMessages((before) => [...before, { message, draft, sendsAt, isListed: false }])
        const markListed = () =>
          setMessages((before) =>
            before.map((entry) => (entry.message === message ? { ...entry, isListed: true } : entry)),
          )
        client.live(outbox).refresh().then(markListed, markListed)
      }),
    [ticketId],
  )
  return messages
}
