import { resources } from '@deskbell/contract'
import { deleteToken, hasToken, listTokens } from '../../auth/api-tokens.ts'
import { unknownId } from '../../errors/fault.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { checkMayGrant, permissionsOf } from '../../resources/user/rights.ts'
import { idIn } from '../query.ts'
import type { Input, Route, Schema, WriteRoute } from '../route.ts'

const { user, token } = resources
const can = ['admin.user'] as const
const nullableTime: Schema = { type: ['string', 'null'], format: 'date-time' }

const tokenSchema: Schema = {
  title: 'TokenOfUser',
  description: 'An API token without its secret.',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: ['string', 'null'] },
    preferences: { type: 'object', description: '`permission` lists the permissions that the token is limited to.' },
    last_used_at: nullableTime,
    expires_at: nullableTime,
    created_at: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'name', 'preferences', 'last_used_at', 'expires_at', 'created_at'],
}

const userIn = ({ params }: Input): number => idIn(params['id'] ?? '', user.model)

/** The API tokens of other people: administrators of users see when they were used, and revoke them. */
export const userTokenRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/users/:id/access_tokens',
    tag: 'users',
    summary: 'List the API tokens of a user',
    description: 'Without their secrets, which are not stored.',
    can,
    response: { type: 'array', items: tokenSchema },
    async run(ctx, input) {
      const id = userIn(input)
      await requireReadable(ctx, user, id)
      return { body: JSON.stringify(await listTokens(ctx.db, id)) }
    },
  },
  {
    method: 'DELETE',
    path: '/users/:id/access_tokens/:token_id',
    tag: 'users',
    summary: 'Revoke an API token of a user',
    description: 'Takes effect at once. Tokens of users with more permissions than the caller cannot be revoked.',
    can,
    response: { type: 'object', maxProperties: 0 },
    write: (_, input) => async (ctx) => {
      const owner = userIn(input)
      const id = idIn(input.params['token_id'] ?? '', token.model)
      if (!(await hasToken(ctx.db, owner, id))) throw unknownId(token, id)
      checkMayGrant(ctx.actor, await permissionsOf(ctx, owner))
      await deleteToken(ctx, id)
      return { body: '{}' }
    },
  },
]
