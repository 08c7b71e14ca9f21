import { oneOf, resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { bareList, fullList, readOne, shapeOf } from '../../kernel/read-records.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { subscribe, unsubscribe } from '../../resources/mention/actions.ts'
import { readView, viewParameters } from '../paging.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { idIn, type Query, textOf } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'
import { field } from '../../writing/parts.ts'
import { formatValue } from '../../writing/values.ts'
import { withBody } from '../with-body.ts'
import { recordSchema } from '../openapi/schemas.ts'

const { mention, ticket } = resources
const parameters = [
  { name: 'mentionable_type', doc: '`Ticket`.', schema: { type: 'string', enum: ['Ticket'] } },
  { name: 'mentionable_id', doc: 'Id of the ticket.', schema: { type: 'integer' } },
]

const parts = {
  mentionable_type: field(oneOf(['Ticket'])),
  mentionable_id: field({ kind: 'ref', doc: 'Id of the ticket.' }),
}

/** Subscriptions to tickets. */
export const mentionRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/mentions',
    tag: 'mentions',
    summary: 'List the subscriptions to a ticket',
    can: ['ticket.agent'],
    parameters: [...parameters, ...viewParameters],
    response: {
      type: 'object',
      properties: { mentions: { type: 'array', items: recordSchema(mention) } },
    },
    cached: true,
    async run(ctx, { query }) {
      const id = await subscribableTicket(ctx, query)
      const view = readView(ctx, mention, query)
      const shape = shapeOf(ctx, mention, view)
      const rows = await readMentionsOf(ctx, id, columnsFor(mention, shape))
      if (view.mode === 'full') return { body: await fullList(ctx, rows, view, rows.cells.length) }
      return { body: `{"mentions":${await bareList(ctx, rows, shape)}}` }
    },
  },
  withBody(parts, {
    method: 'POST',
    path: '/mentions',
    tag: 'mentions',
    summary: 'Subscribe to a ticket',
    description: 'Subscribes the caller. Subscribing twice has no further effect.',
    can: ['ticket.agent'],
    status: 201,
    response: { type: 'boolean', const: true },
    write:
      (_, { body }) =>
      async (ctx) => {
        await subscribe(ctx, await subscribableTicket(ctx, body), ctx.actor.id)
        return { status: 201, body: 'true' }
      },
  }),
  {
    method: 'DELETE',
    path: '/mentions/:id',
    tag: 'mentions',
    summary: 'Unsubscribe from a ticket',
    description: 'Removes a subscription of the caller. Subscriptions of others are left alone.',
    can: ['ticket.agent'],
    response: { type: 'boolean', const: true },
    write:
      (_, { params }) =>
      async (ctx) => {
        await unsubscribe(ctx, idIn(params['id'] ?? '', mention.model), ctx.actor.id)
        return { body: 'true' }
      },
  },
]

/**
 * Returns the id of the ticket, which the caller has to see as an agent: customers are notified anyway.
 * @throws Fault.
 */
async function subscribableTicket(ctx: Context, query: Query): Promise<number> {
  const type = textOf(query, 'mentionable_type')
  if (type !== 'Ticket') {
    throw invalid('mentionable_type', `mentionable_type: only a Ticket can be subscribed to, got ${formatValue(type)}.`)
  }
  const id = idIn(textOf(query, 'mentionable_id') ?? '', ticket.model)
  const { columns, cells } = await readOne(ctx, ticket, id, { mode: 'columns', fields: ['group_id'] })
  const group_id = cells[0]?.[columns.indexOf('group_id')]
  if (roleFor('see', ctx.actor, { group_id }) !== 'agent') throw new Fault('forbidden')
  return id
}

async function readMentionsOf(ctx: Context, id: number, columns: readonly string[]): Promise<Rows> {
  const query = from(ctx, mention)
    .select(selection(ctx, mention, columns))
    .where('mentions.mentionable_id', '=', id)
    .orderBy('mentions.id')
  return { resource: mention, columns, cells: await ctx.db.arrays(query.compile()) }
}
