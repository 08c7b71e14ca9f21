import { type Resource, visibleFields } from '@deskbell/contract'
import { type Context, effective } from '../kernel/context.ts'
import type { Listed, AnswerShape } from '../kernel/crud.ts'
import { invalid } from '../errors/fault.ts'
import type { Page, Sort } from '../kernel/page.ts'
import { checkFields } from '../kernel/represent.ts'
import { readable } from '../kernel/scope.ts'
import { flag, names, type Query, textOf, wholeNumber } from './query.ts'
import type { Answer, Parameter } from './route.ts'

/** A list without `page` and `per_page` is page 1 with ten items (specification, pagination rule 1). */
export const usualSize = 10
/** More than this in one page is refused, because a silent cut would lose rows for the caller. */
export const largestSize = 1000

/** What every list takes. */
export const listParameters: readonly Parameter[] = [
  { name: 'page', doc: 'Number of the page, from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: 'per_page',
    doc: 'Number of items on a page.',
    schema: { type: 'integer', minimum: 1, maximum: largestSize, default: usualSize },
  },
  { name: 'limit', doc: 'Alias of `per_page`.', schema: { type: 'integer', minimum: 1, maximum: largestSize } },
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
    doc: `Only records with these ids, separated by commas; at most ${largestSize}.`,
    schema: { type: 'string' },
  },
]

/** What every read takes. */
export const viewParameters: readonly Parameter[] = [
  { name: 'expand', doc: 'Also return the names of related records.', schema: { type: 'boolean', default: false } },
  {
    name: 'full',
    doc: 'Also return the related records themselves, as `assets`.',
    schema: { type: 'boolean', default: false },
  },
  { name: 'fields', doc: 'Return only these keys, separated by commas.', schema: { type: 'string' } },
]

/** How the answer is to look. `expand` is tested before `full` (reference, section 2.3). */
export function readView(ctx: Context, declaration: Resource, query: Query): AnswerShape {
  const resource = effective(ctx, declaration)
  const fields = names(query, 'fields')
  if (fields) checkFields(ctx, resource, fields)
  const mode = flag(query, 'expand') ? 'expand' : flag(query, 'full') ? 'full' : 'plain'
  return { mode, ...(fields ? { fields } : {}) }
}

/**
 * Which page is asked for.
 * @param walked the columns in whose order a cursor walks.
 * @throws Fault `invalid` that names the parameter and its limits.
 */
export function readPageOf(ctx: Context, resource: Resource, query: Query, walked: readonly string[] = ['id']): Page {
  const ids = readIds(query)
  const page = wholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1
  const size = wholeNumber(query, 'per_page', 1, largestSize) ?? wholeNumber(query, 'limit', 1, largestSize)
  const after = wholeNumber(query, 'after', 0, Number.MAX_SAFE_INTEGER)
  const sort = readSort(ctx, resource, query)
  if (after !== undefined && page > 1) throw invalid('after', 'after: it begins a page of its own; leave out page.')
  if (after !== undefined && sort.some(({ column }) => !walked.includes(column))) {
    throw invalid('after', `after: works in the order of ${walked.join(' and ')} only; leave out sort_by.`)
  }
  return {
    page,
    // Asking for records by id means all of them.
    perPage: size ?? (ids ? Math.max(ids.length, 1) : usualSize),
    sort,
    ...(after === undefined ? {} : { after }),
    ...(ids ? { ids } : {}),
  }
}

function readIds(query: Query): number[] | undefined {
  const given = query['ids']
  if (given === undefined) return undefined
  const list = Array.isArray(given) ? given : (textOf(query, 'ids') ?? '').split(',')
  const ids = list.filter((id) => id !== '').map((id: unknown) => (typeof id === 'string' ? id.trim() : id))
  if (ids.length > largestSize) throw invalid('ids', `ids: at most ${largestSize} in one request, got ${ids.length}.`)
  return [...new Set(ids.map((id) => wholeNumber({ ids: id }, 'ids', 0, Number.MAX_SAFE_INTEGER) ?? 0))]
}

