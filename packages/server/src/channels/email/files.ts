/** Reads the pictures and files of an outgoing mail. */
import type { Readable } from 'node:stream'
import type { Context } from '../../kernel/context.ts'

/** A file in the form that the mail composer needs. Its content is streamed while the mail is composed. */
interface MailFile {
  readonly id: number
  readonly filename: string
  /** Undefined if the stored type is not a plain `type/subtype`; the composer then derives it from the file name. */
  readonly contentType: string | undefined
  readonly content: Readable
  readonly cid?: string
}

/** Matches a picture in the HTML of an article. Its address contains the ids of the ticket, the article and the file. */
const picturePattern = /(<img\b[^>]*?\bsrc=")\/api\/v1\/ticket_attachment\/(\d{1,15})\/\d{1,15}\/(\d{1,15})[^"]*"/g

/**
 * Replaces the addresses of pictures, which recipients cannot open, by pictures that are embedded in the mail. Only pictures
 * of the same ticket are embedded, so that a text cannot reveal pictures of other tickets.
 */
export async function embedPictures(
  ctx: Context,
  { ticket_id, message_id }: { readonly ticket_id: number; readonly message_id: string | null },
  html: string,
): Promise<{ html: string; pictures: MailFile[] }> {
  const matches = [...html.matchAll(picturePattern)].filter(([, , ticket]) => Number(ticket) === ticket_id)
  const ids = [...new Set(matches.map(([, , , id]) => Number(id)))]
  const files = ids.length === 0 ? [] : await filesOfTicket(ctx, ids, ticket_id)
  const domain = message_id?.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  const pictures = files.map((file) => ({ ...file, cid: `picture.${file.id}@${domain}` }))
  const cids = new Map(pictures.map(({ id, cid }) => [id, cid]))
  const linked = html.replace(picturePattern, (match, start: string, _, id: string) => {
    const cid = cids.get(Number(id))
    return cid === undefined ? match : `${start}cid:${cid}"`
  })
  return { html: linked, pictures }
}

/** Returns the files of an article that are not embedded in its text. */
export async function attachmentsOf(ctx: Context, article: number, embedded: readonly MailFile[]): Promise<MailFile[]> {
  const rows = await selectFiles(ctx).where('attachments.article_id', '=', article).orderBy('attachments.id').execute()
  const others = rows.filter(({ id }) => !embedded.some((picture) => picture.id === id))
  return Promise.all(others.map((row) => openFile(ctx, row)))
}

async function filesOfTicket(ctx: Context, ids: readonly number[], ticket: number): Promise<MailFile[]> {
  const rows = await selectFiles(ctx)
    .innerJoin('ticket_articles', 'ticket_articles.id', 'attachments.article_id')
    .where('attachments.id', 'in', ids)
    .where('ticket_articles.ticket_id', '=', ticket)
    .execute()
  return Promise.all(rows.map((row) => openFile(ctx, row)))
}

const selectFiles = ({ db }: Context) =>
  db.sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'attachments.filename', 'attachments.preferences', 'stored_files.sha256'])

/** Verifies the content of a file and opens it. @throws LostContent if it is missing or damaged. */
async function openFile(
  { desk }: Context,
  { id, filename, preferences, sha256 }: { id: number; filename: string; preferences: unknown; sha256: string },
): Promise<MailFile> {
  const type = (preferences as Readonly<Record<string, unknown>>)['Content-Type']
  const contentType = typeof type === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : undefined
  const { body } = await desk.files.open(sha256)
  return { id, filename, contentType, content: body }
}
