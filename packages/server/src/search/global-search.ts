import { assetName, type Resource } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import { idsIn } from '../kernel/read-records.ts'
import { Fault } from '../errors/fault.ts'
import type { Rows } from '../kernel/scope.ts'
import type { Highlight } from './highlight.ts'
import { readRescored, type Rescored, RESCORE_WINDOW } from './ranked.ts'
import type { SearchRequest } from './interpret.ts'
import { type SearchResult, search } from './search.ts'

/** A hit of a search over several resources. */
export interface Hit {
  readonly type: string
  readonly id: number
  /** The matches of the query in the record, if they were requested. */
  readonly highlights?: readonly Highlight[]
}

/** The result of a search over several resources. */
export interface GlobalSearch {
  /** Returns the hits from `start` on, best first; of all hits, only the first `RESCORE_WINDOW` can be read. */
  page(start: number, size: number, highlight: boolean): Promise<{ hits: Hit[]; rows: Rows[] }>
  /** Returns the hits of each resource separately, with the total of this resource. */
  pages(start: number, size: number): Promise<{ type: string; rows: Rows; total: number }[]>
  /** Counts all hits; undefined if one resource has more than `limit`. */
  count(limit?: number): Promise<number | undefined>
}

/**
 * Searches several resources at once. A resource that lacks a field of the query is omitted, unless all of them lack
 * it. Hits are sorted by relevance; equally relevant hits are in the order of `resources`, and within a resource the newest
 * change comes first.
 * @throws Fault `invalid` for a query that is valid for none of the resources. A lenient query that none of them can search,
 * because each lacks a field, has no hits instead.
 */
export async function globalSearch(
  ctx: Context,
  resources: readonly Resource[],
  request: SearchRequest,
): Promise<GlobalSearch> {
  const searched = await searchEach(ctx, resources, request)
  const shape = { mode: 'ids' } as const
  return {
    async page(start, size, highlight) {
      const end = Math.min(start + size, RESCORE_WINDOW)
      const lists = await Promise.all(searched.map((one) => best(one, end)))
      const onPage = merged(lists).slice(start, end)
      const rows: Rows[] = []
      const hitByEntry = new Map<Entry, Omit<Hit, 'type'>>()
      for (const one of searched) {
        const own = onPage.filter((entry) => entry.of === one)
        if (own.length === 0) continue
        const records = await readRescored(ctx, one.resource, shape, own[0]?.column ?? 'id', own)
        const ids = idsIn(records)
        const highlights = highlight ? await one.result.highlights(ids) : undefined
        ids.forEach((id, index) =>
          hitByEntry.set(own[index] as Entry, { id, ...(highlights ? { highlights: highlights.get(id) ?? [] } : {}) }),
        )
        rows.push(records)
      }
      const hits = onPage.flatMap((entry): Hit[] => {
        const hit = hitByEntry.get(entry)
        return hit ? [{ type: assetName(entry.of.resource), ...hit }] : []
      })
      return { hits, rows }
    },
    async pages(start, size) {
      const pages = []
      for (const { resource, result } of searched) {
        const ranking = result.ranking()
        const rows = await readRescored(ctx, resource, shape, ranking.column, await ranking.best(size, start))
        pages.push({ type: assetName(resource), rows, total: await result.count() })
      }
      return pages
    },
    async count(limit) {
      let total = 0
      for (const { result } of searched) {
        const count = await result.count(limit)
        if (limit !== undefined && count > limit) return undefined
        total += count
      }
      return total
    },
  }
}

/** A searched resource with its hits. */
interface Searched {
  readonly resource: Resource
  readonly result: SearchResult
}

/** A hit of one of the searched resources, with its score. */
interface Entry extends Rescored {
  readonly of: Searched
  readonly column: string
}

async function searchEach(ctx: Context, resources: readonly Resource[], request: SearchRequest): Promise<Searched[]> {
  const searched: Searched[] = []
  let refusal: Fault | undefined
  const { lenient } = request
  const adapted = lenient ? { ...request, lenient: { ...lenient, among: resources } } : request
  for (const resource of resources) {
    try {
      searched.push({ resource, result: await search(ctx, resource, adapted) })
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.details[0]?.path !== 'query') throw failure
      refusal ??= failure
    }
  }
  // If no resource has all fields that a lenient query names, the query finds nothing.
  const isOnlyUnknown = lenient !== undefined && refusal?.details[0]?.code === 'field_unknown'
  if (searched.length === 0 && refusal && !isOnlyUnknown) throw refusal
  return searched
}

async function best(of: Searched, end: number): Promise<Entry[]> {
  const ranking = of.result.ranking()
  return (await ranking.best(end, 0)).map((hit) => ({ ...hit, of, column: ranking.column }))
}

/** The sort is stable: equally relevant hits keep the order of the resources, and their order within each. */
const merged = (lists: readonly Entry[][]): Entry[] => lists.flat().toSorted((a, b) => b.score - a.score)