/** The order that is asked for; empty for the order of ids. */
export function readSort(ctx: Context, declaration: Resource, query: Query): Sort[] {
  const resource = readable(ctx, declaration)
  const columns = names(query, 'sort_by') ?? []
  const orders = names(query, 'order_by') ?? []
  if (columns.length === 0 && orders.length === 0) return []
  const known = new Set(sortable(resource))
  if (orders.length > Math.max(columns.length, 1)) {
    throw invalid('order_by', `order_by: ${orders.length} directions for ${columns.length} columns of sort_by.`)
  }
  // A direction alone turns the usual order round.
  const sort = (columns.length === 0 && orders.length === 1 ? ['id'] : columns).map((column, index, all) => {
    if (all.indexOf(column) < index) throw invalid('sort_by', `sort_by: "${column}" is given more than once.`)
    if (!known.has(column)) {
      throw invalid('sort_by', `sort_by: ${resource.name} has no column "${column}"; it has ${[...known].join(', ')}.`)
    }
    const order = (orders[index] ?? 'asc').toLowerCase()
    if (order !== 'asc' && order !== 'desc') {
      throw invalid('order_by', `order_by: expected asc or desc, got "${order}".`)
    }
    return { column, order } as const
  })
  const [only] = sort
  return sort.length === 1 && only?.column === 'id' && only.order === 'asc' ? [] : sort
}

/** The columns whose values the caller may read: the order of rows would tell those of the others. */
const sortable = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([name, { kind }]) => (kind === 'object' ? [] : [name]))

/** The answer of a list: the total and the addresses of the other pages stand in the headers. */
export function answerPage(url: string, page: Page, { body, total, ids }: Listed): Answer {
  const link = linkHeader(url, page, ids, total)
  return {
    body,
    headers: { ...(link ? { link } : {}), ...(total === undefined ? {} : { 'x-total-count': String(total) }) },
  }
}

/** The `Link` header (RFC 8288): where the other pages are; relative, so that it is right behind any proxy. */
export function linkHeader(url: string, page: Page, shown: readonly number[], total: number | undefined): string {
  // A second question mark belongs to the query.
  const start = url.indexOf('?')
  const [path, query] = start < 0 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)]
  const to = (changes: Record<string, number | undefined>) => {
    const parameters = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) parameters.delete(name)
      else parameters.set(name, String(value))
    }
    return `${path}?${parameters}`
  }
  const links: [string, string][] = []
  if (page.after !== undefined) {
    const last = shown.at(-1)
    if (last !== undefined && shown.length === page.perPage) links.push(['next', to({ after: last })])
  } else {
    const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / page.perPage))
    links.push(['first', to({ page: 1 })])
    if (page.page > 1) links.push(['prev', to({ page: Math.min(page.page - 1, lastPage ?? Infinity) })])
    const more = lastPage === undefined ? shown.length === page.perPage : page.page < lastPage
    if (more) links.push(['next', to({ page: page.page + 1 })])
    if (lastPage !== undefined) links.push(['last', to({ page: lastPage })])
  }
  return shortEnough(links.map(([rel, target]) => [rel, `<${target}>; rel="${rel}"`]))
}

/**
 * Bytes that the addresses may take together. Clients refuse answers with more than 8 or 16 KiB of headers, and an
 * address with a thousand ids in it, four times, is more: then those that matter less are left out.
 */
const longestLink = 4096

function shortEnough(links: readonly (readonly [rel: string, text: string])[]): string {
  let room = longestLink
  const kept = new Set<string>()
  for (const rel of ['next', 'prev', 'first', 'last']) {
    const text = links.find(([name]) => name === rel)?.[1]
    if (text === undefined) continue
    room -= text.length + 2
    if (room >= 0) kept.add(rel)
  }
  return links.flatMap(([rel, text]) => (kept.has(rel) ? [text] : [])).join(', ')
}
