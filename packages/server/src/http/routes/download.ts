import { resources } from '@deskbell/contract'
import { idIn, type Query, textOf } from '../query.ts'
import type { RouteResponse, Input } from '../route.ts'
import type { Context, Desk } from '../../kernel/context.ts'
import { readOne } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { fileOfAttachment, type StoredFile } from '../../resources/article/read-files.ts'
import { isMerged } from '../../resources/ticket/reads.ts'

/** Media types that a browser may display, because they cannot run scripts in the origin of the service. */
const displayable = new Set([
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
/** Media types that could run scripts in the origin of the service; they are replaced by `application/octet-stream`. */
const dangerous = new RegExp(
  [
    '^text/(html|xsl|cache-manifest)',
    '^(image/svg|multipart/|message/|application/x-shockwave-flash)',
    '[/+]xml$',
    'x?html',
    '(java|ecma|j|vb|live)script',
  ].join('|'),
)

/** Responds with an attachment. */
export async function download(ctx: Context, { params, query }: Input): Promise<RouteResponse> {
  const { article, attachment, ticket } = resources
  const ticketId = idIn(params['ticket_id'] ?? '', ticket.model)
  const articleId = idIn(params['article_id'] ?? '', article.model)
  const id = idIn(params['id'] ?? '', attachment.model)
  // The files of a merged ticket keep their addresses; the rights to the article are checked anyway.
  if (!(await isMerged(ctx.db, ticketId))) await checkBelongsTo(ctx, 'article', articleId, 'ticket_id', ticketId)
  await checkBelongsTo(ctx, 'attachment', id, 'article_id', articleId)
  return respondWithFile(ctx, await fileOfAttachment(ctx.db, id), query)
}

/**
 * Responds with a file, and headers that keep it from running scripts.
 * @throws Fault `not_found` if its content is lost.
 */
export async function respondWithFile(ctx: Context, file: StoredFile, query: Query): Promise<RouteResponse> {
  const { body, size } = await ctx.desk.files.open(file.sha256)
  const type = mediaType(file.preferences)
  const requested = textOf(query, 'disposition') ?? textOf(query, 'view')
  // `view=preview` asks for the default.
  const isDisplayed =
    requested === undefined || requested === 'preview' ? isDisplayedByDefault(type) : requested === 'inline'
  return {
    body,
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': disposition(isDisplayed && displayable.has(type) ? 'inline' : 'attachment', file.filename),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // The content of an attachment never changes.
      etag: `"${file.sha256.slice(0, 32)}"`,
    },
  }
}

/** Opens a stored file; returns undefined if it is missing, or if it is damaged, which is logged. */
export async function openIfPresent({ files, log }: Desk, sha256: string): Promise<OpenContent | undefined> {
  if ((await files.size(sha256)) === undefined) return undefined
  return files.open(sha256).catch((failure: unknown) => {
    if (!(failure instanceof Fault)) throw failure
    log.error({ error: failure.cause }, 'a stored file is lost')
    return undefined
  })
}

type OpenContent = Awaited<ReturnType<Desk['files']['open']>>

/** Images and PDF files are displayed unless the request asks for a download. */
const isDisplayedByDefault = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'

/** Checks that the caller may read a record, and that it belongs to the record in the path. @throws Fault. */
async function checkBelongsTo(
  ctx: Context,
  name: 'article' | 'attachment',
  id: number,
  column: string,
  parentId: number,
): Promise<void> {
  const rows = await readOne(ctx, resources[name], id, { mode: 'columns', fields: [column] })
  if (rows.cells[0]?.[rows.columns.indexOf(column)] !== parentId) throw new Fault('forbidden')
}

/** Returns the media type without parameters, because a false charset would change how a browser reads the file. */
function mediaType(preferences: StoredFile['preferences']): string {
  const header = preferences['Content-Type'] ?? preferences['Mime-Type']
  const type = typeof header === 'string' ? (header.split(';')[0] ?? '').trim().toLowerCase() : ''
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) && !dangerous.test(type)
    ? type
    : 'application/octet-stream'
}

/** Formats the header `Content-Disposition` (RFC 6266), with an ASCII name for old clients and the real name in UTF-8. */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
