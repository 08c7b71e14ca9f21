import { type Resource, visibleFields } from '@deskbell/contract'
import { type Context, effective } from '../kernel/context.ts'
import type { ListPage, RecordView } from '../kernel/read-records.ts'
import { invalid } from '../errors/fault.ts'
import type { Page, Sort } from '../kernel/page.ts'
import { checkFields } from '../kernel/shape.ts'
import { readable } from '../kernel/scope.ts'
import { flag, names, type Query, textOf, wholeNumber } from './query.ts'
import type { RouteResponse, Parameter } from './route.ts'

/** Default number of items on a page. */
export const DEFAULT_PAGE_SIZE = 10
/**
 * Maximum `per_page`. A larger value is rejected, because silently returning fewer rows would lose data for the caller.
 */
export const MAX_PAGE_SIZE = 1000

/** Parameters of every list. */
export const listParameters: readonly Parameter[] = [
  { name: 'page', doc: 'Number of the page, from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: 'per_page',
    doc: 'Number of items on a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  },
  { name: 'limit', doc: 'Alias of `per_page`.', schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE } },
  {
    name: 'after',
    doc: 'Cursor: only items after the one with this id, in the default order or in the order of ids.',
    schema: { type: 'integer', minimum: 0 },
  },
  { name: 'sort_by', doc: 'Columns to sort by, separated by commas.', schema: { type: 'string' } },
  {
    name: 'order_by',
    doc: '`asc` or `desc` for each column of `sort_by`, separated by commas.',
    schema: { type: 'string' },
  },
  {
    name: 'ids',
    doc: `Only records with these ids, separated by commas; at most ${MAX_PAGE_SIZE}.`,
    schema: { type: 'string' },
  },
]

/** Parameters of every read. */
export const viewParameters: readonly Parameter[] = [
  { name: 'expand', doc: 'Also return the names of related records.', schema: { type: 'boolean', default: false } },
  {
    name: 'full',
    doc: 'Also return the related records themselves, as `assets`.',
    schema: { type: 'boolean', default: false },
  },
  { name: 'fields', doc: 'Return only these keys, separated by commas.', schema: { type: 'string' } },
]

/** Reads the shape of the response from the query. `expand` takes precedence over `full`. */
export function readView(ctx: Context, declaration: Resource, query: Query): RecordView {
  const resource = effective(ctx, declaration)
  const fields = names(query, 'fields')
  if (fields) checkFields(ctx, resource, fields)
  return { mode: modeIn(query), ...(fields ? { fields } : {}) }
}

function modeIn(query: Query): RecordView['mode'] {
  if (flag(query, 'expand')) return 'expand'
  return flag(query, 'full') ? 'full' : 'plain'
}

/**
 * Reads the requested page from the query.
 * @param cursorColumns the columns by which a list with a cursor may be sorted.
 * @throws Fault `invalid` that names the parameter and its limits.
 */
export function readPageOf(
  ctx: Context,
  resource: Resource,
  query: Query,
  cursorColumns: readonly string[] = ['id'],
): Page {
  const ids = readIds(query)
  const page = wholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1
  const size = wholeNumber(query, 'per_page', 1, MAX_PAGE_SIZE) ?? wholeNumber(query, 'limit', 1, MAX_PAGE_SIZE)
  const after = wholeNumber(query, 'after', 0, Number.MAX_SAFE_INTEGER)
  const sort = readSort(ctx, resource, query)
  if (after !== undefined) checkAfter(page, sort, cursorColumns)
  return {
    page,
    // A request by ids returns all of them by default. Sizes are positive, even for an empty list of ids.
    perPage: size ?? (ids ? Math.max(ids.length, 1) : DEFAULT_PAGE_SIZE),
    sort,
    ...(after === undefined ? {} : { after }),
    ...(ids ? { ids } : {}),
  }
}

/** @throws Fault if `after` contradicts other parameters. */
function checkAfter(page: number, sort: readonly Sort[], cursorColumns: readonly string[]): void {
  if (page > 1) throw invalid('after', 'after: cannot be combined with a page after the first; leave out page.')
  if (sort.some(({ column }) => !cursorColumns.includes(column))) {
    throw invalid('after', `after: works in the order of ${cursorColumns.join(' and ')} only; leave out sort_by.`)
  }
}

/** Reads the parameter `ids`; undefined without it. */
export function readIds(query: Query): number[] | undefined {
  const value = query['ids']
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : (textOf(query, 'ids') ?? '').split(',')
  const ids = list.filter((id) => id !== '').map((id: unknown) => (typeof id === 'string' ? id.trim() : id))
  if (ids.length > MAX_PAGE_SIZE)
    throw invalid('ids', `ids: at most ${MAX_PAGE_SIZE} in one request, got ${ids.length}.`)
  return [...new Set(ids.map((id) => wholeNumber({ ids: id }, 'ids', 0, Number.MAX_SAFE_INTEGER) ?? 0))]
}

