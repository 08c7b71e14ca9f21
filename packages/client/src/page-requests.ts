import type { Wire } from './cache.ts'
import type { Highlight } from './collection-types.ts'
import type { Assets, LoadedObject, RecordAnswer, Store } from './internals.ts'
import type { SearchOptions } from './options.ts'
import type { ReceivedPage, PageRequest } from './range.ts'

/** The shapes of a list's answer: an array of records, or an object with ids and assets or with records and a total. */
type ListAnswer = readonly Wire[] | Envelope
type Envelope = Wire & {
  assets?: Assets
  records?: Wire[]
  total_count?: number
  highlights?: { readonly [id: string]: readonly Highlight[] }
}

/** Requests one page. Related records are in their caches before the first item is returned. */
export async function fetchPage(
  store: Store,
  options: SearchOptions,
  query: string | undefined,
  ownPath: (() => PromiseLike<string>) | undefined,
  { page, perPage: per_page, after, signal, trace }: PageRequest,
): Promise<ReceivedPage<LoadedObject>> {
  const { core, spec } = store
  const { expand = spec.alwaysExpanded, sortBy: sort_by, orderBy: order_by, sideload } = options
  const sideloads = query !== undefined && spec.searchSideloads && !expand
  const full = sideload || (sideloads && core.searchNeedsFull) || undefined
  const paging = {
    query,
    page: after === undefined ? page : undefined,
    per_page,
    expand: options.expand ?? false,
    sort_by,
    order_by,
    full,
    after,
    ...selection(options),
  }
  const answer = await core.send({
    ...options,
    method: 'GET',
    path: ownPath ? await ownPath() : spec.path + (query === undefined ? '' : '/search'),
    // Lists at other paths have one page, unless the server announces more.
    query: ownPath ? (page > 1 ? { page, per_page } : {}) : paging,
    signal,
    cause: 'page',
    trace,
  })
  const { value, origin, response } = answer
  // Newer versions of Zammad return related records only with `full=true`.
  if (sideloads && Array.isArray(value)) core.searchNeedsFull = true
  const incomplete = Boolean(options.fields || options.highlight)
  const records = await recordsOf(store, answer, options)
  if (core.options.batch) origin.page = records
  return {
    items: store.absorbPage(records, origin, expand, incomplete),
    ...pageEnd(value as ListAnswer, records, response.headers),
  }
}

/** Returns the number of items of a list or search with one request; `undefined` if the server does not send totals. */
export async function total(
  store: Store,
  options: SearchOptions,
  query: string | undefined,
): Promise<number | undefined> {
  const searching = query !== undefined
  const paging = searching ? { query, only_total_count: true } : { page: 1, per_page: 1, expand: false }
  const { ids, condition, lenient, timeZone, time_zone } = options
  const { value, response } = await store.core.send({
    ...options,
    method: 'GET',
    path: store.spec.path + (searching ? '/search' : ''),
    query: { ...paging, ...selection({ ids, condition, lenient, timeZone, time_zone }) },
    cause: 'page',
  })
  return (value as Envelope).total_count ?? headerTotal(response.headers)
}

/** Returns the parts of an answer that show if another page follows. */
function pageEnd(answer: ListAnswer, records: readonly Wire[], headers: Headers): Omit<ReceivedPage<unknown>, 'items'> {
  const link = headers.get('link')
  return {
    count: records.length,
    firstId: records[0]?.['id'],
    lastId: records.at(-1)?.['id'],
    total: (answer as { total_count?: number }).total_count ?? headerTotal(headers),
    more: link === null ? undefined : /\brel="?next\b/.test(link),
  }
}

/** Returns the parameters that select records and their attributes. */
function selection({ ids, fields, condition, highlight, withTotalCount, ...options }: SearchOptions): object {
  return {
    ids,
    fields: fields && [...new Set(['id', ...fields])],
    condition: condition && JSON.stringify(condition),
    highlight,
    lenient: options.lenient,
    time_zone: options.timeZone ?? options.time_zone,
    with_total_count: withTotalCount,
  }
}

/** Returns the records in order, taken from the answer and not from the cache, because the page may exceed its size. */
async function recordsOf(store: Store, answer: RecordAnswer, { fields }: SearchOptions): Promise<Wire[]> {
  const { value, origin } = answer
  if (Array.isArray(value)) return value as Wire[]
  const { assets = {}, records, highlights, ...rest } = value as Envelope
  if (records) return records
  const ids = Object.entries(rest).find(([name]) => isIdList(store, name))?.[1] as number[] | undefined
  // Another object must not be mistaken for an empty list.
  if (!ids) throw store.core.failure(`${store.name} did not answer with a list: use client.request`, answer)
  store.core.absorbAssets(assets, origin, fields && store)
  const own = assets[store.spec.model] ?? {}
  const all = await Promise.all(ids.map(async (id) => own[id] ?? (await store.load(id, {}, () => undefined)).record))
  return highlights ? all.map((record, at) => ({ ...record, highlights: highlights[ids[at] ?? 0] ?? [] })) : all
}

/** Returns true for the key of the ids, which depends on the version of the server: `record_ids`, `tickets`, `user_ids`. */
function isIdList(store: Store, name: string): boolean {
  return name === 'record_ids' || name === store.name || name === `${store.name.replace(/s$/, '')}_ids`
}

function headerTotal(headers: Headers): number | undefined {
  const total = headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}
