import { resources } from '@deskbell/contract'
import { writeResetToken } from '../../auth/tokens.ts'
import { invalid } from '../../errors/fault.ts'
import { show } from '../../kernel/read-records.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { checkMayGrant, permissionsOf } from '../../resources/user/rights.ts'
import { field, optional } from '../../writing/parts.ts'
import { change, recordOf } from '../../writing/write.ts'
import { readView } from '../paging.ts'
import { idIn } from '../query.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { signedIn, type WriteRoute } from '../route.ts'
import { withBody } from '../with-body.ts'
import { checkIfMatch } from './writes.ts'

const { user } = resources
const { firstname, lastname, phone, mobile } = user.fields
const ownParts = {
  firstname: optional(field(firstname)),
  lastname: optional(field(lastname)),
  phone: optional(field(phone)),
  mobile: optional(field(mobile)),
}

/** Changes that users make to their own account, and the link that an administrator creates for a lost password. */
export const ownAccountRoutes: readonly WriteRoute[] = [
  withBody(ownParts, {
    method: 'PUT',
    path: '/users/me',
    tag: 'users',
    summary: 'Change the name and phone numbers of the caller',
    description:
      'Changes only what the body names. The e-mail address, roles and the like are changed by administrators.',
    can: signedIn,
    response: recordSchema(user),
    conditional: true,
    async write({ desk }, input) {
      // Runs as the system user, because most callers may not change users. The rules of users still apply.
      const { actor: system } = await asSystem(desk)
      return async (ctx) => {
        const id = await checkIfMatch(ctx, user, ctx.actor.id, input)
        await change({ ...ctx, actor: system }, user, id, { ...input.body })
        return { body: await show(ctx, user, id, readView(ctx, user, {})) }
      }
    },
  }),
  {
    method: 'POST',
    path: '/users/:id/password_reset',
    tag: 'users',
    summary: 'Create a link for a new password',
    description:
      'Returns the path of a page on which the user sets a new password, once, within a day. Give the link to the user.',
    can: ['admin.user'],
    status: 201,
    response: {
      type: 'object',
      properties: {
        token: { type: 'string' },
        url: { type: 'string', description: 'Path of the page, relative to the address of the service.' },
        expires_at: { type: 'string', format: 'date-time' },
      },
      required: ['token', 'url', 'expires_at'],
    },
    secret: true,
    write: (_, { params }) => {
      const id = idIn(params['id'] ?? '', user.model)
      return async (ctx) => {
        const { active } = await recordOf(ctx, user, id)
        if (!active) throw invalid('id', 'The account is not active.')
        checkMayGrant(ctx.actor, await permissionsOf(ctx, id))
        const { token, expires_at } = await writeResetToken(ctx, id)
        return { status: 201, body: JSON.stringify({ token, url: `/password/${token}`, expires_at }) }
      }
    },
  },
]
