/** Writes the article of an imported mail, with its attachments. */
import type { StoredContent } from '../db/files.ts'
import { insert, record, update } from '../writing/unit-of-work.ts'
import type { Unit } from '../kernel/context.ts'
import { filePreferences, linkPictures, type NewFile } from '../resources/article/new-file.ts'
import { insertFiles } from '../resources/article/write-files.ts'
import { md5 } from './known-threads.ts'
import type { Mail, Mailbox } from './mail.ts'
import type { Tally } from './tally.ts'

/** A parsed mail whose original bytes and attachments are stored, so that it can be written to the database. */
export interface Letter {
  readonly mail: Mail
  /** The original bytes of the message. */
  readonly original: StoredContent
  /** The content of each attachment, in their order. */
  readonly files: readonly StoredContent[]
}

/** Columns of an article that do not come from its mail. */
export interface ArticleContext {
  readonly ticket_id: number
  readonly type_id: number
  readonly sender_id: number
  /** The time of the article, ISO 8601. */
  readonly at: string
}

/** Writes the article of a mail with its attachments. @returns its id. */
export async function writeArticle(unit: Unit, made: Tally, letter: Letter, context: ArticleContext): Promise<number> {
  const { mail } = letter
  const { ticket_id, type_id, sender_id, at } = context
  const id = await insert(unit, 'article', {
    ticket_id,
    type_id,
    sender_id,
    from: formatMailboxes(mail.from),
    to: formatMailboxes(mail.to) || null,
    cc: formatMailboxes(mail.cc) || null,
    subject: mail.subject,
    reply_to: formatMailboxes(mail.reply_to, 300) || null,
    message_id: mail.message_id,
    message_id_md5: md5(mail.message_id),
    in_reply_to: mail.in_reply_to[0] ?? null,
    references: mail.references.join(' ') || null,
    content_type: mail.content_type,
    body: bodyOf(mail),
    created_at: at,
    updated_at: at,
  })
  const shown = await insertFiles(unit, id, filesOf(letter), at)
  made.attachments += mail.attachments.length
  const body = linkPictures(bodyOf(mail), shown, ticket_id, id)
  if (body !== bodyOf(mail)) await update(unit, 'article', id, { body, updated_at: at })
  await record(unit, { type: 'created', name: 'article', id, ticket: ticket_id, at })
  made.articles += 1
  return id
}

const bodyOf = ({ html, text }: Mail): string => (html ?? text) || '(no text)'

/** The attachments of a mail as files of its article. */
const filesOf = ({ mail, files }: Letter): NewFile[] =>
  mail.attachments.map(({ filename, mime_type, content_id, inline }, index) => ({
    filename,
    content_id,
    preferences: filePreferences(mime_type, content_id, inline),
    content: files[index] as StoredContent,
  }))

/** Formats mailboxes as an address header. @param length the maximum length; mailboxes that do not fit are left out. */
export function formatMailboxes(mailboxes: readonly Mailbox[], length = 3000): string {
  let text = ''
  for (const { name, address } of mailboxes) {
    const quoted = /[^\p{L}\p{N}\s!#$%&'*+/=?^_`{|}~.-]/u.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
    const next = name === '' ? address : address === '' ? quoted : `${quoted} <${address}>`
    if (text.length + next.length + 2 > length) break
    text += text === '' ? next : `, ${next}`
  }
  return text
}
