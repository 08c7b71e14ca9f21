import type { Origin, Wire } from './cache.ts'
import type { Assets } from './core.ts'
import type { LoadedObject } from './loaded.ts'
import type { ListOptions } from './options.ts'
import type { Received } from './pager.ts'
import type { Store } from './store.ts'

export interface PageRequest {
  readonly options: ListOptions
  /** Given for a search. */
  readonly query: string | undefined
  readonly page: number
  readonly perPage: number
  readonly signal: AbortSignal
}

/** The three shapes of a list's answer: records, ids with assets, or records with a total. */
type ListAnswer = readonly Wire[] | (Wire & { assets?: Assets; records?: Wire[]; total_count?: number })

/** Asks for one page; related records are in their caches before the first item is handed out. */
export async function fetchPage(store: Store, wish: PageRequest): Promise<Received<LoadedObject>> {
  const { options, query, page, perPage: per_page, signal } = wish
  const { core, spec } = store
  const { expand = false, sortBy: sort_by, orderBy: order_by, sideload } = options
  const searching = query !== undefined
  const full = sideload || (searching && spec.searchSideloads && !expand && core.searchNeedsFull) || undefined
  const path = searching ? `${spec.path}/search` : spec.path
  const { value, response, origin } = await core.ask({
    ...options,
    method: 'GET',
    path,
    query: { query, page, per_page, expand, sort_by, order_by, full },
    signal,
    cause: 'page',
  })
  const answer = value as ListAnswer
  // A newer Zammad: it brings related records only when asked to.
  if (searching && spec.searchSideloads && !expand && Array.isArray(answer)) core.searchNeedsFull = true
  return received(store, answer, response.headers, origin, expand || spec.alwaysExpanded)
}

/** One page of a list that has a path of its own, such as the articles of a ticket. */
export async function fetchPlain(store: Store, path: string, page: number, per_page: number, signal: AbortSignal) {
  const query = page > 1 ? { page, per_page } : {}
  const { value, response, origin } = await store.core.ask({ method: 'GET', path, query, signal, cause: 'page' })
  return received(store, value as ListAnswer, response.headers, origin, store.spec.alwaysExpanded)
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
  store.core.absorbAssets(assets, origin)
  const ids = (Object.entries(rest).find(([name]) => isIdList(store, name))?.[1] ?? []) as number[]
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
