import { randomBytes } from 'node:crypto'
import { date, type Permission, permissions, type Resource, resources } from '@deskbell/contract'
import type { Cell } from '../../db/dialect.ts'
import { type Context, holds } from '../../kernel/context.ts'
import { bareList } from '../../kernel/read-records.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { permissionsOfCaller } from '../../resources/user/permissions.ts'
import { settingOf } from '../../kernel/settings.ts'
import { deleteToken } from '../../auth/api-tokens.ts'
import { writeToken } from '../../auth/tokens.ts'
import { invalidParam } from '../../writing/values.ts'
import { described, field, list, nullable, type Values } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import type { Route, WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'

const { token, permission } = resources
const can = ['user_preferences.access_token'] as const

/** A token as clients read it: `expires_at` is stored as a time, and sent as the day on which the token expires. */
const listedToken: Resource = {
  ...token,
  fields: { ...token.fields, expires_at: date({ null: true, doc: 'First day on which it no longer works, in UTC.' }) },
}

const { created_by_id: _, updated_by_id: __, ...permissionFields } = permission.fields
/** Permissions as clients read them: without the users who created and changed them. */
export const listedPermission: Resource = { ...permission, fields: permissionFields }

const parts = {
  name: field({ kind: 'text', max: 255, doc: 'Name of the token.' }),
  permission: nullable(
    described(
      'Permissions the token is limited to; all of the caller if absent.',
      list(field({ kind: 'text' }), { max: 1000, commas: true }),
    ),
  ),
  permissions: nullable(
    described('Alias of `permission`.', list(field({ kind: 'text' }), { max: 1000, commas: true })),
  ),
  expires_at: field({
    kind: 'date',
    null: true,
    doc: 'First day on which the token no longer works, in UTC. If a time is given, only its day counts.',
  }),
}

/** The API tokens of the caller. Only the response to the creation of a token holds its secret. */
export const tokenRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/user_access_token',
    tag: 'user_access_token',
    summary: 'List the tokens of the caller',
    description: 'Returns the tokens without their secrets, and the permissions that a new token can have.',
    can,
    response: {
      type: 'object',
      properties: {
        tokens: { type: 'array', items: recordSchema(listedToken) },
        permissions: { type: 'array', items: recordSchema(listedPermission) },
      },
      required: ['tokens', 'permissions'],
    },
    async run(ctx) {
      const columns = columnsFor(token, { mode: 'columns' })
      const query = from(ctx, token)
        .select(selection(ctx, token, columns))
        .orderBy('tokens.id')
      const expiry = columns.indexOf('expires_at')
      const cells = (await ctx.db.arrays(query.compile())).map((row) => row.with(expiry, dayOf(row[expiry] ?? null)))
      const rows: Rows = { resource: listedToken, columns, cells }
      const tokens = await bareList(ctx, rows, { mode: 'columns' })
      return { body: `{"tokens":${tokens},"permissions":${JSON.stringify(await permissionsOfCaller(ctx))}}` }
    },
  },
  withBody(parts, {
    method: 'POST',
    path: '/user_access_token',
    tag: 'user_access_token',
    summary: 'Create a token',
    description: 'Returns the secret once. Without `permission` the token has all permissions of the caller.',
    can,
    response: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
    secret: true,
    write(_, { body }) {
      const secret = randomBytes(48).toString('base64url')
      return async (ctx) => {
        await writeToken(ctx, ctx.actor.id, secret, await newToken(ctx, body))
        return { body: JSON.stringify({ token: secret }) }
      }
    },
  }),
  {
    method: 'DELETE',
    path: '/user_access_token/:id',
    tag: 'user_access_token',
    summary: 'Revoke a token',
    can,
    response: { type: 'object', maxProperties: 0 },
    write:
      (_, { params }) =>
      async (ctx) => {
        const id = /^\d{1,15}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
        const ownToken = await from(ctx, token).select('tokens.id').where('tokens.id', '=', id).executeTakeFirst()
        // Existing Zammad clients expect 422 here, not 404.
        if (!ownToken) throw invalid('id', 'The token could not be found.')
        await deleteToken(ctx, id)
        return { body: '{}' }
      },
  },
]

const dayOf = (time: Cell): Cell => (typeof time === 'string' ? time.slice(0, 'yyyy-mm-dd'.length) : time)

/** Reads a new token from a body. @throws Fault `invalid`. */
async function newToken(ctx: Context, body: Values<typeof parts>) {
  if (!(await settingOf(ctx, 'api_token_access'))) throw new Fault('invalid', 'API token access disabled!')
  const { name, expires_at: day } = body
  const limits = permissionsIn(ctx, body.permission ?? body.permissions)
  return {
    name,
    ...(limits ? { permissions: limits } : {}),
    ...(typeof day === 'string' ? { expires: `${day}T00:00:00.000Z` } : {}),
  }
}

/** The permissions of a new token. With a limited token, no token with more permissions can be created. */
function permissionsIn({ actor: { limit } }: Context, names?: readonly string[] | null): Permission[] | undefined {
  if (!names) return limit && ([...limit] as Permission[])
  for (const name of names) {
    if (!Object.hasOwn(permissions, name)) throw invalidParam('permission', name)
    if (limit && !holds(limit, name)) throw new Fault('token_lacks_permission')
  }
  return [...new Set(names as Permission[])]
}
