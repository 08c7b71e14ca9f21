import { resources } from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { explain } from '../../resources/ticket/explain.ts'
import { canFollowUp } from '../../resources/ticket/related-values.ts'
import { roleFor, type Action } from '../../resources/ticket/rights.ts'
import { actorOf } from '../../resources/user/actor.ts'
import { idIn, type Query, wholeNumber } from '../query.ts'
import type { Route } from '../route.ts'
import { ownershipOf } from '../../resources/ticket/reads.ts'

const { ticket } = resources

export const accessRoute: Route = {
  method: 'GET',
  path: '/tickets/:id/access',
  tag: 'tickets',
  summary: 'Explain the access to a ticket',
  description: 'Explains rule by rule why a user can or cannot see, answer, change or delete a ticket.',
  can: ['ticket.agent', 'admin.user'],
  parameters: [{ name: 'user', doc: 'Id of the user; defaults to the caller.', schema: { type: 'integer' } }],
  response: {
    type: 'object',
    properties: {
      ticket_id: { type: 'integer' },
      user_id: { type: 'integer' },
      active: { type: 'boolean', description: 'Inactive users have no access at all.' },
      see: { type: 'object' },
      answer: { type: 'object' },
      change: { type: 'object' },
      delete: { type: 'object' },
    },
    required: ['ticket_id', 'user_id', 'active', 'see', 'answer', 'change', 'delete'],
  },
  run: async (ctx, { params, query }) => ({
    body: JSON.stringify(await explainAccess(ctx, params['id'] ?? '', query)),
  }),
}

/**
 * Explains the access of a user, the caller by default. An agent who can see the ticket may ask about any user; with
 * `admin.user`, callers may ask about any user and any ticket.
 * @throws Fault `not_found`, `forbidden`.
 */
async function explainAccess(ctx: Context, idText: string, query: Query): Promise<object> {
  const id = idIn(idText, ticket.model)
  const ownership = await ownershipOf(ctx.db, id)
  const requestedUser = wholeNumber(query, 'user', 1, Number.MAX_SAFE_INTEGER)
  const userId = requestedUser ?? ctx.actor.id
  const isOtherUser = userId !== ctx.actor.id
  if (isOtherUser && !may(ctx.actor, 'admin.user') && roleFor('see', ctx.actor, ownership) !== 'agent') {
    throw new Fault('forbidden')
  }
  const activeUser = requestedUser === undefined ? ctx.actor : await actorOf(ctx.desk, ctx.cache, requestedUser)
  const isActive = activeUser !== undefined
  const actor = activeUser ?? (await actorOf(ctx.desk, ctx.cache, userId, undefined, 'even inactive'))
  if (!actor) throw new Fault('not_found', `Couldn't find User with 'id'=${userId}`)
  const allowsReply = await canFollowUp(ctx, ownership, ctx.desk.now().toISOString())
  const verdict = (action: Action) => explain(action, actor, ownership, { isActive, allowsReply })
  return {
    ticket_id: id,
    user_id: actor.id,
    active: isActive,
    see: verdict('see'),
    answer: verdict('answer'),
    change: verdict('change'),
    delete: verdict('delete'),
  }
}
