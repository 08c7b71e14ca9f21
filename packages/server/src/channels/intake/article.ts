/** Writes the article of a mail, with its attachments. */
import { resources } from '@deskbell/contract'
import type { StoredContent } from '../../db/files.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { types } from '../../resources/article/kinds.ts'
import { filePreferences, type NewFile } from '../../resources/article/new-file.ts'
import { articleBody, type PreparedArticle } from '../../resources/article/prepare.ts'
import { create } from '../../writing/write.ts'
import type { Mail, Mailbox } from '../message/mail.ts'
import type { Tally } from './tally.ts'

/** A parsed mail whose original bytes and attachments are stored, so that it can be written to the database. */
export interface StoredMail {
  readonly mail: Mail
  /** The original bytes of the message. */
  readonly original: StoredContent
  /** The content of each attachment, in their order. */
  readonly files: readonly StoredContent[]
}

/** Writes the article of a mail with its attachments, by the author and at the time of the context. @returns its id. */
export async function writeArticle(
  ctx: WriteContext,
  tally: Tally,
  storedMail: StoredMail,
  { ticket_id, sender_id }: { readonly ticket_id: number; readonly sender_id: number },
): Promise<number> {
  const { id } = await create(ctx, resources.article, articleBody(articleOf(storedMail, sender_id), ticket_id))
  tally.attachments += storedMail.mail.attachments.length
  tally.articles += 1
  return id
}

/** Returns the article of a mail, ready to be written. @param more values in addition to those of the mail. */
export function articleOf(storedMail: StoredMail, sender_id: number, more: FieldValues = {}): PreparedArticle {
  const { mail } = storedMail
  const values = {
    type_id: types.email,
    sender_id,
    from: authorsOf(mail),
    to: formatMailboxes(mail.to) || null,
    cc: formatMailboxes(mail.cc) || null,
    subject: mail.subject,
    reply_to: formatMailboxes(mail.reply_to, MAX_REPLY_TO) || null,
    message_id: mail.message_id,
    in_reply_to: mail.in_reply_to[0] ?? null,
    references: mail.references.join(' ') || null,
    content_type: mail.content_type,
    body: bodyOf(mail),
    ...more,
  }
  return { values, files: filesOf(storedMail), mentioned: [], isReceived: true }
}

/** Formats the authors of a mail, or a placeholder if there are none: an article needs an author. */
export const authorsOf = ({ from }: Pick<Mail, 'from'>): string => formatMailboxes(from) || 'Unknown Sender'

/** Returns the body of the article of a mail, in its `content_type`. */
export const bodyOf = ({ html, text }: Mail): string => {
  const body = html ?? text
  return body.trim() === '' ? '(no text)' : body
}

/** The attachments of a mail as files of its article. */
const filesOf = ({ mail, files }: StoredMail): NewFile[] =>
  mail.attachments.map(({ filename, mime_type, content_id, inline, size }, index) => ({
    filename,
    content_id,
    preferences: filePreferences(mime_type, content_id, inline, size),
    content: files[index] as StoredContent,
  }))

/** Maximum lengths of the columns for addresses, in characters. */
const [MAX_ADDRESSES, MAX_REPLY_TO] = [3000, 300]

/** Formats mailboxes as an address header. Mailboxes that do not fit into `maxLength` characters are left out. */
export function formatMailboxes(mailboxes: readonly Mailbox[], maxLength = MAX_ADDRESSES): string {
  let text = ''
  for (const mailbox of mailboxes) {
    const next = formatMailbox(mailbox)
    if (text.length + next.length + 2 > maxLength) break
    text += text === '' ? next : `, ${next}`
  }
  return text
}

function formatMailbox({ name, address }: Mailbox): string {
  if (name === '') return address
  const quoted = /[^\p{L}\p{N}\s!#$%&'*+/=?^_`{|}~.-]/u.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
  return address === '' ? quoted : `${quoted} <${address}>`
}
