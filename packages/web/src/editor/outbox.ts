import { HttpError } from '@deskbell/client'
import { client } from '../state/client.ts'
import { database } from '../state/database.ts'
import { draftKey, isEmpty, type LocalDraft, type NewArticle, type DraftContent } from '../state/draft-types.ts'
import { filesOf } from '../state/drafts.ts'
import { kindOf } from './compose.ts'

/** A message that the service has not sent yet. */
export interface OutboxMessage {
  readonly id: number
  readonly action: 'create_article' | 'update_ticket' | 'create_ticket'
  readonly ticket_id: number | null
  readonly ticket_attributes: DraftContent['ticket_attributes']
  readonly new_article: NewArticle & { readonly form_id: string }
  readonly send_at: string
  readonly state: 'waiting' | 'failed'
  readonly error: string | null
  readonly created_at: string
}

/** The user's messages that wait to be sent, or could not be sent. */
export const outbox = {
  key: 'own outbox',
  load: () => client.request<readonly OutboxMessage[]>('GET', 'outbox_messages?per_page=100'),
  events: ['outbox_message.*'],
}

/** Sends a message without further delay. Ignores errors, because it may have been sent already. */
export const sendNow = (id: number): Promise<unknown> =>
  client.request('PUT', `outbox_messages/${id}/send`).catch(() => undefined)

/** Takes a message back. Resolves to undefined if it has already been sent. */
export async function takeBack(id: number): Promise<OutboxMessage | undefined> {
  try {
    return await client.request<OutboxMessage>('DELETE', `outbox_messages/${id}`)
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** Converts a message that was taken back into a draft. */
export async function draftOf(message: OutboxMessage, userId: number): Promise<LocalDraft> {
  const { form_id, ...new_article } = message.new_article
  const identity = { userId, ticketId: message.ticket_id, kind: kindOf(new_article) }
  const files = await filesOf(form_id)
  const { ticket_attributes } = message
  return {
    ...identity,
    key: draftKey(identity),
    writing: { new_article, ticket_attributes, form_id, files, basis: 0 },
    changedAt: Date.now(),
    isSaved: false,
  }
}

/** Restores a draft on this device. If another one was begun meanwhile, the user can choose between both. */
export async function restoreDraft(draft: LocalDraft): Promise<void> {
  const tables = await database()
  const current = await tables.get('drafts', draft.key)
  const { saved: _, ...restored } = draft
  const isReplaceable = current === undefined || isEmpty(current.writing)
  await tables.put('drafts', isReplaceable ? { ...restored, isSaved: false } : { ...current, other: draft.writing })
}
