import type { Article } from '../article/article-types.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import type { Start } from './compose.ts'

/** Returns the beginning of a forwarded message: no recipients, and the original text as a quote. */
export function forwardOf({ articles }: Pick<Ticket, 'articles'>, about = articles.at(-1)): Start {
  return { kind: 'reply', about, isForward: true, quote: about ? quoteOf(about) : '' }
}

/** Quotes a message as HTML. The service sanitizes the text before it sends it. */
export function quoteOf({
  authorName,
  body,
  contentType,
}: Pick<Article, 'authorName' | 'body' | 'contentType'>): string {
  const text = contentType === 'text/html' ? body : `<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`
  return `<p></p><p>${escapeHtml(authorName)}:</p><blockquote>${text}</blockquote>`
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
