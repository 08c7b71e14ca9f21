import { assetName, type Resource, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import type { Page } from '../../kernel/page.ts'
import { represent } from '../../kernel/represent.ts'
import { columnsFor, type Shape } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { groupsOf } from '../../resources/overview/groups.ts'
import { pageOf } from '../../resources/overview/pages.ts'
import {
  inPreferredOrder,
  listByLink,
  orderOf,
  overviewsOf,
  savedViewsOf,
  type TicketList,
  ticketsOf,
} from '../../resources/overview/tickets.ts'
import { respondWithPage, MAX_PAGE_SIZE, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { flag, names, type Query, textOf } from '../query.ts'
import { type Input, type Parameter, type Route, type RouteResponse, signedIn } from '../route.ts'
import { searchRequestIn, requestParameters } from './search-request.ts'

const { ticket } = resources

const overviewCount = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    prio: { type: 'integer' },
    link: { type: 'string' },
    count: { type: 'integer', description: 'Number of tickets that the overview shows to the caller.' },
  },
  required: ['id', 'name', 'prio', 'link', 'count'],
}

const overviewTickets = {
  title: 'OverviewTickets',
  type: 'object',
  properties: {
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    index: {
      type: 'object',
      description: 'Empty if there is no such overview.',
      properties: {
        overview: {
          type: 'object',
          properties: { id: { type: 'integer' }, name: { type: 'string' }, view: { type: 'string' } },
        },
        tickets: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'integer' }, updated_at: { type: 'string' } } },
        },
        count: { type: 'integer' },
        groups: {
          type: 'array',
          description: 'With `groups`: the groups in the order of the list.',
          items: {
            type: 'object',
            properties: { value: { type: ['integer', 'null'] }, count: { type: 'integer' } },
            required: ['value', 'count'],
          },
        },
      },
    },
  },
  required: ['assets', 'index'],
}

const parameters: readonly Parameter[] = [
  { name: 'view', doc: 'Link of an overview or a saved view.', schema: { type: 'string' } },
  {
    name: 'first',
    doc: 'Without `view`: return the tickets of the first list of the caller, whose link need not be known.',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'saved_views',
    doc: 'Also list the saved views of the caller. Their links are `saved:` and the id.',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'groups',
    doc: 'With `view` or `first`: also count the tickets of each group of a list with `group_by`, unless `sort_by` is given.',
    schema: { type: 'boolean', default: false },
  },
  ...listParameters.filter(({ name }) => ['page', 'per_page', 'limit', 'sort_by', 'order_by'].includes(name)),
  ...viewParameters.filter(({ name }) => name === 'fields'),
  ...requestParameters,
]

const description =
  'Returns each overview with its number of tickets; with `view` or `first`, the tickets of one overview, in its order or that of `sort_by`. `query` and `condition` select some of these tickets. `fields` limits the keys of the tickets in `assets`; `id`, `state_id` and `updated_at` are always present.'

const shared = {
  path: '/ticket_overviews',
  tag: 'overviews',
  can: signedIn,
  parameters,
  description,
  response: { oneOf: [{ type: 'array', items: overviewCount }, overviewTickets] },
  run: listOverviews,
} as const

/** The routes of overviews. Their responses are not cached, because the condition of an overview may depend on the time. */
export const overviewRoutes: readonly Route[] = [
  { ...shared, method: 'GET', summary: 'List the overviews of the caller' },
  { ...shared, method: 'POST', summary: 'Search the tickets of an overview' },
]

async function listOverviews(ctx: Context, input: Input): Promise<RouteResponse> {
  const { query } = input
  const view = textOf(query, 'view')
  if (view === undefined && !flag(query, 'first')) {
    return { body: JSON.stringify(await countLists(ctx, await listsOf(ctx, flag(query, 'saved_views')))) }
  }
  const list = view === undefined ? (await listsOf(ctx, true))[0] : await listByLink(ctx, view)
  // Existing Zammad clients expect an empty response for a deleted overview.
  if (!list) return { body: '{"assets":{},"index":{}}' }
  return readOverview(ctx, list, input)
}

