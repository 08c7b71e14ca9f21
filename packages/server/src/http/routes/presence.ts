import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { activities, LIFETIME, writtenKinds } from '../../kernel/presence.ts'
import { field, readParts, shape } from '../../writing/parts.ts'
import { assetsOfAll } from '../assets.ts'
import { textOf } from '../query.ts'
import type { RouteResponse, Route } from '../route.ts'
import { requireTicketAsAgent } from './ticket-as-agent.ts'

const { user } = resources
const path = '/tickets/:id/presence'
const shared = { path, tag: 'tickets', can: ['ticket.agent'] } as const
const tabDoc = 'Name of the browser tab, chosen by the client.'
const parts = {
  activity: field({ kind: 'one_of', values: activities, doc: 'The activity of the person.' }),
  kind: field({ kind: 'one_of', values: writtenKinds, null: true, doc: 'The kind of text that is written.' }),
  tab: field({ kind: 'text', max: 100, default: '', doc: tabDoc }),
}

const response = {
  type: 'object',
  properties: {
    presence: {
      type: 'array',
      items: {
        title: 'Present',
        type: 'object',
        properties: {
          user_id: { type: 'integer' },
          activity: parts.activity.schema,
          kind: parts.kind.schema,
          since: { type: 'string', format: 'date-time', description: 'The time at which the activity began.' },
        },
        required: ['user_id', 'activity', 'kind', 'since'],
      },
    },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
  },
  required: ['presence', 'assets'],
}

/** The presence at a ticket, for agents who see the ticket. Nothing is stored, so these routes need no transaction. */
export const presenceRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'GET',
    summary: 'List the people at a ticket',
    description: 'Several tabs of a person are one entry: writing counts more than viewing.',
    response,
    run: async (ctx, { params }) => respondWithPresence(ctx, await requireTicketAsAgent(ctx, params['id'])),
  },
  {
    ...shared,
    method: 'PUT',
    summary: 'Record that the caller is at a ticket',
    description: `The presence ends ${LIFETIME / 1000} seconds after the last request. A tab is at one ticket at a time: it leaves the previous one.`,
    body: shape(parts).schema,
    response,
    async run(ctx, { params, query }) {
      const { activity, kind = null, tab = '' } = readParts(parts, query)
      const ticket = await requireTicketAsAgent(ctx, params['id'])
      const { desk, actor } = ctx
      desk.presence.arrive({ user: actor.id, name: tab }, ticket, { activity, kind }, desk.now().getTime())
      return respondWithPresence(ctx, ticket)
    },
  },
  {
    ...shared,
    method: 'DELETE',
    summary: 'Record that the caller has left a ticket',
    parameters: [{ name: 'tab', doc: tabDoc, schema: parts.tab.schema }],
    response: { type: 'object', maxProperties: 0 },
    async run(ctx, { params, query }) {
      const ticket = await requireTicketAsAgent(ctx, params['id'])
      ctx.desk.presence.leave({ user: ctx.actor.id, name: textOf(query, 'tab') ?? '' }, ticket)
      return { body: '{}' }
    },
  },
]

async function respondWithPresence(ctx: Context, ticket: number): Promise<RouteResponse> {
  const { presence, now } = ctx.desk
  presence.expire(now().getTime())
  const people = presence.peopleAt(ticket)
  const assets = await assetsOfAll(ctx, [[user, people.map(({ user_id }) => user_id)]])
  return { body: JSON.stringify({ presence: people, assets }) }
}
