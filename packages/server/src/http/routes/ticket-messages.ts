import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { lastMessages } from '../../resources/article/last-messages.ts'
import { followUpEnd } from '../../resources/ticket/related-values.ts'
import { ownershipOf } from '../../resources/ticket/reads.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { Fault } from '../../errors/fault.ts'
import { readIds } from '../paging.ts'
import { idIn } from '../query.ts'
import type { Route } from '../route.ts'

const { ticket } = resources

/** The last message of a ticket, and whether a customer can answer it. */
export const ticketMessageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tickets/last_messages',
    tag: 'tickets',
    summary: 'List the last messages of tickets',
    description:
      'Returns the beginning of the last message of each ticket, for lists. Customers get the last public message. Articles of the service itself are skipped; tickets that the caller does not see are left out.',
    can: ['ticket.agent', 'ticket.customer'],
    parameters: [{ name: 'ids', doc: 'Ids of the tickets, separated by commas.', schema: { type: 'string' } }],
    response: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ticket_id: { type: 'integer' },
          article_id: { type: 'integer' },
          text: { type: 'string', description: 'The first 200 characters in one line, without quoted lines.' },
          internal: { type: 'boolean' },
          author_id: {
            type: 'integer',
            description: 'Id of the user who wrote the message, or on whose behalf an agent wrote it.',
          },
          author: { type: 'string', description: 'First and last name.' },
          created_at: { type: 'string', format: 'date-time' },
        },
        required: ['ticket_id', 'article_id', 'text', 'internal', 'author_id', 'author', 'created_at'],
      },
    },
    cached: true,
    run: async (ctx, { query }) => ({ body: JSON.stringify(await lastMessages(ctx, readIds(query) ?? [])) }),
  },
  {
    method: 'GET',
    path: '/tickets/:id/follow_up',
    tag: 'tickets',
    summary: 'Check whether customers can answer a ticket',
    description: 'A group can refuse answers to closed tickets, at once or after some days.',
    can: ['ticket.agent', 'ticket.customer'],
    response: {
      type: 'object',
      properties: {
        possible: { type: 'boolean' },
        until: {
          type: ['string', 'null'],
          format: 'date-time',
          description:
            'The time until which customers can answer; null if there is no limit, or if they cannot answer at all.',
        },
      },
      required: ['possible', 'until'],
    },
    run: async (ctx, { params }) => ({ body: JSON.stringify(await followUp(ctx, params['id'] ?? '')) }),
  },
]

async function followUp(ctx: Context, idText: string): Promise<{ possible: boolean; until: string | null }> {
  const subject = await ownershipOf(ctx.db, idIn(idText, ticket.model))
  if (!roleFor('see', ctx.actor, subject)) throw new Fault('forbidden')
  const end = await followUpEnd(ctx, subject)
  return { possible: ctx.desk.now().getTime() <= end, until: Number.isFinite(end) ? new Date(end).toISOString() : null }
}
