import { resources } from '@deskbell/contract'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { articleBody, prepareArticle } from '../../resources/article/prepare.ts'
import { withCustomer } from '../../resources/ticket/customer.ts'
import { notifyAgents } from '../../resources/ticket/notify.ts'
import { prepareTicket } from '../../resources/ticket/prepare.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { updateCounters } from '../../resources/ticket/counters.ts'
import { invalidParam, missing, toInteger } from '../../writing/values.ts'
import { create, recordOf, remove, type Written } from '../../writing/write.ts'
import { idIn } from '../query.ts'
import { type Input, type RouteResponse, signedIn, type WriteRoute } from '../route.ts'
import { newArticle } from '../new-article.ts'
import { readExtra, recordBody } from '../record-body.ts'
import { allOf, wantsAll } from './ticket-all.ts'
import { ownershipOf } from '../../resources/ticket/reads.ts'
import {
  respondWithRecord,
  bodyOf,
  changeExisting,
  createRoute,
  deleteRoute,
  existingId,
  updateRoute,
} from './writes.ts'

const { article, ticket } = resources

/** The schema of the customer of a new ticket. */
const customer = {
  anyOf: [{ type: 'string' }, { type: 'object' }],
  description:
    'The customer by login or e-mail address, or the attributes of a user who is created if unknown; ignored if `customer_id` is given.',
}

/** The routes that write tickets and articles. Work that needs no transaction, such as storing files, is done before it. */
export const ticketWrites: readonly WriteRoute[] = [
  {
    ...createRoute(ticket),
    files: true,
    body: recordBody(ticket, 'create', { properties: { customer, article: newArticle } }),
    summary: 'Create a ticket',
    description: 'Creates a ticket together with its first article, tags, mentions and links, all or none.',
    async write(ctx, input) {
      const body = await prepareTicket(ctx, 'create', bodyOf(input))
      return async (writing) =>
        respondWithTicket(writing, await create(writing, ticket, await withCustomer(writing, body)), input, 201)
    },
  },
  {
    ...updateRoute(ticket),
    files: true,
    body: recordBody(ticket, 'update', { properties: { article: newArticle } }),
    summary: 'Update a ticket',
    description: 'Changes only what the body names; `article` adds an article.',
    async write(ctx, input) {
      const body = await prepareTicket(ctx, 'update', bodyOf(input))
      return (writing) =>
        changeExisting(writing, ticket, input, body, (written) => respondWithTicket(writing, written, input, 200))
    },
  },
  {
    ...deleteRoute(ticket),
    summary: 'Delete a ticket',
    description: 'Deletes the ticket with everything that belongs to it. Only administrators may do this.',
    // The rules of tickets check the permission, with a reason in the error.
    can: signedIn,
    response: 'text/html',
    write: (_, input) => async (writing) => {
      await remove(writing, ticket, await existingId(writing, ticket, input))
      // Existing Zammad clients expect an empty body.
      return { body: '', headers: { 'content-type': 'text/html; charset=utf-8' } }
    },
  },
  {
    ...createRoute(article),
    files: true,
    summary: 'Create an article',
    description:
      'Adds an article with its attachments to a ticket. E-mail articles of agents are sent if the group has a sender address with a channel.',
    async write(ctx, input) {
      const body = readExtra(article, 'create', bodyOf(input))
      await checkMayAnswer(ctx, body['ticket_id'])
      const prepared = await prepareArticle(ctx, body)
      return async (writing) => {
        const written = await create(writing, article, articleBody(prepared, prepared.values['ticket_id']))
        await notifyAgents(writing, prepared.values['ticket_id'] as number, 'update')
        return respondWithRecord(writing, article, written, input, 201)
      }
    },
  },
  {
    ...updateRoute(article),
    summary: 'Update an article',
    description: 'Changes the visibility and the highlighted passages of an article. Nothing else can be changed.',
    // A caller can have `change` without `read` in a group, so the route does not require that the caller can read the
    // article. The rules of articles check the permission.
    write: (_, input) => (writing) => changeExisting(writing, article, input, bodyOf(input)),
  },
  {
    ...deleteRoute(article),
    summary: 'Delete an article',
    description:
      'Only notes and internal articles of the caller can be deleted, within ten minutes unless the setting `ui_ticket_zoom_article_delete_timeframe` has another time.',
    write: (_, input) => async (writing) => {
      const id = idIn(input.params['id'] ?? '', article.model)
      const { ticket_id } = await recordOf(writing, article, id)
      await remove(writing, article, id)
      await updateCounters(writing, ticket_id as number)
      return { body: '{}' }
    },
  },
]

/**
 * Checks that the caller may answer the ticket, before files are stored. The rules check it again inside the
 * transaction.
 * @throws Fault `not_found`, `forbidden`, `invalid` if `ticket_id` is missing or not a number.
 */
async function checkMayAnswer(ctx: Context, ticketId: unknown): Promise<void> {
  if (ticketId === undefined || ticketId === null || ticketId === '') throw missing('ticket_id')
  const id = toInteger(ticketId)
  if (id === undefined) throw invalidParam('ticket_id', ticketId)
  if (!roleFor('answer', ctx.actor, await ownershipOf(ctx.db, id))) throw new Fault('forbidden')
}

/** Returns the response to a write: the ticket, or everything about it. */
async function respondWithTicket(
  ctx: WriteContext,
  written: Written,
  input: Input,
  status: 200 | 201,
): Promise<RouteResponse> {
  const response = await respondWithRecord(ctx, ticket, written, input, status)
  return wantsAll(input.query) ? { ...response, body: await allOf(ctx, written.id) } : response
}
