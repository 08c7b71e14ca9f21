import { oneOf, resources } from '@deskbell/contract'
import { representOne, requireReadable } from '../../kernel/read-records.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { mergeTickets } from '../../resources/ticket/merge.ts'
import { prepareTicket } from '../../resources/ticket/prepare.ts'
import { idOfNumber, recordView } from '../../resources/ticket/reads.ts'
import { exists } from '../../writing/lookup.ts'
import { toInteger } from '../../writing/values.ts'
import { type RouteResponse, signedIn, type WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { field } from '../../writing/parts.ts'
import { pascalCase } from '../openapi/names.ts'
import { recordBody } from '../record-body.ts'
import { withBody } from '../with-body.ts'
import { bodyOf, changeExisting, isReadable } from './writes.ts'

const { ticket } = resources
const agent = ['ticket.agent'] as const

/** Writes to tickets other than create, update and delete. */
export const ticketActions: readonly WriteRoute[] = [
  {
    method: 'PUT',
    path: '/ticket_merge/:source_id/:target_number',
    tag: 'tickets',
    summary: 'Merge two tickets',
    description:
      'Moves the articles, accounted time, links and subscriptions of the first ticket, named by its id, to the second, named by its number. The first gets the state `merged`.',
    can: agent,
    response: {
      type: 'object',
      properties: {
        result: { type: 'string', enum: ['success', 'failed'] },
        message: { type: 'string' },
        target_ticket: recordSchema(ticket),
        source_ticket: recordSchema(ticket),
      },
      required: ['result'],
    },
    write:
      (_, { params }) =>
      (ctx) =>
        merge(ctx, params['source_id'] ?? '', params['target_number'] ?? ''),
  },
  partialUpdate('title', ['title']),
  partialUpdate('customer', ['customer', 'customer_id', 'organization', 'organization_id']),
  withBody(
    { object: field(oneOf(['Ticket'])), o_id: field({ kind: 'ref', doc: 'Id of the ticket.' }) },
    {
      method: 'POST',
      path: '/recent_view',
      tag: 'tickets',
      summary: 'Record that a ticket was viewed',
      description:
        'The ticket appears in `GET /recent_view`, and its `viewed_at` becomes the present time. No event is sent.',
      can: signedIn,
      response: { type: 'object' },
      write:
        (_, { body: { o_id: id } }) =>
        async (ctx) => {
          await requireReadable(ctx, ticket, id)
          await recordView(ctx, id)
          return { body: '{}' }
        },
    },
  ),
]

/** Returns a route that changes some attributes of a ticket. */
function partialUpdate(name: string, keys: readonly string[]): WriteRoute {
  return {
    method: 'PUT',
    path: `/tickets/:id/update_${name}`,
    tag: 'tickets',
    summary: `Change the ${name} of a ticket`,
    can: agent,
    body: recordBody(ticket, 'update', { title: `Ticket${pascalCase(name)}Update`, only: keys }),
    response: recordSchema(ticket),
    async write(ctx, input) {
      const attributes = Object.entries(bodyOf(input)).filter(([key]) => keys.includes(key))
      const body = await prepareTicket(ctx, 'update', Object.fromEntries(attributes))
      return (writing) => changeExisting(writing, ticket, input, body)
    },
  }
}

/** Merges two tickets. Existing Zammad clients expect 200 with `failed` for an unknown ticket. */
async function merge(ctx: WriteContext, sourceId: string, number: string): Promise<RouteResponse> {
  const source = toInteger(sourceId)
  const target = await idOfNumber(ctx.db, number)
  if (target === undefined) return failed('The target ticket number could not be found.')
  if (source === undefined || !(await exists(ctx, 'ticket', source)))
    return failed('The source ticket could not be found.')
  const targetText = await readableText(ctx, target)
  await mergeTickets(ctx, source, target)
  const sourceText = await readableText(ctx, source)
  return { body: `{"result":"success","target_ticket":${targetText},"source_ticket":${sourceText}}` }
}

/** Returns a ticket as JSON, with only its id if the caller may not read it. */
const readableText = async (ctx: WriteContext, id: number): Promise<string> =>
  (await isReadable(ctx, ticket, id)) ? representOne(ctx, ticket, id, { mode: 'plain' }) : JSON.stringify({ id })

const failed = (message: string): RouteResponse => ({ body: JSON.stringify({ result: 'failed', message }) })