/** Returns the overviews of the caller, and their saved views if requested, in the order that the caller prefers. */
async function listsOf(ctx: Context, withSavedViews: boolean): Promise<readonly TicketList[]> {
  return inPreferredOrder(ctx, [...(await overviewsOf(ctx)), ...(withSavedViews ? await savedViewsOf(ctx) : [])])
}

async function countLists(ctx: Context, lists: readonly TicketList[]): Promise<object[]> {
  const counted: object[] = []
  for (const list of lists) {
    const { id, name, prio, link } = list
    counted.push({ id, name, prio, link, count: await countOf(ctx, list) })
  }
  return counted
}

/**
 * Counts the tickets of a list; 0 if its condition is invalid, for example because a saved view names a deleted custom
 * field.
 */
async function countOf(ctx: Context, list: TicketList): Promise<number> {
  try {
    return await (await ticketsOf(ctx, list)).count()
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'invalid') return 0
    throw failure
  }
}

async function readOverview(ctx: Context, list: TicketList, { query, url }: Input): Promise<RouteResponse> {
  const page = readPage(ctx, list, query)
  const { fields } = readView(ctx, ticket, query)
  const shape: Shape = { mode: 'ids', ...(fields ? { fields: [...fields, ...alwaysShown] } : {}) }
  const ticketsInList = await ticketsOf(ctx, list, searchRequestIn(query))
  const rows = await pageOf(ctx, ticketsInList, page, shape)
  const count = await ticketsInList.count()
  const updatedAt = rows.columns.indexOf('updated_at')
  const tickets = rows.cells.map((row) => ({ id: row[0], updated_at: row[updatedAt] }))
  const { id, name, link, updated_at } = list
  const isGrouped = flag(query, 'groups') && !names(query, 'sort_by')
  const groups = isGrouped ? await groupsOf(list, ticketsInList) : undefined
  const index = { overview: { id, name, view: link, updated_at }, tickets, count, groups }
  const body = `{"assets":${await assetsOfList(ctx, list, rows, shape)},"index":${JSON.stringify(index)}}`
  return respondWithPage(url, page, { body, total: count, ids: [] })
}

/** Keys of tickets that are read even if they were not requested, because the response is built from them. */
const alwaysShown = ['id', 'state_id', 'updated_at']

/** Reads the page. The default order is that of the overview; the default size is the largest, for clients that show it whole. */
function readPage(ctx: Context, list: TicketList, query: Query): Page {
  const isSized = query['per_page'] !== undefined || query['limit'] !== undefined
  const page = readPageOf(ctx, ticket, isSized ? query : { ...query, per_page: MAX_PAGE_SIZE })
  if (!names(query, 'sort_by') && !names(query, 'order_by')) return { ...page, sort: orderOf(list) }
  // An empty sort stands for the order of ids, in which other lists are by default.
  return page.sort.length > 0 ? page : { ...page, sort: [{ column: 'id', order: 'asc' }] }
}

/** Returns the tickets and their related records, the overview itself, and the states, which clients of this route expect. */
async function assetsOfList(ctx: Context, { id, resource }: TicketList, rows: Rows, shape: Shape): Promise<string> {
  const state = resources.ticket_state
  const stateColumn = rows.columns.indexOf('state_id')
  const states = [...new Set(rows.cells.map((row) => row[stateColumn] as number))]
  const overview = `"${assetName(resource)}":${await recordsOf(ctx, resource, [id])}`
  const overviewAndStates = `${overview},"${assetName(state)}":${await recordsOf(ctx, state, states)}`
  const assets = await assetsOf(ctx, rows, shape)
  return assets === '{}' ? `{${overviewAndStates}}` : `${assets.slice(0, -1)},${overviewAndStates}}`
}

async function recordsOf(ctx: Context, resource: Resource, ids: readonly number[]): Promise<string> {
  const columns = columnsFor(resource, { mode: 'ids' })
  const query = from(ctx, resource)
    .select(selection(ctx, resource, columns))
    .where(`${resource.path}.id`, 'in', ids)
  const rows: Rows = { resource, columns, cells: ids.length === 0 ? [] : await ctx.db.arrays(query.compile()) }
  const texts = await represent(ctx, rows, { mode: 'ids' })
  return `{${rows.cells.map(([id], index) => `"${id as number}":${texts[index]}`).join()}}`
}
