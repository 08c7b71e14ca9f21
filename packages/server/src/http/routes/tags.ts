import { resources } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { answerPage, listParameters, readPageOf } from '../paging.ts'
import { idIn, textOf, wholeNumber } from '../query.ts'
import type { Route } from '../route.ts'
import { type Context, may } from '../../kernel/context.ts'
import { readOne } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/fault.ts'
import { from } from '../../kernel/scope.ts'

const named = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } }, required: ['tags'] }

/** What stands on no ticket that the caller sees would tell of the others. */
const onTicket = (ctx: Context): Expression<SqlBool> =>
  sql<SqlBool>`exists ${from(ctx, resources.ticket)
    .innerJoin('tickets_tags as pair', 'pair.ticket_id', 'tickets.id')
    .select(sql`1`.as('one'))
    .where('pair.tag_id', '=', sql.ref('tags.id'))}`

export const tagRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tags',
    tag: 'tags',
    doc: 'The tags of a ticket.',
    can: [],
    parameters: [
      { name: 'object', doc: '`Ticket`.', schema: { type: 'string', enum: ['Ticket'] } },
      { name: 'o_id', doc: 'The id of the ticket.', schema: { type: 'integer' } },
    ],
    answer: named,
    remembered: true,
    async run(ctx, { query }) {
      const object = textOf(query, 'object')
      if (object !== 'Ticket') throw invalid('object', `object: only Ticket has tags, got ${JSON.stringify(object)}.`)
      const id = idIn(textOf(query, 'o_id') ?? '', 'Ticket')
      // Whoever may not read the ticket may not read its tags.
      await readOne(ctx, resources.ticket, id, { mode: 'columns', fields: ['id'] })
      const rows = await ctx.db.sql
        .selectFrom('tickets_tags')
        .innerJoin('tags', 'tags.id', 'tickets_tags.tag_id')
        .select('tags.name')
        .where('tickets_tags.ticket_id', '=', id)
        .orderBy('tags.id')
        .execute()
      return { body: JSON.stringify({ tags: rows.map((row) => row.name) }) }
    },
  },
  {
    method: 'GET',
    path: '/tag_list',
    tag: 'tags',
    doc: 'All tags by name, with the number of tickets that have them.',
    can: ['admin.tag'],
    parameters: listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
    answer: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, count: { type: 'integer' } },
        required: ['id', 'name', 'count'],
      },
    },
    remembered: true,
    async run(ctx, { query, url }) {
      // A cursor or an order that it seemed to accept would send a client round for ever.
      for (const name of ['after', 'sort_by', 'order_by', 'ids']) {
        if (query[name] !== undefined) throw invalid(name, `${name}: the tags come by name; leave it out.`)
      }
      const page = readPageOf(ctx, resources.tag, query)
      const rows = await ctx.db.sql
        .selectFrom('tags')
        .select((eb) => [
          'id',
          'name',
          eb
            .selectFrom('tickets_tags')
            .select((pair) => pair.fn.countAll<number>().as('count'))
            .whereRef('tickets_tags.tag_id', '=', 'tags.id')
            .as('count'),
        ])
        .orderBy(sql`name collate ${sql.raw(ctx.db.dialect.binary)}`)
        .orderBy('id')
        .limit(page.perPage)
        .offset((page.page - 1) * page.perPage)
        .execute()
      const { total } = await ctx.db.sql
        .selectFrom('tags')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return answerPage(url, page, { body: JSON.stringify(rows), total, ids: [] })
    },
  },
  {
    method: 'GET',
    path: '/tag_search',
    tag: 'tags',
    doc: 'Tags that begin with a term: those of tickets that the caller sees; all of them for who looks after tags.',
    can: [],
    parameters: [
      { name: 'term', doc: 'The beginning of the name.', schema: { type: 'string' } },
      { name: 'limit', doc: 'At most so many.', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 } },
    ],
    answer: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'integer' }, value: { type: 'string' } } },
    },
    remembered: true,
    async run(ctx, { query }) {
      const term = (textOf(query, 'term') ?? '').toLowerCase()
      const rows = await ctx.db.sql
        .selectFrom('tags')
        .select(['id', 'name as value'])
        .$if(!may(ctx.actor, 'admin.tag'), (tags) => tags.where(onTicket(ctx)))
        // The database counts characters, JavaScript counts halves of some.
        .where(sql<boolean>`substr(name_downcase, 1, ${Array.from(term).length}) = ${term}`)
        .orderBy('name_downcase')
        .limit(wholeNumber(query, 'limit', 1, 1000) ?? 10)
        .execute()
      return { body: JSON.stringify(rows) }
    },
  },
]
