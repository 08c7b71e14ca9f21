import type { WireRecord } from './cache.ts'
import type { Highlight } from './collection-types.ts'
import type { Assets, LoadedObject, RecordResult, Store } from './internals.ts'
import type { SearchOptions } from './options.ts'
import type { ReceivedPage, PageRequest } from './range.ts'

/** The shapes of a list's response: an array of records, or an object with ids and assets or with records and a total. */
type ListResponse = readonly WireRecord[] | Envelope
type Envelope = WireRecord & {
  assets?: Assets
  records?: WireRecord[]
  total_count?: number
  highlights?: { readonly [id: string]: readonly Highlight[] }
}

/**
 * Requests one page. Related records are in their caches before the first item is returned.
 * @param ownPath the path of a list that differs from that of its collection: the articles of a ticket.
 */
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
  const result = await core.send({
    ...options,
    method: 'GET',
    path: ownPath ? await ownPath() : spec.path + (query === undefined ? '' : '/search'),
    // Lists at other paths have one page, unless the server announces more.
    query: ownPath ? (page > 1 ? { page, per_page } : {}) : paging,
    signal,
    cause: 'page',
    trace,
  })
  const { value, origin, response } = result
  // Newer versions of Zammad return related records only with `full=true`.
  if (sideloads && Array.isArray(value)) core.searchNeedsFull = true
  const incomplete = Boolean(options.fields || options.highlight)
  const records = await readRecords(store, result, options)
  if (core.options.batch) origin.page = records
  return {
    items: store.cachePage(records, origin, expand, incomplete),
    ...pageEnd(value as ListResponse, records, response.headers),
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

/** Returns the parts of a response that show if another page follows. */
function pageEnd(
  response: ListResponse,
  records: readonly WireRecord[],
  headers: Headers,
): Omit<ReceivedPage<unknown>, 'items'> {
  const link = headers.get('link')
  return {
    count: records.length,
    firstId: records[0]?.['id'],
    lastId: records.at(-1)?.['id'],
    total: (response as { total_count?: number }).total_count ?? headerTotal(headers),
    hasMore: link === null ? undefined : /\brel="?next\b/.test(link),
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

/**
 * Returns the records in order, taken from the response and not from the cache, which may have room
 * for fewer records than the page has.
 */
async function readRecords(store: Store, result: RecordResult, { fields }: SearchOptions): Promise<WireRecord[]> {
  const { value, origin } = result
  if (Array.isArray(value)) return value as WireRecord[]
  const { assets = {}, records, highlights, ...rest } = value as Envelope
  if (records) return records
  const ids = Object.entries(rest).find(([name]) => isIdList(store, name))?.[1] as number[] | undefined
  // Another object must not be mistaken for an empty list.
  if (!ids) throw store.core.failure(`${store.name} did not return a list: use client.request`, result)
  // With `fields`, the records of the list itself are incomplete, and are not cached.
  store.core.cacheAssets(assets, origin, fields && store)
  const own = assets[store.spec.model] ?? {}
  const all = await Promise.all(ids.map(async (id) => own[id] ?? (await store.load(id, {}, () => undefined)).record))
  return highlights ? all.map((record, index) => ({ ...record, highlights: highlights[ids[index] ?? 0] ?? [] })) : all
}

/** Returns true for the key of the ids, which depends on the version of the server: `record_ids`, `tickets`, `user_ids`. */
function isIdList(store: Store, name: string): boolean {
  return name === 'record_ids' || name === store.name || name === `${store.name.replace(/s$/, '')}_ids`
}

function headerTotal(headers: Headers): number | undefined {
  const total = headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}
