import type { Wire } from './cache.ts'
import type { Highlight } from './collection-types.ts'
import type { Assets, LoadedObject, RecordAnswer, Store } from './internals.ts'
import type { SearchOptions } from './options.ts'
import type { ReceivedPage, PageRequest } from './range.ts'

/** The three shapes of a list's answer: records, ids with assets, or records with a total. */
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
  ownPath: (() => PromiseLike<string> | string) | undefined,
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
    ...narrowing(options),
  }
  const answer = await core.send({
    ...options,
    method: 'GET',
    path: ownPath ? await ownPath() : spec.path + (query === undefined ? '' : '/search'),
    // A path of its own gives everything at once, unless the server says that more follows.
    query: ownPath ? (page > 1 ? { page, per_page } : {}) : paging,
    signal,
    cause: 'page',
    trace,
  })
  const { value, origin, response } = answer
  // A newer Zammad: it brings related records only when asked to.
  if (sideloads && Array.isArray(value)) core.searchNeedsFull = true
  const incomplete = Boolean(options.fields || options.highlight)
  const records = await recordsOf(store, answer, options)
  if (core.options.batch) origin.page = records
  return {
    items: store.absorbPage(records, origin, expand, incomplete),
    ...ending(value as ListAnswer, records, response.headers),
  }
}

/** The number of items of a list or search, where the server answers it with one request. */
export async function total(
  store: Store,
  options: SearchOptions,
  query: string | undefined,
): Promise<number | undefined> {
  const searching = query !== undefined
  const paging = searching ? { query, only_total_count: true } : { page: 1, per_page: 1, expand: false }
  const { ids, condition, timeZone, time_zone } = options
  const { value, response } = await store.core.send({
    ...options,
    method: 'GET',
    path: store.spec.path + (searching ? '/search' : ''),
    query: { ...paging, ...narrowing({ ids, condition, timeZone, time_zone }) },
    cause: 'page',
  })
  return (value as Envelope).total_count ?? headerTotal(response.headers)
}

/** The parts of an answer from which the pager concludes whether another page follows. */
function ending(answer: ListAnswer, records: readonly Wire[], headers: Headers): Omit<ReceivedPage<unknown>, 'items'> {
  const link = headers.get('link')
  return {
    count: records.length,
    firstId: records[0]?.['id'],
    lastId: records.at(-1)?.['id'],
    total: (answer as { total_count?: number }).total_count ?? headerTotal(headers),
    more: link === null ? undefined : /\brel="?next\b/.test(link),
  }
}

/** The parameters that select records and their attributes. */
function narrowing({ ids, fields, condition, highlight, withTotalCount, ...options }: SearchOptions): object {
  return {
    ids,
    fields: fields && [...new Set(['id', ...fields])],
    condition: condition && JSON.stringify(condition),
    highlight,
    time_zone: options.timeZone ?? options.time_zone,
    with_total_count: withTotalCount,
  }
}

/** The records in order. Each item gets its own record here, so that a page larger than the cache costs nothing. */
async function recordsOf(store: Store, answer: RecordAnswer, { fields }: SearchOptions): Promise<Wire[]> {
  const { value, origin } = answer
  if (Array.isArray(value)) return value as Wire[]
  const { assets = {}, records, highlights, ...rest } = value as Envelope
  if (records) return records
  const ids = Object.entries(rest).find(([name]) => isIdList(store, name))?.[1] as number[] | undefined
  // An envelope of another kind must not look like an empty list.
  if (!ids) throw store.core.failure(`${store.name} did not answer with a list: use client.request`, answer)
  store.core.absorbAssets(assets, origin, fields && store)
  const own = assets[store.spec.model] ?? {}
  const all = await Promise.all(ids.map(async (id) => own[id] ?? (await store.load(id, {}, () => undefined)).record))
  return highlights ? all.map((record, at) => ({ ...record, highlights: highlights[ids[at] ?? 0] ?? [] })) : all
}

/** `record_ids`, `tickets`, `user_ids`: the name depends on the version of the server. */
function isIdList(store: Store, name: string): boolean {
  return name === 'record_ids' || name === store.name || name === `${store.name.replace(/s$/, '')}_ids`
}

function headerTotal(headers: Headers): number | undefined {
  const total = headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}
