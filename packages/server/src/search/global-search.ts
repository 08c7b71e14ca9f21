import { assetName, type Resource } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import { idsIn } from '../kernel/crud.ts'
import { Fault } from '../errors/fault.ts'
import type { Rows } from '../kernel/scope.ts'
import type { Highlight } from './highlight.ts'
import { type Ranking, readRescored, type Rescored, rescoreWindow } from './ranked.ts'
import { type SearchResult, type SearchRequest, search } from './run.ts'

/** A hit among those of all kinds. */
export interface Hit {
  readonly type: string
  readonly id: number
  /** Where its words stand, if that was searched for. */
  readonly highlights?: readonly Highlight[]
}

/** What was found of several kinds. */
export interface GlobalSearch {
  /** The hits from `start` on, best first. */
  page(start: number, size: number, highlight: boolean): Promise<{ hits: Hit[]; rows: Rows[] }>
  /** The same for each kind of its own. */
  pages(start: number, size: number): Promise<{ type: string; rows: Rows; total: number }[]>
  /** How many there are in all; undefined where there are more than `most` of a kind. */
  count(most?: number): Promise<number | undefined>
}

/**
 * Searches several kinds at once. A kind that has not the fields of the query is left out, unless that is so of all.
 * The list is in the order of relevance; among equals the kinds come in the order in which they are given, and of a
 * kind the newest change first.
 * @throws Fault `invalid` for a query that no kind understands.
 */
export async function globalSearch(
  ctx: Context,
  kinds: readonly Resource[],
  request: SearchRequest,
): Promise<GlobalSearch> {
  const searched = await searchEach(ctx, kinds, request)
  const shape = { mode: 'ids' } as const
  return {
    async page(start, size, highlight) {
      const end = Math.min(start + size, rescoreWindow)
      const lists = await Promise.all(searched.map((kind) => best(kind, end)))
      const onPage = merged(lists).slice(start, end)
      const rows: Rows[] = []
      const found = new Map<Entry, Omit<Hit, 'type'>>()
      for (const kind of searched) {
        const own = onPage.filter((entry) => entry.kind === kind)
        if (own.length === 0) continue
        const read = await readRescored(ctx, kind.resource, shape, own[0]?.column ?? 'id', own)
        const ids = idsIn(read)
        const highlights = highlight ? await kind.result.highlights(ids) : undefined
        ids.forEach((id, at) =>
          found.set(own[at] as Entry, { id, ...(highlights ? { highlights: highlights.get(id) ?? [] } : {}) }),
        )
        rows.push(read)
      }
      const hits = onPage.flatMap((entry): Hit[] => {
        const hit = found.get(entry)
        return hit ? [{ type: assetName(entry.kind.resource), ...hit }] : []
      })
      return { hits, rows }
    },
    async pages(start, size) {
      const all = []
      for (const { resource, result } of searched) {
        const ranking: Ranking = await result.ranking()
        const rows = await readRescored(ctx, resource, shape, ranking.column, await ranking.best(size, start))
        all.push({ type: assetName(resource), rows, total: await result.count() })
      }
      return all
    },
    async count(most) {
      let total = 0
      for (const { result } of searched) {
        const count = await result.count(most)
        if (most !== undefined && count > most) return undefined
        total += count
      }
      return total
    },
  }
}

interface Kind {
  readonly resource: Resource
  readonly result: SearchResult
}

interface Entry extends Rescored {
  readonly kind: Kind
  readonly column: string
}

async function searchEach(ctx: Context, kinds: readonly Resource[], request: SearchRequest): Promise<Kind[]> {
  const searched: Kind[] = []
  let refusal: Fault | undefined
  for (const resource of kinds) {
    try {
      searched.push({ resource, result: await search(ctx, resource, request) })
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.details[0]?.path !== 'query') throw failure
      refusal ??= failure
    }
  }
  if (searched.length === 0 && refusal) throw refusal
  return searched
}

async function best(kind: Kind, end: number): Promise<Entry[]> {
  const ranking = await kind.result.ranking()
  return (await ranking.best(end, 0)).map((hit) => ({ ...hit, kind, column: ranking.column }))
}

/** Sorting keeps the order of equals: that of the kinds, and within one its own. */
const merged = (lists: readonly Entry[][]): Entry[] => lists.flat().toSorted((a, b) => b.score - a.score)
