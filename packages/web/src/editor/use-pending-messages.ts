import { useEffect } from 'react'
import { announce } from '../components/announcer.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import type { LocalDraft } from '../state/draft-types.ts'
import { useSession, useUser } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import type { QueuedWrite } from '../state/write-types.ts'
import { useWrites, writes } from '../state/writes.ts'
import { messageOf } from './compose.ts'
import { draftOf, outbox, type OutboxMessage, restoreDraft, sendNow, takeBack } from './outbox.ts'
import type { PendingMessage } from './pending-messages.tsx'
import { type SubmittedMessage, useSubmittedMessages } from './use-submitted-messages.ts'
import { type ReturnDraft, useReturnedMessages } from './use-returned-messages.ts'

/** Seconds in which a message can be taken back, unless a setting changes it. */
const DEFAULT_HOLD_SECONDS = 10

interface PendingMessages {
  readonly messages: readonly PendingMessage[]
  readonly send: (draft: LocalDraft) => Promise<void>
  readonly undo: (message: PendingMessage) => Promise<void>
}

/**
 * The unsent messages of a ticket: those in the outbox of the service, and those still in the queue of this device.
 * @param onReturn receives a returned draft: taken back, or refused with a reason.
 */
export function usePendingMessages(
  ticketId: number,
  onReturn: (draft: LocalDraft, refusal?: string) => void,
): PendingMessages {
  const { config } = useSession()
  const userId = useUser().id
  const listed = (useLive(client.live(outbox)).value ?? []).filter((message) => message.ticket_id === ticketId)
  const queued = useWrites().filter((write) => write.ticketId === ticketId && write.draft)
  const submitted = useSubmittedMessages(ticketId)
  const returnDraft: ReturnDraft = async (draft, refusal) => {
    await restoreDraft(draft)
    onReturn(draft, refusal)
  }
  const undo = useUndo(queued, submitted, returnDraft)
  useReturnedMessages(
    queued,
    listed.filter(({ state }) => state === 'failed'),
    returnDraft,
  )
  useSendOnLeave(ticketId)
  return {
    messages: pendingOf(listed, submitted, queued),
    undo,
    async send(draft) {
      const hold = config['ui_ticket_hold_seconds']
      const json = requestOf(draft, typeof hold === 'number' ? hold : DEFAULT_HOLD_SECONDS)
      await writes.add({ userId, ticketId, method: 'POST', path: 'outbox_messages', json, draft })
      await writes.flush()
    },
  }
}

/** Returns a function that takes a message back: from the queue of this device, or from the service. */
function useUndo(queued: readonly QueuedWrite[], submitted: readonly SubmittedMessage[], returnDraft: ReturnDraft) {
  const t = useMessages()
  const userId = useUser().id
  const takeFromQueue = async (id: number) => {
    const write = queued.find((other) => other.id === id)
    if (write?.draft && (await writes.remove(id))) await returnDraft(write.draft)
  }
  const takeFromOutbox = async (id: number) => {
    const message = await takeBack(id)
    await client.live(outbox).refresh()
    if (!message) return announce(t('editor.goneAlready'))
    const draft = submitted.find((other) => other.message.id === id)?.draft ?? (await draftOf(message, userId))
    // The service has moved the uploaded files to the `form_id` of the message.
    await returnDraft({ ...draft, writing: { ...draft.writing, form_id: message.new_article.form_id } })
  }
  return async ({ storage, id }: PendingMessage) => {
    try {
      await (storage === 'queue' ? takeFromQueue(id) : takeFromOutbox(id))
    } catch (error) {
      toasts.show({ isError: true, icon: 'alert', text: sentenceOf(t, error) })
    }
  }
}

/** Sends waiting messages when the ticket or the page is left, because they can no longer be taken back. */
function useSendOnLeave(ticketId: number) {
  useEffect(() => {
    const send = () => {
      for (const { id, ticket_id, state } of client.live(outbox).snapshot().value ?? [])
        if (ticket_id === ticketId && state === 'waiting') void sendNow(id)
    }
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('pagehide', send)
      send()
    }
  }, [ticketId])
}

/** Returns the messages that wait: those of the outbox, those it does not list yet, and those of the queue. */
function pendingOf(
  listed: readonly OutboxMessage[],
  submitted: readonly SubmittedMessage[],
  queued: readonly QueuedWrite[],
): PendingMessage[] {
  const submittedById = new Map(submitted.map((entry) => [entry.message.id, entry]))
  const unlisted = submitted.filter(({ isListed, message }) => !isListed && !listed.some(({ id }) => id === message.id))
  const waiting = [...listed.filter(({ state }) => state === 'waiting'), ...unlisted.map(({ message }) => message)]
  return [
    ...waiting.map(({ id, new_article, send_at }) => ({
      storage: 'outbox' as const,
      id,
      article: new_article,
      fileCount: submittedById.get(id)?.draft.writing.files.length ?? 0,
      sendsAt: submittedById.get(id)?.sendsAt ?? Date.parse(send_at),
    })),
    ...queued.flatMap(({ id, draft, refusal }) => {
      if (!draft || refusal !== undefined) return []
      const { new_article, files } = draft.writing
      return [{ storage: 'queue' as const, id, article: new_article, fileCount: files.length, sendsAt: undefined }]
    }),
  ]
}

/** Returns the body of the request that puts a message into the outbox. */
function requestOf(draft: LocalDraft, hold_seconds: number): object {
  const { ticket_attributes } = draft.writing
  const isArticle = Object.keys(ticket_attributes).length === 0
  return {
    action: isArticle ? 'create_article' : 'update_ticket',
    ticket_id: draft.ticketId,
    ...(isArticle ? {} : { ticket_attributes }),
    new_article: messageOf(draft),
    hold_seconds,
  }
}
