import { resources } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { idIn, type Query, textOf, wholeNumber } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'
import { tagListRoute } from './tag-list.ts'
import { addTags, createTag, deleteTag, removeTag, renameTag } from '../../resources/tag/actions.ts'
import { changeable } from '../../resources/ticket/changeable.ts'
import { type Context, may } from '../../kernel/context.ts'
import { readOne } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/fault.ts'
import { from } from '../../kernel/scope.ts'
import { update } from '../../writing/unit-of-work.ts'

const named = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } }, required: ['tags'] }

/** What stands on no ticket that the caller sees would tell of the others. */
const onTicket = (ctx: Context): Expression<SqlBool> =>
  sql<SqlBool>`exists ${from(ctx, resources.ticket)
    .innerJoin('tickets_tags as pair', 'pair.ticket_id', 'tickets.id')
    .select(sql`1`.as('one'))
    .where('pair.tag_id', '=', sql.ref('tags.id'))}`

const onTicketBody = {
  type: 'object',
  properties: {
    object: { type: 'string', enum: ['Ticket'] },
    o_id: { type: 'integer', description: 'The id of the ticket.' },
    item: { type: 'string', description: 'The tag.' },
  },
  required: ['object', 'o_id', 'item'],
}
const nameBody = { type: 'object', properties: { name: { type: 'string', maxLength: 250 } }, required: ['name'] }
const nothing = { type: 'object', maxProperties: 0 }

/** The ticket that a body names. @throws Fault `invalid` for another kind of object. */
function ticketIn(query: Query): number {
  const object = textOf(query, 'object')
  if (object !== 'Ticket') throw invalid('object', `object: only Ticket has tags, got ${JSON.stringify(object)}.`)
  return idIn(textOf(query, 'o_id') ?? '', 'Ticket')
}

/** What is done with the tags of a ticket; the oddities of the statuses are those of the reference, section 3.10. */
const ticketTags: readonly WriteRoute[] = [
  {
    method: 'POST',
    path: '/tags/add',
    tag: 'tags',
    doc: 'Marks a ticket with a tag. One that is there already changes nothing.',
    can: ['ticket.agent'],
    body: onTicketBody,
    status: 201,
    answer: { type: 'boolean', const: true },
    write:
      (_, { query }) =>
      async (ctx) => {
        const { id } = await changeable(ctx, ticketIn(query))
        if (await addTags(ctx, id as number, [query['item']])) await update(ctx.unit, 'ticket', id as number, {})
        return { status: 201, body: 'true' }
      },
  },
  {
    method: 'DELETE',
    path: '/tags/remove',
    tag: 'tags',
    doc: 'Takes a tag off a ticket; by a body or by the query. One that is not there changes nothing.',
    can: ['ticket.agent'],
    body: onTicketBody,
    answer: { type: 'boolean', const: true },
    write:
      (_, { query }) =>
      async (ctx) => {
        const { id } = await changeable(ctx, ticketIn(query))
        if (await removeTag(ctx, id as number, query['item'])) await update(ctx.unit, 'ticket', id as number, {})
        return { body: 'true' }
      },
  },
]

/** Looking after tags. */
const tagList: readonly WriteRoute[] = [
  {
    method: 'POST',
    path: '/tag_list',
    tag: 'tags',
    doc: 'Makes a tag. One that is there already is left as it is.',
    can: ['admin.tag'],
    body: nameBody,
    answer: nothing,
    write:
      (_, { query }) =>
      async (ctx) => {
        await createTag(ctx, query['name'])
        return { body: '{}' }
      },
  },
  {
    method: 'PUT',
    path: '/tag_list/:id',
    tag: 'tags',
    doc: 'Gives a tag another name on every ticket; with the name of another tag, the two become one.',
    can: ['admin.tag'],
    body: nameBody,
    answer: nothing,
    write:
      (_, { params, query }) =>
      async (ctx) => {
        await renameTag(ctx, idIn(params['id'] ?? '', 'Tag'), query['name'])
        return { body: '{}' }
      },
  },
  {
    method: 'DELETE',
    path: '/tag_list/:id',
    tag: 'tags',
    doc: 'Takes a tag off every ticket and forgets it.',
    can: ['admin.tag'],
    answer: nothing,
    write:
      (_, { params }) =>
      async (ctx) => {
        await deleteTag(ctx, idIn(params['id'] ?? '', 'Tag'))
        return { body: '{}' }
      },
  },
]

export const tagRoutes: readonly (Route | WriteRoute)[] = [
  ...ticketTags,
  ...tagList,
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
      const id = ticketIn(query)
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
  tagListRoute,
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
