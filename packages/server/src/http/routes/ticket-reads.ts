import { assetName, resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { readByIds } from '../../kernel/by-ids.ts'
import { readOne } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { represent } from '../../kernel/represent.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { insertUploads } from '../../resources/article/uploads.ts'
import { assetsOfAll } from '../assets.ts'
import { idIn, type Query, textOf, wholeNumber } from '../query.ts'
import { type Route, signedIn } from '../route.ts'
import { accessRoute } from './ticket-access.ts'
import { historyRoute } from './ticket-history.ts'
import { recentViews, ownershipOf, ticketsOf } from '../../resources/ticket/reads.ts'
import { requireTicketAsAgent } from './ticket-as-agent.ts'
import { filesOf, fileEntry } from './uploads.ts'

const { article, ticket, user } = resources
const assets = { type: 'object', additionalProperties: { type: 'object' } }
const ids = { type: 'array', items: { type: 'integer' } }

/** Maximum number of tickets in a list of related ones. */
const MAX_TICKETS = 15

/** Maximum number of viewed tickets in a response. */
const MAX_VIEWS = 50
const DEFAULT_VIEWS = 10

const recentlyViewedIds = async (ctx: Context): Promise<number[]> =>
  (await recentViews(ctx, MAX_TICKETS)).map(({ ticket_id }) => ticket_id)

/** Reads of tickets other than lists, single tickets and searches. */
export const ticketReads: readonly Route[] = [
  historyRoute,
  accessRoute,
  {
    method: 'GET',
    path: '/ticket_related/:id',
    tag: 'tickets',
    summary: 'List related tickets',
    description: `Returns up to ${MAX_TICKETS} other tickets of the same customer, open ones first, and up to ${MAX_TICKETS} that the caller viewed last.`,
    can: ['ticket.agent'],
    response: {
      type: 'object',
      properties: { assets, ticket_ids_by_customer: ids, ticket_ids_recent_viewed: ids },
      required: ['assets', 'ticket_ids_by_customer', 'ticket_ids_recent_viewed'],
    },
    async run(ctx, { params }) {
      const id = await requireTicketAsAgent(ctx, params['id'])
      const { customer_id } = await ownershipOf(ctx.db, id)
      const { open, closed } = await ticketsOf(ctx, 'customer_id', customer_id, MAX_TICKETS)
      const byCustomer = [...open, ...closed].filter((other) => other !== id).slice(0, MAX_TICKETS)
      const recent = (await recentlyViewedIds(ctx)).filter((other) => other !== id)
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
    description: `Returns up to ${MAX_TICKETS} tickets, the last viewed first. Views are recorded by \`POST /recent_view\`.`,
    can: ['ticket.agent'],
    response: {
      type: 'object',
      properties: { assets, ticket_ids_recent_viewed: ids },
      required: ['assets', 'ticket_ids_recent_viewed'],
    },
    async run(ctx) {
      const recent = await recentlyViewedIds(ctx)
      const body = { assets: await assetsOfAll(ctx, [[ticket, recent]]), ticket_ids_recent_viewed: recent }
      return { body: JSON.stringify(body) }
    },
  },
  {
    method: 'GET',
    path: '/recent_view',
    tag: 'tickets',
    summary: 'List the tickets that the caller viewed last',
    description:
      'With the time of the last view, so that a page can show what is new since then. Views are recorded by `POST`.',
    can: signedIn,
    parameters: [
      {
        name: 'limit',
        doc: 'Number of tickets.',
        schema: { type: 'integer', minimum: 1, maximum: MAX_VIEWS, default: DEFAULT_VIEWS },
      },
    ],
    response: {
      type: 'object',
      properties: {
        recent_views: {
          type: 'array',
          items: {
            type: 'object',
            properties: { ticket_id: { type: 'integer' }, viewed_at: { type: 'string', format: 'date-time' } },
            required: ['ticket_id', 'viewed_at'],
          },
        },
        assets,
      },
      required: ['recent_views', 'assets'],
    },
    cached: true,
    async run(ctx, { query }) {
      const views = await recentViews(ctx, wholeNumber(query, 'limit', 1, MAX_VIEWS) ?? DEFAULT_VIEWS)
      const viewed = await assetsOfAll(ctx, [[ticket, views.map(({ ticket_id }) => ticket_id)]])
      return { body: JSON.stringify({ recent_views: views, assets: viewed }) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_customer',
    tag: 'tickets',
    summary: 'List the tickets of a customer',
    description: `Returns up to ${MAX_TICKETS} open and ${MAX_TICKETS} closed tickets, the last changed first.`,
    can: ['ticket.agent'],
    parameters: [{ name: 'customer_id', doc: 'Id of the user.', schema: { type: 'integer' } }],
    response: {
      type: 'object',
      properties: { ticket_ids_open: ids, ticket_ids_closed: ids, assets },
      required: ['ticket_ids_open', 'ticket_ids_closed', 'assets'],
    },
    cached: true,
    async run(ctx, { query }) {
      const customer = idIn(textOf(query, 'customer_id') ?? '', user.model)
      const { open, closed } = await ticketsOf(ctx, 'customer_id', customer, MAX_TICKETS)
      const related = await assetsOfAll(ctx, [
        [ticket, [...open, ...closed]],
        [user, [customer]],
      ])
      return { body: JSON.stringify({ ticket_ids_open: open, ticket_ids_closed: closed, assets: related }) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_split',
    tag: 'tickets',
    summary: 'Get the form data for splitting a ticket',
    description: 'Returns the article that the new ticket starts from, and copies its files into a form.',
    can: ['ticket.agent'],
    parameters: [
      { name: 'ticket_id', doc: 'Id of the ticket.', schema: { type: 'integer' } },
      { name: 'article_id', doc: 'Id of the article.', schema: { type: 'integer' } },
      { name: 'form_id', doc: 'Form that receives the files.', schema: { type: 'string' } },
    ],
    response: {
      type: 'object',
      properties: { assets, attachments: { type: 'array', items: { type: 'object' } } },
      required: ['assets', 'attachments'],
    },
    run: async (ctx, { query }) => ({ body: JSON.stringify(await split(ctx, query)) }),
  },
  statsRoute('GET'),
  statsRoute('POST'),
]

/** Reads the article and its ticket, and copies the files of the article to the form of the new ticket. */
async function split(ctx: Context, query: Query): Promise<object> {
  const ticketId = await requireTicketAsAgent(ctx, textOf(query, 'ticket_id'))
  const id = idIn(textOf(query, 'article_id') ?? '', article.model)
  const rows = await readOne(ctx, article, id, { mode: 'columns', fields: ['ticket_id'] })
  if (rows.cells[0]?.[rows.columns.indexOf('ticket_id')] !== ticketId) throw new Fault('forbidden')
  const form = textOf(query, 'form_id') ?? ''
  const files = await filesOf(ctx, id)
  const copiedIds =
    form === '' || files.length === 0
      ? []
      : await unitOfWork(ctx.desk, ctx.actor.id, (unit) => insertUploads(unit, form, files))
  const [text] = await represent(ctx, await readByIds(ctx, article, [id]), { mode: 'expand' })
  const ticketAssets = await assetsOfAll(ctx, [[ticket, [ticketId]]])
  return {
    assets: { ...ticketAssets, [assetName(article)]: { [id]: JSON.parse(text as string) } },
    attachments: files.map((file, index) => fileEntry(copiedIds[index], file)),
  }
}

function statsRoute(method: 'GET' | 'POST'): Route {
  return {
    method,
    path: '/ticket_stats',
    tag: 'tickets',
    summary: 'List the open and closed tickets of a user and an organization',
    description: `Returns ids of tickets that the caller may read, the last changed first: up to ${MAX_TICKETS} open and ${MAX_TICKETS} closed ones of the user, and as many of the organization.`,
    can: signedIn,
    parameters: [
      { name: 'user_id', doc: 'Id of a user.', schema: { type: 'integer', minimum: 1 } },
      { name: 'organization_id', doc: 'Id of an organization.', schema: { type: 'integer', minimum: 1 } },
    ],
    response: {
      type: 'object',
      properties: { user: { type: 'object' }, organization: { type: 'object' }, assets },
      required: ['assets'],
    },
    async run(ctx, { query }) {
      const idsBy = async (column: 'customer_id' | 'organization_id', id: number | undefined) => {
        if (id === undefined) return {}
        const { open, closed } = await ticketsOf(ctx, column, id, MAX_TICKETS)
        return { open_ids: open, closed_ids: closed }
      }
      const byUser = await idsBy('customer_id', idOf(query, 'user_id'))
      const byOrganization = await idsBy('organization_id', idOf(query, 'organization_id'))
      const tickets = [byUser, byOrganization].flatMap(({ open_ids = [], closed_ids = [] }) => [
        ...open_ids,
        ...closed_ids,
      ])
      const body = { user: byUser, organization: byOrganization, assets: await assetsOfAll(ctx, [[ticket, tickets]]) }
      return { body: JSON.stringify(body) }
    },
  }
}

const idOf = (query: Query, name: string): number | undefined =>
  query[name] === '' || query[name] === null ? undefined : wholeNumber(query, name, 1, Number.MAX_SAFE_INTEGER)
