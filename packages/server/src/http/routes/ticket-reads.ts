import { assetName, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

import { readOne } from '../../kernel/crud.ts'
import { Fault } from '../../errors/fault.ts'
import { represent } from '../../kernel/represent.ts'
import { from } from '../../kernel/scope.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { keepUploads } from '../../resources/article/uploads.ts'
import { assetsOfAll, rowsOf } from '../assets.ts'
import { idIn, type Query, textOf, wholeNumber } from '../query.ts'
import type { Route } from '../route.ts'
import { accessRoute } from './ticket-access.ts'
import { form_meta } from './ticket-all.ts'
import { historyRoute } from './ticket-history.ts'
import { asAgent, owned } from './ticket-owned.ts'
import { filesOf, listed } from './uploads.ts'

const { article, ticket, user } = resources
const assets = { type: 'object', additionalProperties: { type: 'object' } }
const ids = { type: 'array', items: { type: 'integer' } }

/** What is asked about tickets beside lists, pages and searches. */
export const ticketReads: readonly Route[] = [
  historyRoute,
  accessRoute,
  {
    method: 'GET',
    path: '/ticket_related/:id',
    tag: 'tickets',
    summary: 'List related tickets',
    description: 'Returns other tickets of the same customer, and the tickets that the caller viewed last.',
    can: ['ticket.agent'],
    answer: {
      type: 'object',
      properties: { assets, ticket_ids_by_customer: ids, ticket_ids_recent_viewed: ids },
      required: ['assets', 'ticket_ids_by_customer', 'ticket_ids_recent_viewed'],
    },
    async run(ctx, { params }) {
      const id = await asAgent(ctx, params['id'])
      const { customer_id } = await owned(ctx, id)
      const { open, closed } = await ofPerson(ctx, 'customer_id', customer_id)
      const byCustomer = [...open, ...closed].filter((other) => other !== id).slice(0, few)
      const recent = (await recentlyViewed(ctx)).filter((other) => other !== id)
      const body = {
        assets: await assetsOfAll(ctx, [[ticket, [...byCustomer, ...recent]]]),
        ticket_ids_by_customer: byCustomer,
        ticket_ids_recent_viewed: recent,
      }
      return { body: JSON.stringify(body) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_recent',
    tag: 'tickets',
    summary: 'List recently viewed tickets',
    description: 'Views are recorded by `POST /recent_view`.',
    can: ['ticket.agent'],
    answer: {
      type: 'object',
      properties: { assets, ticket_ids_recent_viewed: ids },
      required: ['assets', 'ticket_ids_recent_viewed'],
    },
    async run(ctx) {
      const recent = await recentlyViewed(ctx)
      const body = { assets: await assetsOfAll(ctx, [[ticket, recent]]), ticket_ids_recent_viewed: recent }
      return { body: JSON.stringify(body) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_customer',
    tag: 'tickets',
    summary: 'List the tickets of a customer',
    description: 'Returns open and closed tickets, newest first.',
    can: ['ticket.agent'],
    parameters: [{ name: 'customer_id', doc: 'Id of the user.', schema: { type: 'integer' } }],
    answer: {
      type: 'object',
      properties: { ticket_ids_open: ids, ticket_ids_closed: ids, assets },
      required: ['ticket_ids_open', 'ticket_ids_closed', 'assets'],
    },
    remembered: true,
    async run(ctx, { query }) {
      const customer = idIn(textOf(query, 'customer_id') ?? '', user.model)
      const { open, closed } = await ofPerson(ctx, 'customer_id', customer)
      const found = await assetsOfAll(ctx, [
        [ticket, [...open, ...closed]],
        [user, [customer]],
      ])
      return { body: JSON.stringify({ ticket_ids_open: open, ticket_ids_closed: closed, assets: found }) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_split',
    tag: 'tickets',
    summary: 'Split a ticket',
    description: 'Returns the article that the new ticket starts from, and copies its files into a form.',
    can: ['ticket.agent'],
    parameters: [
      { name: 'ticket_id', doc: 'Id of the ticket.', schema: { type: 'integer' } },
      { name: 'article_id', doc: 'Id of the article.', schema: { type: 'integer' } },
      { name: 'form_id', doc: 'Form that receives the files.', schema: { type: 'string' } },
    ],
    answer: {
      type: 'object',
      properties: { assets, attachments: { type: 'array', items: { type: 'object' } } },
      required: ['assets', 'attachments'],
    },
    run: async (ctx, { query }) => ({ body: JSON.stringify(await split(ctx, query)) }),
  },
  {
    method: 'GET',
    path: '/ticket_create',
    tag: 'tickets',
    summary: 'Get form data for a new ticket',
    description: 'Exists for programs that call it; it holds nothing that the fields do not.',
    can: [],
    answer: { type: 'object', properties: { form_meta: { type: 'object' } }, required: ['form_meta'] },
    run: () => ({ body: JSON.stringify({ assets: {}, form_meta }) }),
  },
  statsBy('GET'),
  statsBy('POST'),
]

/** The article and its ticket; the files of a split stand in the new ticket too, so a form takes them over. */
async function split(ctx: Context, query: Query): Promise<object> {
  const ticketId = await asAgent(ctx, textOf(query, 'ticket_id'))
  const id = idIn(textOf(query, 'article_id') ?? '', article.model)
  const rows = await readOne(ctx, article, id, { mode: 'columns', fields: ['ticket_id'] })
  if (rows.cells[0]?.[1] !== ticketId) throw new Fault('forbidden')
  const form = textOf(query, 'form_id') ?? ''
  const files = await filesOf(ctx, id)
  const kept =
    form === '' || files.length === 0
      ? []
      : await unitOfWork(ctx.desk, ctx.actor.id, (unit) => keepUploads(unit, form, files))
  const shown = await rowsOf(ctx, article, [id])
  const [text] = await represent(ctx, shown, { mode: 'expand' })
  const all = await assetsOfAll(ctx, [[ticket, [ticketId]]])
  return {
    assets: { ...all, [assetName(article)]: { [id]: JSON.parse(text as string) } },
    attachments: files.map((one, at) => listed(kept[at], one)),
  }
}

/** So many tickets of a customer stand beside another one. */
const few = 15

function statsBy(method: 'GET' | 'POST'): Route {
  return {
    method,
    path: '/ticket_stats',
    tag: 'tickets',
    summary: 'Get ticket counts of a user and an organization',
    description: 'Returns the ids of open and closed tickets that the caller may read.',
    can: [],
    parameters: [
      { name: 'user_id', doc: 'Id of a user.', schema: { type: 'integer', minimum: 1 } },
      { name: 'organization_id', doc: 'Id of an organization.', schema: { type: 'integer', minimum: 1 } },
    ],
    answer: {
      type: 'object',
      properties: { user: { type: 'object' }, organization: { type: 'object' }, assets },
      required: ['assets'],
    },
    async run(ctx, { query }) {
      const of = async (column: 'customer_id' | 'organization_id', id: number | undefined) => {
        if (id === undefined) return {}
        const { open, closed } = await ofPerson(ctx, column, id)
        return { open_ids: open, closed_ids: closed }
      }
      const [person, house] = [idOf(query, 'user_id'), idOf(query, 'organization_id')]
      const [byUser, byOrganization] = [await of('customer_id', person), await of('organization_id', house)]
      const all = [byUser, byOrganization].flatMap(({ open_ids = [], closed_ids = [] }) => [...open_ids, ...closed_ids])
      const body = { user: byUser, organization: byOrganization, assets: await assetsOfAll(ctx, [[ticket, all]]) }
      return { body: JSON.stringify(body) }
    },
  }
}

const idOf = (query: Query, name: string): number | undefined =>
  query[name] === '' || query[name] === null ? undefined : wholeNumber(query, name, 1, Number.MAX_SAFE_INTEGER)

/** Tickets that the caller sees, the last changed first. */
async function ofPerson(ctx: Context, column: 'customer_id' | 'organization_id', id: number) {
  const of = async (isOpen: boolean) => {
    const done = sql<boolean>`state_id in (select s.id from ticket_states s
      join ticket_state_types t on t.id = s.state_type_id where t.name in ('closed', 'merged', 'removed'))`
    const rows = await from(ctx, ticket)
      .select('tickets.id')
      .where(`tickets.${column}`, '=', id)
      .where((eb) => (isOpen ? eb.not(done) : done))
      .orderBy('tickets.change', 'desc')
      .limit(few)
      .execute()
    return rows.map((row) => row['id'] as number)
  }
  return { open: await of(true), closed: await of(false) }
}

/** What the caller looked at last, as far as they still see it. */
async function recentlyViewed(ctx: Context): Promise<number[]> {
  const rows = await ctx.db.sql
    .selectFrom('recent_views')
    .select('ticket_id')
    .where('user_id', '=', ctx.actor.id)
    .orderBy('viewed_at', 'desc')
    .orderBy('ticket_id', 'desc')
    .limit(few)
    .execute()
  const viewed = rows.map(({ ticket_id }) => ticket_id)
  const seen = new Set((await rowsOf(ctx, ticket, viewed)).cells.map(([id]) => id))
  return viewed.filter((id) => seen.has(id))
}
