import { resources } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import type { StoredContent } from '../../db/files.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { insert, record, update } from '../../writing/unit-of-work.ts'

/** A validated picture. */
export interface Picture {
  readonly mime_type: string
  readonly data: Buffer
}

/** Maximum size of a picture, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024
/** Maximum number of pictures of a user. */
const MAX_PICTURES = 50

/** Bytes by which the accepted formats are recognized. The type in the data URL is ignored. */
const SIGNATURES: readonly [mime_type: string, offset: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
]

/** Parses a picture in a data URL. @throws Fault `invalid` if it is not a picture, or too large. */
export function readPicture(input: unknown): Picture {
  const base64 =
    typeof input === 'string' ? /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(input)?.[1] : undefined
  if (base64 === undefined) throw new Fault('invalid', 'The picture has to be a data URL of an image.')
  const data = Buffer.from(base64, 'base64')
  if (data.byteLength > MAX_BYTES) throw new Fault('invalid', `The picture has more than ${MAX_BYTES} bytes.`)
  const start = data.subarray(0, 16).toString('latin1')
  const format = SIGNATURES.find(([, offset, bytes]) => start.startsWith(bytes, offset))
  if (!format) throw new Fault('invalid', 'The picture has to be a PNG, JPEG, GIF or WebP image.')
  return { mime_type: format[0], data }
}

/** Stores a picture of the caller and makes it the current one. @returns its id. */
export async function addPicture(ctx: WriteContext, mime_type: string, content: StoredContent): Promise<number> {
  const { actor } = ctx
  const { count } = await ctx.db.sql
    .selectFrom('avatars')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PICTURES) throw new Fault('invalid', `A user has at most ${MAX_PICTURES} pictures.`)
  // The part of the hash that addresses of pictures contain.
  const store_hash = content.sha256.slice(0, 32)
  const id = await insert(ctx, 'avatar', { user_id: actor.id, mime_type, ...content, store_hash, source: 'upload' })
  await choosePicture(ctx, id)
  return id
}

/** Makes a picture of the caller the current one. @throws Fault `not_found`, also for a picture of another user. */
export async function choosePicture(ctx: WriteContext, id: number): Promise<void> {
  const own = ctx.db.sql.updateTable('avatars').where('user_id', '=', ctx.actor.id)
  const chosen = await own
    .set({ default: true, updated_at: ctx.now, updated_by_id: ctx.by })
    .where('id', '=', id)
    .returning('store_hash')
    .executeTakeFirst()
  if (!chosen) throw unknownId(resources.avatar, id)
  await own.set({ default: false }).where('id', '<>', id).execute()
  await setImage(ctx, ctx.actor.id, chosen.store_hash)
}

/** Deletes a picture of the caller. If it was the current one, the newest other one takes its place. @throws Fault `not_found`. */
export async function removePicture(ctx: WriteContext, id: number): Promise<void> {
  const { actor } = ctx
  const { sql } = ctx.db
  const deleted = await sql
    .deleteFrom('avatars')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('default')
    .executeTakeFirst()
  if (!deleted) throw unknownId(resources.avatar, id)
  if (!deleted.default) return
  const others = sql.selectFrom('avatars').select('id').where('user_id', '=', actor.id)
  const next = await others.orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (next) await choosePicture(ctx, next.id)
  else await setImage(ctx, actor.id, null)
}

async function setImage(ctx: WriteContext, user: number, image: string | null): Promise<void> {
  const before = await ctx.db.sql.selectFrom('users').select('image').where('id', '=', user).executeTakeFirstOrThrow()
  if (before.image === image) return
  await update(ctx, 'user', user, { image })
  const changes = { image: { from: before.image, to: image } }
  await record(ctx, { type: 'updated', name: 'user', id: user, changes })
}

/** Finds a picture by the hash in its address. */
export const pictureWithHash = ({ sql }: Connection, hash: string) =>
  sql.selectFrom('avatars').select(['sha256', 'mime_type']).where('store_hash', '=', hash).limit(1).executeTakeFirst()
