import { assetName, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { columnsFor, represent } from '../../kernel/represent.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { orderOf, type Overview, overviewsOf, ticketsOf } from '../../resources/overview/tickets.ts'
import { answerPage, largestSize, listParameters, readPageOf } from '../paging.ts'
import { textOf } from '../query.ts'
import type { Answer, Input, Route } from '../route.ts'

const { overview, ticket } = resources

const counted = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    prio: { type: 'integer' },
    link: { type: 'string' },
    count: { type: 'integer', description: 'Number of tickets in it that the caller may read.' },
  },
  required: ['id', 'name', 'prio', 'link', 'count'],
}

const shown = {
  title: 'OverviewTickets',
  type: 'object',
  properties: {
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    index: {
      type: 'object',
      description: 'Empty where there is no such overview.',
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
      },
    },
  },
  required: ['assets', 'index'],
}

export const overviewRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/ticket_overviews',
    tag: 'overviews',
    summary: 'List the overviews of the caller',
    description: 'Returns each overview with its number of tickets; with `view`, the tickets of one overview.',
    can: [],
    parameters: [
      { name: 'view', doc: 'Link of an overview.', schema: { type: 'string' } },
      ...listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
    ],
    answer: { oneOf: [{ type: 'array', items: counted }, shown] },
    // Not cached: the condition of an overview may depend on the time.
    async run(ctx, input) {
      const view = textOf(input.query, 'view')
      const all = await overviewsOf(ctx)
      if (view === undefined) return { body: JSON.stringify(await counts(ctx, all)) }
      const one = all.find(({ link }) => link === view)
      // Existing clients expect an empty answer for a deleted overview.
      if (!one) return { body: '{"assets":{},"index":{}}' }
      return answerView(ctx, one, input)
    },
  },
]

async function counts(ctx: Context, all: readonly Overview[]): Promise<object[]> {
  const list: object[] = []
  for (const one of all) {
    const { id, name, prio, link } = one
    list.push({ id, name, prio, link, count: await countOf(ctx, one) })
  }
  return list
}

/** Counts the tickets of an overview. One with a condition on a deleted field must not break the list. */
async function countOf(ctx: Context, one: Overview): Promise<number> {
  try {
    return await (await ticketsOf(ctx, one)).count()
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'invalid') return 0
    throw failure
  }
}

/** Clients of this route show the whole overview, so the default is the largest page. */
async function answerView(ctx: Context, one: Overview, { query, url }: Input): Promise<Answer> {
  const sized = query['per_page'] !== undefined || query['limit'] !== undefined
  const requestedPage = readPageOf(ctx, ticket, sized ? query : { ...query, per_page: largestSize })
  const page = { ...requestedPage, sort: orderOf(one) }
  const found = await ticketsOf(ctx, one)
  const rows = await found.rows(page, { mode: 'ids' })
  const count = await found.count()
  const at = rows.columns.indexOf('updated_at')
  const tickets = rows.cells.map((row) => ({ id: row[0], updated_at: row[at] }))
  const { id, name, link, updated_at } = one
  const index = { overview: { id, name, view: link, updated_at }, tickets, count }
  const body = `{"assets":${await assets(ctx, one, rows)},"index":${JSON.stringify(index)}}`
  return answerPage(url, page, { body, total: count, ids: [] })
}

/** The tickets and their related records, the overview itself, and the states, which clients of this route expect. */
async function assets(ctx: Context, { id }: Overview, rows: Rows): Promise<string> {
  const state = resources.ticket_state
  const at = rows.columns.indexOf('state_id')
  const states = [...new Set(rows.cells.map((row) => row[at] as number))]
  const more = [
    [assetName(overview), await recordsOf(ctx, overview, [id])],
    [assetName(state), await recordsOf(ctx, state, states)],
  ]
  const added = more.map(([name, records]) => `"${name}":${records}`).join()
  const own = await assetsOf(ctx, rows, { mode: 'ids' })
  return own === '{}' ? `{${added}}` : `${own.slice(0, -1)},${added}}`
}

async function recordsOf(
  ctx: Context,
  resource: typeof overview | typeof resources.ticket_state,
  ids: readonly number[],
): Promise<string> {
  const columns = columnsFor(resource, { mode: 'ids' })
  const query = from(ctx, resource)
    .select(selection(ctx, resource, columns))
    .where(`${resource.path}.id`, 'in', ids)
  const rows: Rows = { resource, columns, cells: ids.length === 0 ? [] : await ctx.db.arrays(query.compile()) }
  const texts = await represent(ctx, rows, { mode: 'ids' })
  return `{${rows.cells.map(([id], index) => `"${id as number}":${texts[index]}`).join()}}`
}
