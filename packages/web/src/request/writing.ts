import { newForm } from '../state/drafts.ts'
import type { Writing } from '../state/draft-types.ts'

/** Returns what a customer has written before anything is: a plain text without files. */
export const beginText = (body = ''): Writing => ({
  new_article: { type: 'web', internal: false, body, content_type: 'text/plain' },
  ticket_attributes: {},
  form_id: newForm(),
  files: [],
  basis: 0,
})

/** Changes the text of what is written. */
export const withBody =
  (body: string) =>
  (now: Writing): Writing => ({ ...now, new_article: { ...now.new_article, body } })

/** Returns the message as the service takes it. */
export const messageOf = ({ new_article: { body, content_type, type }, form_id }: Writing): object => ({
  body,
  content_type,
  type,
  form_id,
})

/** Names the draft of a new request. @param about the number of the request that it is about. */
export const draftNameOf = (about: string | undefined): string =>
  about === undefined ? 'request' : `request about ${about}`

/** Returns what the address of the form says for a draft. */
export function parametersOfDraftName(beginning = ''): { about?: string } {
  const [, about] = /^request about (.+)$/.exec(beginning) ?? []
  return about === undefined ? {} : { about }
}
