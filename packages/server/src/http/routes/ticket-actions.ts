import { resources } from '@deskbell/contract'
import { readOne, representOne } from '../../kernel/crud.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Writing } from '../../kernel/rules.ts'
import { part } from '../../writing/unit-of-work.ts'
import { prepareArticle, type Prepared } from '../../resources/article/prepare.ts'
import { applyEffect } from '../../resources/macro/apply.ts'
import { effectOf } from '../../resources/macro/perform.ts'
import { mergeTickets } from '../../resources/ticket/merge.ts'
import { idsIn, prepareTicket } from '../../resources/ticket/prepare.ts'
import { exists } from '../../writing/lookup.ts'
import { change } from '../../writing/write.ts'
import { asWhole } from '../../writing/values.ts'
import { idIn, type Query } from '../query.ts'
import { told } from '../reply.ts'
import type { Answer, WriteRoute } from '../route.ts'
import { recordSchema } from '../schemas.ts'
import { answerOf, bodyOf, known } from './writes.ts'

const { macro, ticket } = resources
const agent = ['ticket.agent'] as const

/** More than this in one transaction would hold up everybody else who writes. */
const mostTickets = 500

const ids = { type: 'array', items: { type: 'integer' }, maxItems: mostTickets }
const results = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      description: 'One for each ticket, in their order.',
      items: {
        type: 'object',
        properties: {
          ticket_id: { type: 'integer' },
          success: { type: 'boolean' },
          status: { type: 'integer' },
          error: { type: 'string' },
        },
        required: ['ticket_id', 'success', 'status'],
      },
    },
  },
  required: ['results'],
}

/** What can be done with tickets beside creating, changing and removing them. */
export const ticketActions: readonly WriteRoute[] = [
  {
    method: 'PUT',
    path: '/ticket_merge/:source_id/:target_number',
    tag: 'tickets',
    doc: 'Makes one ticket of two: everything of the first, by its id, goes to the second, by its number.',
    can: agent,
    answer: {
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
  updateOf('title', ['title']),
  updateOf('customer', ['customer', 'customer_id', 'organization', 'organization_id']),
  {
    method: 'POST',
    path: '/tickets/mass_update',
    tag: 'tickets',
    doc: `The same change to up to ${mostTickets} tickets; each stands for itself.`,
    can: agent,
    body: {
      type: 'object',
      properties: { ids, attributes: { type: 'object', description: 'What the update of a ticket takes.' } },
      required: ['ids', 'attributes'],
    },
    answer: results,
    async write(ctx, { query }) {
      const wanted = ticketsIn(query)
      const attributes = objectIn(query, 'attributes')
      const article = query['article'] === undefined ? {} : { article: query['article'] }
      const body = await prepareTicket(ctx, 'update', { ...attributes, ...article })
      return (writing) => forEach(writing, wanted, async (id) => void (await change(writing, ticket, id, body)))
    },
  },
  {
    method: 'POST',
    path: '/tickets/mass_macro',
    tag: 'tickets',
    doc: `Runs a macro on up to ${mostTickets} tickets; each stands for itself.`,
    can: agent,
    body: {
      type: 'object',
      properties: { ids, macro_id: { type: 'integer' } },
      required: ['ids', 'macro_id'],
    },
    answer: results,
    async write(ctx, { query }) {
      const wanted = ticketsIn(query)
      const effect = effectOf(ctx, await performOf(ctx, query))
      const articles: Prepared[] = []
      for (const article of effect.articles) articles.push(await prepareArticle(ctx, article))
      return (writing) => forEach(writing, wanted, (id) => applyEffect(writing, id, effect, articles))
    },
  },
  {
    method: 'POST',
    path: '/recent_view',
    tag: 'tickets',
    doc: 'Notes that the caller looked at a ticket, for `/ticket_recent`.',
    can: [],
    body: {
      type: 'object',
      properties: { object: { type: 'string', enum: ['Ticket'] }, o_id: { type: 'integer' } },
      required: ['object', 'o_id'],
    },
    answer: { type: 'object' },
    write:
      (_, { query }) =>
      async (ctx) => {
        if (query['object'] !== 'Ticket') throw invalid('object', 'object: only a Ticket can be looked at.')
        const id = idIn(String(asWhole(query['o_id']) ?? ''), ticket.model)
        await readOne(ctx, ticket, id, { mode: 'columns', fields: ['id'] })
        const view = { user_id: ctx.actor.id, ticket_id: id, viewed_at: ctx.unit.now }
        await ctx.unit.db.sql
          .insertInto('recent_views')
          .values(view)
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'ticket_id']).doUpdateSet({ viewed_at: view.viewed_at }),
          )
          .execute()
        return { body: '{}' }
      },
  },
]