/** Reads the requested order from the query; empty for the order of ids. */
export function readSort(ctx: Context, declaration: Resource, query: Query): Sort[] {
  const resource = readable(ctx, declaration)
  const columns = names(query, 'sort_by') ?? []
  const orders = names(query, 'order_by') ?? []
  if (columns.length === 0 && orders.length === 0) return []
  const sortable = new Set(sortableColumns(resource))
  if (orders.length > Math.max(columns.length, 1)) {
    throw invalid('order_by', `order_by: ${orders.length} directions for ${columns.length} columns of sort_by.`)
  }
  // `order_by` without `sort_by` applies to the order of ids.
  const sort = (columns.length === 0 && orders.length === 1 ? ['id'] : columns).map((column, index, sortColumns) => {
    if (sortColumns.indexOf(column) < index) throw invalid('sort_by', `sort_by: "${column}" is given more than once.`)
    if (!sortable.has(column)) {
      throw invalid(
        'sort_by',
        `sort_by: ${resource.name} has no column "${column}"; it has ${[...sortable].join(', ')}.`,
      )
    }
    const order = (orders[index] ?? 'asc').toLowerCase()
    if (order !== 'asc' && order !== 'desc') {
      throw invalid('order_by', `order_by: expected asc or desc, got "${order}".`)
    }
    return { column, order } as const
  })
  const [first] = sort
  return sort.length === 1 && first?.column === 'id' && first.order === 'asc' ? [] : sort
}

/** Returns the columns that the caller may read, except objects. Sorting by a hidden column would reveal its values. */
const sortableColumns = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([name, { kind }]) => (kind === 'object' ? [] : [name]))

/** Makes the response of a list, with the total and the addresses of other pages in its headers. */
export function respondWithPage(url: string, page: Page, { body, total, ids }: ListPage): RouteResponse {
  const link = linkHeader(url, page, ids, total)
  return {
    body,
    headers: { ...(link ? { link } : {}), ...(total === undefined ? {} : { 'x-total-count': String(total) }) },
  }
}

/**
 * Makes the `Link` header (RFC 8288) with the addresses of other pages. They contain no host, which a proxy may have
 * changed.
 */
function linkHeader(url: string, page: Page, ids: readonly number[], total: number | undefined): string {
  // A second question mark belongs to the query.
  const start = url.indexOf('?')
  const [path, query] = start < 0 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)]
  const addressWith = (changes: Record<string, number | undefined>) => {
    const parameters = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) parameters.delete(name)
      else parameters.set(name, String(value))
    }
    return `${path}?${parameters}`
  }
  const links = linksFrom(page, ids, total)
  return withinLimit(links.map(([rel, changes]) => [rel, `<${addressWith(changes)}>; rel="${rel}"`]))
}

type PageLink = readonly [rel: string, changes: Record<string, number | undefined>]

/** Returns the links of a page, each with the parameters in which it differs. */
function linksFrom({ page, perPage, after }: Page, ids: readonly number[], total: number | undefined): PageLink[] {
  const isFull = ids.length === perPage
  if (after !== undefined) {
    const last = ids.at(-1)
    return last !== undefined && isFull ? [['next', { after: last }]] : []
  }
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))
  const links: PageLink[] = [['first', { page: 1 }]]
  if (page > 1) links.push(['prev', { page: Math.min(page - 1, lastPage ?? Infinity) }])
  if (lastPage === undefined ? isFull : page < lastPage) links.push(['next', { page: page + 1 }])
  if (lastPage !== undefined) links.push(['last', { page: lastPage }])
  return links
}

/**
 * Maximum size of the `Link` header in bytes. Clients reject responses with more than 8 or 16 KiB of headers, and four
 * addresses with a thousand ids each are longer, so the less important ones are left out.
 */
const MAX_LINK = 4096

/** Joins links, and leaves out the least important ones if they are too long. */
function withinLimit(links: readonly (readonly [rel: string, text: string])[]): string {
  let remaining = MAX_LINK
  const included = new Set<string>()
  for (const rel of ['next', 'prev', 'first', 'last']) {
    const text = links.find(([name]) => name === rel)?.[1]
    if (text === undefined) continue
    remaining -= text.length + ', '.length
    if (remaining >= 0) included.add(rel)
  }
  return links.flatMap(([rel, text]) => (included.has(rel) ? [text] : [])).join(', ')
}
