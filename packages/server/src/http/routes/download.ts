import { resources } from '@deskbell/contract'
import { idIn, type Query, textOf } from '../query.ts'
import type { Answer, Input } from '../route.ts'
import type { Context, Desk } from '../../kernel/context.ts'
import { readOne } from '../../kernel/crud.ts'
import { Fault } from '../../errors/fault.ts'

/** What a browser may show in place. Nothing in it can run scripts in the page's origin. */
const harmless = new Set([
  'application/pdf',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
])
/** What would run in the page's origin if it were shown: sent as bytes, whatever it says it is. */
const dangerous = new RegExp(
  [
    '^text/(html|xsl|cache-manifest)',
    '^(image/svg|multipart/|message/|application/x-shockwave-flash)',
    '[/+]xml$',
    'x?html',
    '(java|ecma|j|vb|live)script',
  ].join('|'),
)

/** The bytes of an attachment, with headers that keep it from doing anything but being saved or looked at. */
export async function download(ctx: Context, { params, query }: Input): Promise<Answer> {
  const { article, attachment, ticket } = resources
  const ticketId = idIn(params['ticket_id'] ?? '', ticket.model)
  const articleId = idIn(params['article_id'] ?? '', article.model)
  const id = idIn(params['id'] ?? '', attachment.model)
  if (!(await isMerged(ctx, ticketId))) await within(ctx, 'article', articleId, 'ticket_id', ticketId)
  await within(ctx, 'attachment', id, 'article_id', articleId)
  const file = await ctx.db.sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.filename', 'attachments.preferences', 'stored_files.sha256'])
    .where('attachments.id', '=', id)
    .executeTakeFirstOrThrow()
  return fileAnswer(ctx, { ...file, preferences: file.preferences as unknown as Stored['preferences'] }, query)
}

/** A stored file under a name. */
export interface Stored {
  readonly filename: string
  readonly sha256: string
  readonly preferences: Readonly<Record<string, unknown>>
}

/** The bytes, with headers that keep them from doing anything but being saved or looked at. @throws Fault `not_found` for a lost one. */
export async function fileAnswer(ctx: Context, file: Stored, query: Query): Promise<Answer> {
  const { body, size } = await ctx.desk.files.open(file.sha256)
  const type = mediaType(file.preferences)
  const wanted = textOf(query, 'disposition') ?? textOf(query, 'view')
  const inline = wanted === undefined || wanted === 'preview' ? isLookedAt(type) : wanted === 'inline'
  return {
    body,
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': disposition(inline && harmless.has(type) ? 'inline' : 'attachment', file.filename),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // The address names a content that never changes.
      etag: `"${file.sha256.slice(0, 32)}"`,
    },
  }
}

/** Opens a stored file that there is a substitute for. @returns undefined for a lost one; a damaged one is logged. */
export async function openKept({ files, log }: Desk, sha256: string): Promise<OpenContent | undefined> {
  if ((await files.size(sha256)) === undefined) return undefined
  return files.open(sha256).catch((failure: unknown) => {
    if (!(failure instanceof Fault)) throw failure
    log.error({ error: failure.cause }, 'a stored file is lost')
    return undefined
  })
}

type OpenContent = Awaited<ReturnType<Desk['files']['open']>>

/** What people look at rather than save is shown in place also where nothing is said (reference, section 9.2). */
const isLookedAt = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'

/** What moved into another ticket is still reached under the address it had; who reads the article is asked as ever. */
async function isMerged({ db }: Context, ticket: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('tickets')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('tickets.id')
    .where('tickets.id', '=', ticket)
    .where('ticket_state_types.name', '=', 'merged')
    .executeTakeFirst()
  return row !== undefined
}

/** Reads one by id within reach, and refuses it when it belongs to something else than the address says. */
async function within(
  ctx: Context,
  name: 'article' | 'attachment',
  id: number,
  column: string,
  belongsTo: number,
): Promise<void> {
  const rows = await readOne(ctx, resources[name], id, { mode: 'columns', fields: [column] })
  if (rows.cells[0]?.[rows.columns.indexOf(column)] !== belongsTo) throw new Fault('forbidden')
}

/** Without parameters: a charset that a sender made up would change what a browser reads. */
function mediaType(preferences: Stored['preferences']): string {
  const given = preferences['Content-Type'] ?? preferences['Mime-Type']
  const type = typeof given === 'string' ? (given.split(';')[0] ?? '').trim().toLowerCase() : ''
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) && !dangerous.test(type)
    ? type
    : 'application/octet-stream'
}

/** RFC 6266: an ASCII name for old clients, the real one beside it. */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
