import { Readable } from 'node:stream'
import { resources } from '@deskbell/contract'
import type { Desk, WriteContext } from '../../kernel/context.ts'
import { bareList, representOne } from '../../kernel/read-records.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import {
  addPicture,
  choosePicture,
  readPicture,
  pictureWithHash,
  removePicture,
} from '../../resources/user/pictures.ts'
import { field } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import type { RouteResponse, Input, OpenRoute, Route, WriteRoute } from '../route.ts'
import { openIfPresent } from './download.ts'
import { recordSchema } from '../openapi/schemas.ts'

const { avatar } = resources
const can = ['user_preferences.avatar'] as const
const dataUrl = { kind: 'text', null: true } as const
const pictureParts = {
  avatar_full: field({
    ...dataUrl,
    doc: 'A data URL of a PNG, JPEG, GIF or WebP image; ignored with `avatar_resize`.',
  }),
  avatar_resize: field({ ...dataUrl, doc: 'The picture to show, as a data URL; defaults to `avatar_full`.' }),
}

/** The avatars of the caller. */
export const avatarRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/users/avatar',
    tag: 'users',
    summary: 'List the avatars of the caller',
    can,
    response: { type: 'object', properties: { avatars: { type: 'array', items: recordSchema(avatar) } } },
    async run(ctx) {
      const columns = columnsFor(avatar, { mode: 'columns' })
      const query = from(ctx, avatar)
        .select(selection(ctx, avatar, columns))
        .orderBy('avatars.id')
      const rows: Rows = { resource: avatar, columns, cells: await ctx.db.arrays(query.compile()) }
      return { body: `{"avatars":${await bareList(ctx, rows, { mode: 'columns' })}}` }
    },
  },
  withBody(pictureParts, {
    method: 'POST',
    path: '/users/avatar',
    files: true,
    tag: 'users',
    summary: 'Add an avatar of the caller',
    description: 'The new picture becomes the one that is shown.',
    can,
    response: { type: 'object', properties: { avatar: recordSchema(avatar) }, required: ['avatar'] },
    async write(ctx, { body }) {
      const { mime_type, data } = readPicture(body.avatar_resize ?? body.avatar_full)
      const content = await ctx.desk.files.put(data)
      return async (writing) => {
        const id = await addPicture(writing, mime_type, content)
        return { body: `{"avatar":${await representOne(writing, avatar, id, { mode: 'plain' })}}` }
      }
    },
  }),
  withAvatar('POST', '/users/avatar/set', 'Choose the avatar of the caller', choosePicture),
  withAvatar('DELETE', '/users/avatar', 'Delete an avatar of the caller', removePicture),
]

/** A route that changes one of the caller's avatars, by the id in the body. */
function withAvatar(
  method: 'POST' | 'DELETE',
  path: string,
  summary: string,
  work: (ctx: WriteContext, id: number) => Promise<void>,
): WriteRoute {
  return withBody(
    { id: field({ kind: 'ref', doc: 'Id of the avatar.' }) },
    {
      method,
      path,
      tag: 'users',
      summary,
      can,
      response: { type: 'object', maxProperties: 0 },
      write:
        (_, { body }) =>
        async (ctx) => {
          await work(ctx, body.id)
          return { body: '{}' }
        },
    },
  )
}

/**
 * The route of an avatar's picture. It needs no credentials: `:hash` is the attribute `image` of a user, which only
 * callers who may read the user know.
 */
export const avatarImageRoute: OpenRoute = {
  method: 'GET',
  path: '/users/image/:hash',
  tag: 'users',
  summary: 'Get the picture of a user',
  description: 'The path contains the `image` of a user. An unknown `image` returns an empty picture.',
  response: 'image/*',
  open: imageWithHash,
}

async function imageWithHash(desk: Desk, { params }: Input): Promise<RouteResponse> {
  const hash = params['hash'] ?? ''
  const picture = /^[0-9a-f]{32}$/.test(hash) ? await pictureWithHash(desk.database, hash) : undefined
  const content = picture && (await openIfPresent(desk, picture.sha256))
  if (!content) return respondWithImage(Readable.from([emptyGif]), 'image/gif', emptyGif.byteLength)
  const extension = picture.mime_type.replace('image/', '')
  return respondWithImage(content.body, picture.mime_type, content.size, { hash, extension })
}

/** A GIF of one transparent pixel. */
const emptyGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * The picture of a known hash never changes, so browsers may cache it forever. A hash that is unknown now may get a
 * picture later, so the empty picture is not cached.
 */
function respondWithImage(
  body: Readable,
  type: string,
  size: number,
  picture?: { hash: string; extension: string },
): RouteResponse {
  return {
    body,
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': `inline; filename="${picture ? `avatar.${picture.extension}` : 'image.gif'}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${picture?.hash ?? 'no-picture'}"`,
      ...(picture ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    },
  }
}