/** A part of a ticket under an address of its own. */
function updateOf(name: string, keys: readonly string[]): WriteRoute {
  const properties = Object.fromEntries(keys.map((key) => [key, {}]))
  return {
    method: 'PUT',
    path: `/tickets/:id/update_${name}`,
    tag: 'tickets',
    doc: `Changes the ${name} of a ticket.`,
    can: agent,
    body: { type: 'object', properties },
    answer: recordSchema(ticket),
    async write(ctx, input) {
      const given = bodyOf(input)
      const body = await prepareTicket(
        ctx,
        'update',
        Object.fromEntries(keys.flatMap((key) => (key in given ? [[key, given[key]]] : []))),
      )
      return async (writing) => {
        const id = await known(writing, ticket, input)
        return answerOf(writing, ticket, await change(writing, ticket, id, body), input)
      }
    },
  }
}

/** Who names a ticket that is not there is told so with 200, as existing clients know it (reference, section 3.13). */
async function merge(ctx: Writing, sourceId: string, number: string): Promise<Answer> {
  const source = asWhole(sourceId)
  const row = await ctx.unit.db.sql.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()
  if (!row) return failed('The target ticket number could not be found.')
  if (source === undefined || !(await exists(ctx, 'ticket', source)))
    return failed('The source ticket could not be found.')
  const target = await representOne(ctx, ticket, row.id, { mode: 'plain' })
  await mergeTickets(ctx, source, row.id)
  const merged = await representOne(ctx, ticket, source, { mode: 'plain' })
  return { body: `{"result":"success","target_ticket":${target},"source_ticket":${merged}}` }
}

const failed = (message: string): Answer => ({ body: JSON.stringify({ result: 'failed', message }) })

function ticketsIn(query: Query): number[] {
  const wanted = idsIn('ids', query['ids'] ?? query['ticket_ids'])
  if (wanted.length === 0) throw invalid('ids', `The required value 'ids' is missing.`)
  if (wanted.length > mostTickets) {
    throw invalid('ids', `ids: at most ${mostTickets} at once, got ${wanted.length}.`)
  }
  return wanted
}

function objectIn(query: Query, name: string): Record<string, unknown> {
  const given = query[name] ?? {}
  if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>
  throw invalid(name, `${name}: expected an object.`)
}

async function performOf(ctx: Context, query: Query): Promise<unknown> {
  const id = asWhole(query['macro_id'])
  if (id === undefined) throw invalid('macro_id', `The required value 'macro_id' is missing.`)
  // A macro of another group is none of theirs.
  await readOne(ctx, macro, id, { mode: 'columns', fields: ['id'] })
  const row = await ctx.db.sql
    .selectFrom('macros')
    .select('perform')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) throw invalid('macro_id', `macro_id: macro ${id} is not active.`)
  return row.perform
}

/** Does the same to each ticket, under a savepoint of its own, so that one refusal undoes nothing of the others. */
async function forEach(ctx: Writing, wanted: readonly number[], work: (id: number) => Promise<void>): Promise<Answer> {
  const list: object[] = []
  for (const id of wanted) {
    try {
      await part(ctx.unit, () => work(id))
      list.push({ ticket_id: id, success: true, status: 200 })
    } catch (failure) {
      // What is no refusal is a mistake of the service, and ends the whole.
      if (!(failure instanceof Fault)) throw failure
      list.push({ ticket_id: id, success: false, status: failure.status, ...told(failure, failure.message) })
    }
  }
  return { body: JSON.stringify({ results: list }) }
}
