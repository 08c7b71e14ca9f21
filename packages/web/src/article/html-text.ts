import type { NewArticle } from '../state/draft-types.ts'
import { parseMail } from './mail-html.ts'

const blocks = 'blockquote, div, h1, h2, h3, h4, li, ol, p, pre, tr, ul'

/** Returns the text of a message, with a line for each paragraph. */
export function plainTextOf({ body, content_type }: Pick<NewArticle, 'body' | 'content_type'>): string {
  if (content_type === 'text/plain') return body
  const message = parseMail(body)
  for (const lineBreak of message.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const block of message.querySelectorAll(blocks)) block.append('\n')
  return (message.textContent ?? '').trim()
}
