import type { Article } from '../article/article-types.ts'
import type { DraftFile, NewArticle } from '../state/draft-types.ts'

/** A line above a forwarded message: its name, such as "From", and its value. */
export type HeaderLine = readonly [name: string, value: string]

/** The data of a ticket, and the texts, that a forwarded message is made of. */
export interface ForwardContext {
  readonly title: string
  /** Oldest first. */
  readonly articles: readonly Article[]
  /** The line above the header. */
  readonly heading: string
  readonly headerOf: (article: Article) => readonly HeaderLine[]
}

/** Returns the message to forward: the chosen one, or the last one that customers may read. */
export const forwardedMessage = (articles: readonly Article[], chosen: Article | undefined): Article | undefined =>
  chosen ?? articles.findLast(({ isInternal }) => !isInternal)

type Forward = Pick<NewArticle, 'to' | 'cc' | 'subject' | 'body' | 'internal' | 'forwards'>

/**
 * Returns the initial content of a message that forwards another one: no recipients, and the original text as a quote.
 * Customers do not see it in the ticket if they do not see the original.
 */
export function forwardOf(context: ForwardContext, about: Article | undefined): Forward {
  return {
    to: '',
    cc: '',
    subject: forwardSubject(about?.subject || context.title),
    body: about ? quoteOf(context, about) : '',
    internal: about?.isInternal ?? false,
    forwards: about?.id ?? null,
  }
}

/** Returns the files of a forwarded message, which the service copies. */
export const copiesOf = ({ id: article, files }: Article): DraftFile[] =>
  files.map(({ id: attachment, name, size }) => ({
    key: `copy ${attachment}`,
    name,
    size,
    copies: { article, attachment },
  }))

/** `Fw:`, `Fwd:`, and the German `WG:`. */
const forwardPrefix = /^(?:fwd?|wg)\s?:/i

const forwardSubject = (subject: string) => (forwardPrefix.test(subject) ? subject : `Fwd: ${subject}`)

/** Returns the subject of a reply. The service adds the prefix of replies, unless the subject is that of a forward. */
export const replySubject = (subject: string): string => (forwardPrefix.test(subject) ? `Re: ${subject}` : subject)

/** Quotes a message with its header, as HTML. The service sanitizes the text before it sends it. */
function quoteOf({ heading, headerOf }: ForwardContext, article: Article): string {
  const lines = headerOf(article).map(([name, value]) => `<strong>${escapeHtml(name)}:</strong> ${escapeHtml(value)}`)
  const header = [escapeHtml(heading), ...lines].join('<br>')
  return `<p></p><p>${header}</p><blockquote>${htmlOf(article)}</blockquote>`
}

const htmlOf = ({ body, contentType }: Article) =>
  contentType === 'text/html' ? body : `<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
