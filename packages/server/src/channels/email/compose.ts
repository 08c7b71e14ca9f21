/** Composes the mail of an article. */
import type { Readable } from 'node:stream'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { StoredContent } from '../../db/files.ts'
import type { Context } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { senders } from '../../resources/article/kinds.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'
import { ContentBuilder } from '../../text/content.ts'
import { mailText } from '../../text/mail-text.ts'
import { parseAddresses } from '../message/addresses.ts'
import { attachmentsOf, embedPictures } from './files.ts'
import { mailKey } from './mail-key.ts'
import { replyAddress } from './reply-address.ts'
import { signatureFor, withSignature } from './signature.ts'
import { subjectFor } from './subject.ts'

/** A mail that is ready to be sent: its stored bytes and its envelope. */
export interface ComposedMail extends StoredContent {
  readonly sender: string
  readonly recipients: readonly string[]
}

/**
 * Composes the mail of an article and stores its bytes, so that every attempt sends the same ones.
 * @returns undefined if the article no longer exists.
 * @throws LostContent if a file is missing or damaged; Error if there is no valid sender or recipient.
 */
export async function composeMail(
  ctx: Context,
  channel: EmailChannel,
  article_id: number,
): Promise<ComposedMail | undefined> {
  const article = await readArticle(ctx, article_id)
  if (!article) return undefined
  const [from] = parseAddresses(article.from ?? '')
  const to = parseAddresses(article.to ?? '')
  const cc = parseAddresses(article.cc ?? '')
  const recipients = [...new Set([...to, ...cc].map(({ address }) => address))].filter((address) => address !== '')
  if (!from?.address || recipients.length === 0) throw new Error('The article has no valid sender or recipient.')
  const { html, text } = await bodiesOf(ctx, article)
  const embedded = html === undefined ? { html, pictures: [] } : await embedPictures(ctx, article, html)
  const isAutomatic = article.sender_id === senders.system
  const composer = new MailComposer({
    from,
    to,
    cc,
    ...(await replyTo(ctx, channel, from.address, article.ticket_id)),
    subject: await subjectOf(ctx, article),
    messageId: article.message_id ?? undefined,
    inReplyTo: article.in_reply_to ?? undefined,
    references: article.references ?? undefined,
    date: new Date(article.created_at),
    text: withCrlf(text),
    html: embedded.html && withCrlf(embedded.html),
    attachments: [...embedded.pictures, ...(await attachmentsOf(ctx, article.id, embedded.pictures))],
    headers: isAutomatic ? automaticHeaders : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const stored = await store(ctx, signWithDkim(composer.compile().createReadStream(), channel))
  return { ...stored, sender: from.address, recipients }
}

/** Headers that mark a mail as automatic, so that other programs do not answer it. */
export const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
  Precedence: 'bulk',
  'X-Loop': 'yes',
}

/** The columns of an article and its ticket from which the mail is composed. */
type OutgoingArticle = NonNullable<Awaited<ReturnType<typeof readArticle>>>

const readArticle = ({ db }: Context, id: number) =>
  db.sql
    .selectFrom('ticket_articles as article')
    .innerJoin('tickets', 'tickets.id', 'article.ticket_id')
    .select(['article.id', 'article.ticket_id', 'article.sender_id', 'article.from', 'article.to', 'article.cc'])
    .select(['article.subject', 'article.body', 'article.content_type', 'article.message_id', 'article.in_reply_to'])
    .select(['article.references', 'article.created_at', 'article.created_by_id'])
    .select(['tickets.number', 'tickets.title', 'tickets.group_id'])
    .where('article.id', '=', id)
    .executeTakeFirst()

async function bodiesOf(
  ctx: Context,
  { ticket_id, group_id, sender_id, created_by_id, body, content_type }: OutgoingArticle,
): Promise<{ text: string; html?: string }> {
  const signature = sender_id === senders.system ? '' : await signatureFor(ctx, group_id, ticket_id, created_by_id)
  if (content_type !== 'text/html') {
    return { text: signature === '' ? body : `${body}\n\n-- \n${mailText(signature)}\n` }
  }
  const html = withSignature(body, signature)
  return {
    text: mailText(html),
    html: `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`,
  }
}

/** Ends lines with CRLF, as a mail requires. The DKIM signature covers these bytes. */
const withCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n')

/** Returns the subject with the ticket number. Replies of people also get a prefix such as `RE:`; automatic mails do not. */
async function subjectOf(ctx: Context, article: OutgoingArticle): Promise<string> {
  const { subject, title, number, in_reply_to, sender_id } = article
  const isReply = in_reply_to !== null && sender_id !== senders.system
  const style = {
    hook: await settingOf(ctx, 'ticket_hook'),
    position: await settingOf(ctx, 'ticket_hook_position'),
    reply: await settingOf(ctx, 'ticket_subject_re'),
    size: await settingOf(ctx, 'ticket_subject_size'),
  }
  return subjectFor(style, number, subject || title, isReply)
}

/** Sets `Reply-To` to an address that names the ticket (`reply-address.ts`), if the channel is configured to do so. */
async function replyTo({ desk }: Context, { outbound }: EmailChannel, address: string, ticket: number) {
  if (outbound.reply_to !== 'signed') return {}
  return { replyTo: replyAddress(await mailKey(desk), address, ticket) }
}

/** Adds the DKIM signature of the channel, if it has a key. */
export function signWithDkim(mail: Readable, { outbound }: EmailChannel): Readable {
  const { dkim_domain: domainName, dkim_selector: keySelector, dkim_private_key: privateKey } = outbound
  if (!domainName || !keySelector || !privateKey) return mail
  return new DKIM({ domainName, keySelector, privateKey }).sign(mail)
}

async function store({ desk }: Context, mail: Readable): Promise<StoredContent> {
  const content = new ContentBuilder()
  for await (const chunk of mail) content.add(chunk as Buffer)
  return desk.files.put(content.finish())
}
