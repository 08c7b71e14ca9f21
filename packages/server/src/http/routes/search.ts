import { type Resource, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import { type Context, may } from '../../kernel/context.ts'
import { type RecordView, fullList, idsIn, type ListPage, shapeOf } from '../../kernel/read-records.ts'
import { wordsOf } from '../openapi/names.ts'
import { type Query, flag, names } from '../query.ts'
import { respondWithPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import type { Page } from '../../kernel/page.ts'
import { represent } from '../../kernel/represent.ts'
import type { Shape } from '../../kernel/shape.ts'
import type { Rows } from '../../kernel/scope.ts'
import { type Parameter, type Route, signedIn } from '../route.ts'
import { COUNTED_HITS } from '../../search/hits.ts'
import { type SearchResult, search } from '../../search/search.ts'
import type { Highlights } from '../../search/highlight.ts'
import { MAX_HIGHLIGHTED } from '../../search/highlight-targets.ts'
import { relevance } from '../../search/ranked.ts'
import type { SearchRequest } from '../../search/interpret.ts'
import { filtersIn, peopleParameters } from './search-filters.ts'
import { searchRequestIn, requestParameters, withKey, withNotices, MAX_COUNTED } from './search-request.ts'
import { suggestions, suggestionShape, suggestionParameter } from './form-suggestions.ts'
import { searchSchema } from '../openapi/schemas.ts'

const searchable = Object.values<Resource>(resources).filter(({ can }) => can.search !== undefined)

const parameters: readonly Parameter[] = [
  ...requestParameters,
  ...listParameters,
  ...viewParameters,
  {
    name: 'highlight',
    doc: `Also return where the words of the query occur in each hit, as \`highlights\`; for at most ${MAX_HIGHLIGHTED} hits on a page.`,
    schema: { type: 'boolean' },
  },
  { name: 'only_total_count', doc: 'Return only the exact number of hits.', schema: { type: 'boolean' } },
  {
    name: 'explain',
    doc: 'Return the plan of the search instead of its hits, as lines of text; requires `admin.system`.',
    schema: { type: 'boolean' },
  },
  { name: 'with_total_count', doc: 'Return the records and the exact number of hits.', schema: { type: 'boolean' } },
  {
    name: 'label',
    doc: 'Return rows of `id`, `label` and `value`, for suggestions in forms.',
    schema: { type: 'boolean' },
  },
  {
    name: 'term',
    doc: 'Alias of `query`; returns suggestions with `inactive`, except for tickets.',
    schema: { type: 'string' },
  },
]

function searchRoute(method: 'GET' | 'POST', resource: Resource): Route {
  return {
    method,
    path: `/${resource.path}/search`,
    tag: resource.path,
    summary: `Search ${wordsOf(resource.path)}`,
    description: `The most recently updated ${wordsOf(resource.path)} come first, unless \`sort_by\` or \`order_by\` says otherwise.`,
    can: resource.can.search ?? signedIn,
    parameters: resource.name === 'user' ? [...parameters, ...peopleParameters] : parameters,
    response: searchSchema(resource),
    async run(ctx, { query, url }) {
      const page = pageOf(ctx, resource, query)
      const hits = await searchPage(ctx, resource, query, page)
      return respondWithPage(url, page, hits)
    },
  }
}

/**
 * Reads the page and the order of a search. By default the record that changed last comes first; `order_by` without
 * `sort_by` applies to the time of the change.
 * @throws Fault `invalid`.
 */
function pageOf(ctx: Context, resource: Resource, query: Query): Page {
  if (names(query, 'sort_by')?.includes(relevance)) return pageByRelevance(ctx, resource, query)
  const page = readPageOf(ctx, resource, query, ['id', 'updated_at'])
  checkHighlight(query, page)
  const isOrdered = names(query, 'sort_by') !== undefined
  const [direction] = names(query, 'order_by') ?? []
  // In `readPageOf`, an empty sort stands for the order of ids; in a search, for that of changes.
  if (isOrdered) return page.sort.length > 0 ? page : { ...page, sort: [{ column: 'id', order: 'asc' }] }
  if (direction?.toLowerCase() !== 'asc') return { ...page, sort: [] }
  return { ...page, sort: ['updated_at', 'id'].map((column) => ({ column, order: 'asc' })) }
}

/** Reads the page of a search by relevance: the most relevant first, or last with `order_by=asc`. */
function pageByRelevance(ctx: Context, resource: Resource, { sort_by, order_by, ...query }: Query): Page {
  const columns = names({ sort_by }, 'sort_by') ?? []
  const orders = names({ order_by }, 'order_by') ?? []
  if (columns.length > 1) throw invalid('sort_by', 'sort_by: relevance is an order of its own; leave out the others.')
  const order = (orders[0] ?? 'desc').toLowerCase()
  if (orders.length > 1 || (order !== 'asc' && order !== 'desc')) {
    throw invalid('order_by', `order_by: expected asc or desc, got "${orders.join()}".`)
  }
  const page = readPageOf(ctx, resource, query)
  checkHighlight(query, page)
  return { ...page, sort: [{ column: relevance, order }] }
}

/** Refuses highlights on a large page, which would delay other requests. @throws Fault `invalid`. */
export function checkHighlight(query: Query, { perPage }: Page): void {
  if (!flag(query, 'highlight') || perPage <= MAX_HIGHLIGHTED) return
  throw invalid('highlight', `highlight: for at most ${MAX_HIGHLIGHTED} hits on a page, got per_page ${perPage}.`)
}

/** Adds the notices of a lenient search to a response. */
type AddNotices = (body: string, hits?: number) => Promise<string>

/** Produces the response. If a request asks for several shapes, the first of them in this function takes precedence. */
async function searchPage(ctx: Context, resource: Resource, query: Query, page: Page): Promise<ListPage> {
  const request: SearchRequest = { ...searchRequestIn(query), filters: filtersIn(resource, query, page) }
  const suggestionKind = suggestionParameter(resource, query)
  const result = await search(ctx, resource, request)
  if (flag(query, 'explain')) return explainPlan(ctx, result, page)
  const count = async (other: SearchRequest) => (await search(ctx, resource, other)).count(MAX_COUNTED)
  const addNotices: AddNotices = (body, hits) => withNotices(ctx, [resource], request, { body, hits }, count)
  if (flag(query, 'only_total_count')) {
    const total = await result.count()
    return { body: await addNotices(`{"total_count":${total}}`), total, ids: [] }
  }
  const view = readView(ctx, resource, query)
  if (suggestionKind && view.mode === 'plain' && !flag(query, 'with_total_count')) {
    const rows = await result.rows(page, suggestionShape(resource))
    const total = await totalOf(result, page, rows)
    return { body: await suggestions(ctx, rows, suggestionKind), ...total, ids: idsIn(rows) }
  }
  // Searches always return the ids of related records, although plain lists of some resources do not.
  const { mode, ...fields } = shapeOf(ctx, resource, view)
  const shape: Shape = { ...fields, mode: mode === 'columns' ? 'ids' : mode }
  const rows = await result.rows(page, shape)
  const highlights = flag(query, 'highlight') ? await result.highlights(idsIn(rows)) : undefined
  const hits: Hits = { result, rows, shape, view, highlights }
  if (view.mode === 'full' || flag(query, 'with_total_count')) return addTotal(ctx, hits, addNotices)
  const total = await totalOf(result, page, rows)
  const isTickets = resource.name === 'ticket' && view.mode === 'plain'
  const body = isTickets ? await addNotices(await ticketsText(ctx, hits), total.total) : await listText(ctx, hits)
  return { body, ...total, ids: idsIn(rows) }
}

async function explainPlan(ctx: Context, result: SearchResult, page: Page): Promise<ListPage> {
  if (!may(ctx.actor, 'admin.system')) throw new Fault('forbidden')
  const plan = [...(await result.explain()), await measurePage(result, page)]
  return { body: JSON.stringify({ plan }), ids: [] }
}

/** Reads the page, and returns the line of the plan about it. A search that takes too long is no error: the plan explains it. */
async function measurePage(result: SearchResult, page: Page): Promise<string> {
  const started = performance.now()
  const read = await result.rows(page, { mode: 'ids' }).then(
    ({ cells }) => `${cells.length} rows`,
    (failure: unknown) => {
      if (failure instanceof Fault && failure.code === 'takes_too_long') return failure.message
      throw failure
    },
  )
  return `page:    ${read} (${Math.round(performance.now() - started)} ms)`
}

/** The hits on a page, and the form in which they are returned. */
interface Hits {
  readonly result: SearchResult
  readonly rows: Rows
  readonly shape: Shape
  readonly view: RecordView
  readonly highlights: Highlights | undefined
}

async function addTotal(ctx: Context, hits: Hits, addNotices: AddNotices): Promise<ListPage> {
  const { result, rows, view, highlights } = hits
  const total = await result.count()
  const body =
    view.mode === 'full'
      ? withAllHighlights(await fullList(ctx, rows, view, total), highlights)
      : `{"records":${await listText(ctx, hits)},"total_count":${total}}`
  return { body: await addNotices(body, total), total, ids: idsIn(rows) }
}

async function listText(ctx: Context, { rows, shape, highlights }: Hits): Promise<string> {
  const ids = idsIn(rows)
  const records = await represent(ctx, rows, shape)
  return `[${records.map((text, index) => withHighlights(text, highlights, ids[index])).join()}]`
}

/** The usual response of a search for tickets: their ids, and the tickets with related records in `assets`. */
async function ticketsText(ctx: Context, { rows, view, highlights }: Hits): Promise<string> {
  const ids = idsIn(rows)
  const assets = await assetsOf(ctx, rows, { mode: 'ids', ...(view.fields ? { fields: view.fields } : {}) })
  return withAllHighlights(`{"tickets":[${ids.join()}],"tickets_count":${ids.length},"assets":${assets}}`, highlights)
}

/** Returns the number of hits, if there are few enough to count. */
async function totalOf(result: SearchResult, page: Page, { cells }: Rows): Promise<{ total?: number }> {
  const before = (page.page - 1) * page.perPage
  const isLast = page.after === undefined && cells.length < page.perPage && (cells.length > 0 || page.page === 1)
  const total = isLast ? before + cells.length : await result.count(COUNTED_HITS)
  return total > COUNTED_HITS ? {} : { total }
}

/** Adds the highlights of a record as a key. */
const withHighlights = (record: string, highlights: Highlights | undefined, id: number | undefined): string =>
  highlights ? withKey(record, 'highlights', JSON.stringify(highlights.get(id ?? 0) ?? [])) : record

/** Adds the highlights of all records as a key, by id. */
const withAllHighlights = (body: string, highlights: Highlights | undefined): string =>
  highlights ? withKey(body, 'highlights', JSON.stringify(Object.fromEntries(highlights))) : body

/** The search of each resource by `GET` and, for long queries, by `POST`. */
export const searchRoutes: readonly Route[] = searchable.flatMap((resource) => [
  searchRoute('GET', resource),
  searchRoute('POST', resource),
])
