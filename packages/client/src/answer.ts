import type { Origin, Wire } from './cache.ts'
import type { Assets } from './core.ts'
import type { LoadedObject } from './loaded.ts'
import type { ListOptions } from './options.ts'
import type { Received } from './range.ts'
import type { Store } from './store.ts'

/** The three shapes of a list's answer: records, ids with assets, or records with a total. */
type ListAnswer = readonly Wire[] | (Wire & { assets?: Assets; records?: Wire[]; total_count?: number })

/** Asks for one page; related records are in their caches before the first item is handed out. */
export async function fetchPage(
  store: Store,
  options: ListOptions,
  query: string | undefined,
  ownPath: (() => PromiseLike<string> | string) | undefined,
  page: number,
  per_page: number,
  signal: AbortSignal,
): Promise<Received<LoadedObject>> {
  const { core, spec } = store
  const { expand = spec.alwaysExpanded, sortBy: sort_by, orderBy: order_by, sideload } = options
  const sideloads = query !== undefined && spec.searchSideloads && !expand
  const full = sideload || (sideloads && core.searchNeedsFull) || undefined
  const paging = { query, page, per_page, expand: options.expand ?? false, sort_by, order_by, full }
  const { value, response, origin } = await core.ask({
    ...options,
    method: 'GET',
    path: ownPath ? await ownPath() : spec.path + (query === undefined ? '' : '/search'),
    // A path of its own gives everything at once, unless the server says that more follows.
    query: ownPath ? (page > 1 ? { page, per_page } : {}) : paging,
    signal,
    cause: 'page',
  })
  // A newer Zammad: it brings related records only when asked to.
  if (sideloads && Array.isArray(value)) core.searchNeedsFull = true
  return received(store, value as ListAnswer, response.headers, origin, expand)
}

async function received(
  store: Store,
  answer: ListAnswer,
  headers: Headers,
  origin: Origin,
  expanded: boolean,
): Promise<Received<LoadedObject>> {
  const records = await recordsOf(store, answer, origin)
  if (store.core.options.batch) origin.page = records
  const entries = store.absorb(records, origin, expanded)
  const link = headers.get('link')
  return {
    items: entries.map((entry) => store.make(entry, expanded)),
    count: records.length,
    firstId: records[0]?.['id'],
    total: (answer as { total_count?: number }).total_count ?? headerTotal(headers),
    more: link === null ? undefined : /\brel="?next\b/.test(link),
  }
}

/** The records in order. Each item gets its own record here, so that a page larger than the cache costs nothing. */
async function recordsOf(store: Store, answer: ListAnswer, origin: Origin): Promise<Wire[]> {
  if (Array.isArray(answer)) return answer as Wire[]
  const { assets = {}, records, ...rest } = answer as Exclude<ListAnswer, readonly Wire[]>
  if (records) return records
  const ids = Object.entries(rest).find(([name]) => isIdList(store, name))?.[1] as number[] | undefined
  // An envelope of another kind must not look like an empty list.
  if (!ids) throw new TypeError(`${store.name} did not answer with a list: use client.request`)
  store.core.absorbAssets(assets, origin)
  const own = assets[store.spec.model] ?? {}
  return Promise.all(ids.map(async (id) => own[id] ?? (await store.load(id, {}, () => undefined)).record))
}

/** `record_ids`, `tickets`, `user_ids`: the name tells the generation of the server. */
function isIdList(store: Store, name: string): boolean {
  return name === 'record_ids' || name === store.name || name === `${store.name.replace(/s$/, '')}_ids`
}

function headerTotal(headers: Headers): number | undefined {
  const total = headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}
