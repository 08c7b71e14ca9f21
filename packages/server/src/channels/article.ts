/** The article that a mail becomes, with its attachments. */
import type { StoredContent } from '../db/files.ts'
import { insert, record, update } from '../kernel/unit-of-work.ts'
import type { Unit } from '../kernel/context.ts'
import { contentId } from './body.ts'
import { md5 } from './known-threads.ts'
import type { Mail, MailAttachment, Mailbox } from './mail.ts'
import type { Tally } from './tally.ts'

/** A mail that is ready to be written: read, its attachments stored. */
export interface Letter {
  readonly mail: Mail
  /** Of the raw message. */
  readonly sha256: string
  /** The content of each attachment, in their order. */
  readonly files: readonly StoredContent[]
}

/** Where an article goes, and in whose name. */
export interface Where {
  readonly ticket_id: number
  readonly type_id: number
  readonly sender_id: number
  readonly at: string
}

/** Writes the article of a mail with its attachments. @returns its id. */
export async function writeArticle(unit: Unit, made: Tally, letter: Letter, where: Where): Promise<number> {
  const { mail } = letter
  const { ticket_id, type_id, sender_id, at } = where
  const id = await insert(unit, 'article', {
    ticket_id,
    type_id,
    sender_id,
    from: written([mail.from]),
    to: written(mail.to) || null,
    cc: written(mail.cc) || null,
    subject: mail.subject,
    reply_to: written(mail.reply_to, 300) || null,
    message_id: mail.message_id,
    message_id_md5: md5(mail.message_id),
    in_reply_to: mail.in_reply_to[0] ?? null,
    references: mail.references.join(' ') || null,
    content_type: mail.content_type,
    body: bodyOf(mail),
    created_at: at,
    updated_at: at,
  })
  const shown = await attach(unit, made, letter, { article_id: id, at })
  const body = linked(bodyOf(mail), shown, `/api/v1/ticket_attachment/${ticket_id}/${id}`)
  if (body !== bodyOf(mail)) await update(unit, 'article', id, { body, updated_at: at })
  await record(unit, { type: 'created', name: 'article', id, ticket: ticket_id, at })
  made.articles += 1
  return id
}

const bodyOf = ({ html, text }: Mail): string => (html ?? text) || '(no text)'

/** Writes the attachments; returns the ids of those that the text shows, by Content-ID. */
async function attach(
  unit: Unit,
  made: Tally,
  { mail, files }: Letter,
  { article_id, at }: { article_id: number; at: string },
): Promise<Map<string, number>> {
  const shown = new Map<string, number>()
  for (const [index, attachment] of mail.attachments.entries()) {
    const file = files[index] as StoredContent
    const store_file_id = await storedFile(unit, file)
    const { filename, content_id } = attachment
    const preferences = preferencesOf(attachment)
    const values = { article_id, store_file_id, filename, size: file.size, preferences, created_at: at, updated_at: at }
    const id = await insert(unit, 'attachment', values)
    if (content_id !== null) shown.set(content_id, id)
    made.attachments += 1
  }
  return shown
}

function preferencesOf({ mime_type, content_id, inline }: MailAttachment): Record<string, string> {
  return {
    'Content-Type': mime_type,
    'Mime-Type': mime_type,
    ...(content_id === null ? {} : { 'Content-ID': content_id }),
    'Content-Disposition': inline ? 'inline' : 'attachment',
  }
}

async function storedFile(unit: Unit, { sha256, size }: StoredContent): Promise<number> {
  const found = await unit.db.sql
    .selectFrom('stored_files')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return found?.id ?? insert(unit, 'stored_file', { sha256, size })
}

/** Pictures of the mail itself are loaded from the desk; a picture that is not there stays a dead `cid:`. */
function linked(html: string, shown: ReadonlyMap<string, number>, path: string): string {
  if (shown.size === 0) return html
  return html.replace(/(<img [^>]*?src=")cid:([^"]*)"/g, (whole, before: string, id: string) => {
    const attachment = shown.get(contentId(id))
    return attachment === undefined ? whole : `${before}${path}/${attachment}?view=inline"`
  })
}

/** Addresses as a header has them, as many as fit. */
export function written(mailboxes: readonly Mailbox[], length = 3000): string {
  let text = ''
  for (const { name, address } of mailboxes) {
    const quoted = /[^\p{L}\p{N}\s!#$%&'*+/=?^_`{|}~.-]/u.test(name) ? `"${name.replace(/["\\]/g, '')}"` : name
    const next = name === '' ? address : `${quoted} <${address}>`
    if (text.length + next.length + 2 > length) break
    text += text === '' ? next : `, ${next}`
  }
  return text
}
