import type { Article } from '../article/article-types.ts'
import type { DraftKind, LocalDraft, NewArticle, DraftContent } from '../state/draft-types.ts'
import { type ForwardContext, copiesOf, forwardedMessage, forwardOf, replySubject } from './forward.ts'
import { headerOf, type ReplyContext, replyRecipients } from './reply-recipients.ts'

/** The kinds of messages that the editor of a ticket writes. */
export type MessageKind = Exclude<DraftKind, 'new_ticket'>

/** The parts of a ticket, the addresses and the texts that the initial content of a message depends on. */
export type StartContext = ReplyContext & ForwardContext

/** The message to begin: its kind, and the message that it answers or forwards. */
export interface MessageStart {
  readonly kind: MessageKind
  readonly about?: Article | undefined
  /** Initial text, as HTML. */
  readonly quote?: string
  /** Initial files. */
  readonly files?: readonly File[]
}

/**
 * Returns the initial content of a message.
 * @param formId the id under which its files are uploaded.
 */
export function initialContent(context: StartContext, start: MessageStart, formId: string): DraftContent {
  const forwarded = start.kind === 'forward' ? forwardedMessage(context.articles, start.about) : undefined
  return {
    new_article: articleFor(context, start, forwarded),
    ticket_attributes: {},
    form_id: formId,
    files: forwarded ? copiesOf(forwarded) : [],
    basis: context.articles.at(-1)?.id ?? 0,
  }
}

function articleFor(
  context: StartContext,
  { kind, about, quote = '' }: MessageStart,
  forwarded: Article | undefined,
): NewArticle {
  const common = { body: quote, content_type: 'text/html', internal: kind === 'note' } as const
  if (kind === 'note' || kind === 'phone') return { ...common, type: kind }
  const mail = { ...common, type: 'email' }
  if (kind === 'forward') return { ...mail, ...forwardOf(context, forwarded) }
  const { to, cc } = replyRecipients(context, about)
  return { ...mail, to: headerOf(to), cc: headerOf(cc), subject: replySubject(about?.subject || context.title) }
}

/**
 * Returns the body of the request for a message. A reply without recipients is not sent as an e-mail: it gets the type
 * `web`, and the customer sees it only on the page.
 */
export function messageOf({ kind, writing: { new_article, form_id } }: Pick<LocalDraft, 'kind' | 'writing'>): object {
  const { to, ...article } = new_article
  if (article.type !== 'email') return { ...article, form_id }
  return to || kind === 'forward' ? { ...article, to, form_id } : { ...article, type: 'web', form_id }
}

/** Returns true if a message cannot be sent without a recipient, and has none. */
export const lacksRecipient = (kind: DraftKind, { new_article }: DraftContent): boolean =>
  kind === 'forward' && !new_article.to

/** Returns true if messages of a kind are sent as e-mails. */
export const isMail = (kind: MessageKind): boolean => kind === 'reply' || kind === 'forward'

/** Returns the kind of a message that was submitted, by the values of its article. */
export function kindOf({ type, internal, forwards }: Pick<NewArticle, 'type' | 'internal' | 'forwards'>): MessageKind {
  if (forwards !== undefined) return 'forward'
  if (type === 'phone') return 'phone'
  return internal ? 'note' : 'reply'
}

/**
 * Returns the latest message of a customer or another agent since the draft was begun.
 * @param basis the id of the newest message when the draft was begun; 0 if it is not known.
 */
export const answeredSince = (articles: readonly Article[], basis: number, userId: number): Article | undefined =>
  basis === 0
    ? undefined
    : articles.findLast(({ id, side, authorId }) => id > basis && side !== 'system' && authorId !== userId)
