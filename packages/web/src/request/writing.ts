import { newForm } from '../state/drafts.ts'
import type { DraftContent } from '../state/draft-types.ts'

/** Returns the initial content of a message by a customer: plain text without files. */
export const initialWriting = (body = ''): DraftContent => ({
  new_article: { type: 'web', internal: false, body, content_type: 'text/plain' },
  ticket_attributes: {},
  form_id: newForm(),
  files: [],
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
 * Returns the name of the draft of a new request.
 * @param about the number of the request that it refers to.
 */
export const draftNameOf = (about: string | undefined): string =>
  about === undefined ? 'request' : `request about ${about}`

/** Returns the search parameters of the form for a draft. */
export function parametersOfDraftName(beginning = ''): { about?: string } {
  const [, about] = /^request about (.+)$/.exec(beginning) ?? []
  return about === undefined ? {} : { about }
}
