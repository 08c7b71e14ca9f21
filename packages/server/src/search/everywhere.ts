import { assetName, type Resource } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import { idsIn } from '../kernel/crud.ts'
import { Fault } from '../errors/fault.ts'
import type { Rows } from '../kernel/scope.ts'
import type { Highlight } from './highlight.ts'
import { type Ranking, readWeighed, type Weighed, weighed } from './ranked.ts'
import { type Found, type Question, search } from './run.ts'

/** A hit among those of all kinds. */
export interface Hit {
  readonly type: string
  readonly id: number
  /** Where its words stand, if that was asked for. */
  readonly highlights?: readonly Highlight[]
}

/** What was found of several kinds. */
export interface Everywhere {
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
export async function everywhere(ctx: Context, kinds: readonly Resource[], question: Question): Promise<Everywhere> {
  const asked = await understoodBy(ctx, kinds, question)
  const shape = { mode: 'ids' } as const
  return {
    async page(start, size, highlight) {
      const end = Math.min(start + size, weighed)
      const lists = await Promise.all(asked.map((kind) => best(kind, end)))
      const shown = merged(lists).slice(start, end)
      const rows: Rows[] = []
      const found = new Map<Entry, Omit<Hit, 'type'>>()
      for (const kind of asked) {
        const own = shown.filter((entry) => entry.kind === kind)
        if (own.length === 0) continue
        const read = await readWeighed(ctx, kind.resource, shape, own[0]?.column ?? 'id', own)
        const ids = idsIn(read)
        const marked = highlight ? await kind.found.highlights(ids) : undefined
        ids.forEach((id, at) =>
          found.set(own[at] as Entry, { id, ...(marked ? { highlights: marked.get(id) ?? [] } : {}) }),
        )
        rows.push(read)
      }
      const hits = shown.flatMap((entry): Hit[] => {
        const hit = found.get(entry)
        return hit ? [{ type: assetName(entry.kind.resource), ...hit }] : []
      })
      return { hits, rows }
    },
    async pages(start, size) {
      const all = []
      for (const { resource, found } of asked) {
        const ranking: Ranking = await found.ranking()
        const rows = await readWeighed(ctx, resource, shape, ranking.column, await ranking.best(size, start))
        all.push({ type: assetName(resource), rows, total: await found.count() })
      }
      return all
    },
    async count(most) {
      let total = 0
      for (const { found } of asked) {
        const count = await found.count(most)
        if (most !== undefined && count > most) return undefined
        total += count
      }
      return total
    },
  }
}

interface Kind {
  readonly resource: Resource
  readonly found: Found
}

interface Entry extends Weighed {
  readonly kind: Kind
  readonly column: string
}

async function understoodBy(ctx: Context, kinds: readonly Resource[], question: Question): Promise<Kind[]> {
  const asked: Kind[] = []
  let refusal: Fault | undefined
  for (const resource of kinds) {
    try {
      asked.push({ resource, found: await search(ctx, resource, question) })
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.details[0]?.path !== 'query') throw failure
      refusal ??= failure
    }
  }
  if (asked.length === 0 && refusal) throw refusal
  return asked
}

async function best(kind: Kind, end: number): Promise<Entry[]> {
  const ranking = await kind.found.ranking()
  return (await ranking.best(end, 0)).map((hit) => ({ ...hit, kind, column: ranking.column }))
}

/** Sorting keeps the order of equals: that of the kinds, and within one its own. */
const merged = (lists: readonly Entry[][]): Entry[] => lists.flat().toSorted((a, b) => b.score - a.score)
