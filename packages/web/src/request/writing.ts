import { randomId } from '../state/drafts.ts'
import type { DraftContent } from '../state/draft-types.ts'

/** Returns the initial content of a message by a customer: plain text without files. */
export const initialWriting = (body = ''): DraftContent => ({
  new_article: { type: 'web', internal: false, body, content_type: 'text/plain' },
  ticket_attributes: {},
  form_id: randomId(),
  files: [],
  // Only agents are warned about articles that are newer than the draft.
  basis: 0,
})

/** Returns a function that replaces the text of a message. */
export const withBody =
  (body: string) =>
  (writing: DraftContent): DraftContent => ({ ...writing, new_article: { ...writing.new_article, body } })

/** Returns the message as an article for the API. */
export const messageOf = ({ new_article: { body, content_type, type }, form_id }: DraftContent): object => ({
  body,
  content_type,
  type,
  form_id,
})

/**
 * Returns the name of the draft of a new request. Each name has a draft of its own.
 * @param about the number of an earlier request that the new one refers to.
 */
export const draftNameOf = (about: string | undefined): string =>
  about === undefined ? 'request' : `request about ${about}`

/** Returns the search parameters with which the form for new requests opens the draft of this name. */
export function parametersOfDraftName(name = ''): { about?: string } {
  const [, about] = /^request about (.+)$/.exec(name) ?? []
  return about === undefined ? {} : { about }
}
