import { datesIn, parse, type Resource, SearchError } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, declared, effective } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { from, readable } from '../kernel/scope.ts'
import { completeLastWord } from './completion.ts'
import { cursorCondition } from './cursor-condition.ts'
import { all, and, type Bound } from './bound.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { byChange } from './by-change.ts'
import { seen } from './compile.ts'
import { boundCondition } from './condition.ts'
import { boundFilters, type Filters } from './filters.ts'
import { lead } from './few.ts'
import { countOf, once, readSorted, type Search } from './hits.ts'
import { largestOf } from './table-range.ts'
import { type Highlights, highlightsOf } from './highlight.ts'
import { narrow } from './narrow.ts'
import { expand } from './patterns.ts'
import { hasRelevance, rankingOf, type Ranking, readRanked, relevance } from './ranked.ts'
import { resolve } from './resolve.ts'
import { isSortedByTime } from './settings.ts'
import { rejectShortPrefixes } from './short-prefixes.ts'
import { zoneOf } from '../kernel/zone.ts'

/** The input of a search. */
export interface SearchRequest {
  /** The query in the search language. */
  readonly text: string
  /** Whether the last word is incomplete, because it is being typed; see `completeLastWord`. */
  readonly completes?: boolean
  /** A condition that hits must match in addition to the query, as an object or as JSON (`docs/search.md`). */
  readonly condition?: unknown
  /** Restricts the search to some records. */
  readonly filters?: Filters
  /** The name of the time zone in which days begin and end, if the request names one. */
  readonly zone?: string | undefined
}

/**
 * Searches a resource on behalf of the caller.
 * @throws Fault `invalid` with the column of the mistake in the query.
 */
export async function search(ctx: Context, resource: Resource, request: SearchRequest): Promise<SearchResult> {
  return searchWith(ctx, resource, await interpret(ctx, resource, request))
}

/** The hits of a search, also by relevance. */
export interface SearchResult extends Search {
  ranking(): Promise<Ranking>
  /** Returns the matches of the query in these hits. */
  highlights(ids: readonly number[]): Promise<Highlights>
}

/** Searches the records that match a predicate. */
export async function searchWith(ctx: Context, declaration: Resource, predicate: Bound): Promise<SearchResult> {
  const resource = effective(ctx, declaration)
  const known = await narrow(ctx, await rejectInvalidQuery(() => expand(ctx, resource, predicate)))
  const bound = 'change' in resource.fields ? await lead(ctx, resource, known) : known
  const found =
    'change' in resource.fields
      ? byChange(
          ctx,
          resource,
          await isSortedByTime(ctx),
          await expandPrefixes(ctx, resource, bound, 'count'),
          await expandPrefixes(ctx, resource, bound, 'page'),
          predicate,
        )
      : searchAndSort(ctx, resource, bound)
  return {
    ...found,
    ranking: () => rankingOf(ctx, resource, bound),
    highlights: (ids) => highlightsOf(ctx, resource, predicate, ids),
    async rows(page, shape) {
      if (page.after !== undefined) {
        const { after, ...first } = page
        const cursor = await cursorCondition(ctx, resource, page.sort, after)
        return (await searchWith(ctx, resource, and([predicate, cursor]))).rows(first, shape)
      }
      if (page.sort[0]?.column !== relevance) return found.rows(page, shape)
      if (!hasRelevance(predicate)) throw invalid('sort_by', 'sort_by=relevance: needs words in the query.')
      return readRanked(ctx, resource, bound, found, page, shape)
    },
  }
}

/**
 * Translates a request to a predicate of a resource.
 * @throws Fault `invalid` with the column of what could not be predicate.
 */
export async function interpret(ctx: Context, declaration: Resource, request: SearchRequest): Promise<Bound> {
  const { condition, filters, zone } = request
  const resource = effective(ctx, declaration)
  if (zone !== undefined) await zoneOf(ctx, zone)
  const query = await interpretText(ctx, resource, request)
  const among = filters ? await boundFilters(ctx, resource, filters) : all
  if (condition === undefined) return and([query, among])
  const given = typeof condition === 'string' ? parseJson(condition) : condition
  return and([query, among, boundCondition(ctx, resource, given, { as: readable, zone: await zoneOf(ctx, zone) })])
}

function interpretText(ctx: Context, resource: Resource, { text, completes, zone }: SearchRequest): Promise<Bound> {
  const now = ctx.desk.now()
  return rejectInvalidQuery(async () => {
    const query = completeLastWord(parse(text), resource, completes === true)
    rejectShortPrefixes(query)
    // The time zone is read only if the query contains a date.
    let asksForDates = false
    const inUtc = datesIn({ now })
    const at = (name: string) => readable(ctx, declared(name))
    const known = at(resource.name)
    const bound = resolve(known, query, {
      at,
      get dates() {
        asksForDates = true
        return inUtc
      },
    })
    const own = asksForDates ? await zoneOf(ctx, zone) : 'UTC'
    return own === 'UTC' ? bound : resolve(known, query, { dates: datesIn({ now, zone: own }), at })
  })
}

async function rejectInvalidQuery(work: () => Promise<Bound>): Promise<Bound> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof SearchError) throw invalid('query', failure.message)
    throw failure
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('condition', 'condition: not valid JSON.')
  }
}

/** A search of a resource without change numbers: its hits are few, or quickly sorted. */
function searchAndSort(ctx: Context, resource: Resource, bound: Bound): Search {
  const hits = () => {
    const rows = from(ctx, resource).where(seen(ctx, resource, resource.path, bound))
    // The system user (id 1) is not a person, and never a hit.
    return resource.name === 'user' ? rows.where('users.id', '<>', 1) : rows
  }
  const largest = once(() => largestOf(ctx, resource, bound))
  return {
    rows: async (page, shape) => readSorted(ctx, resource, hits(), page, shape, await largest()),
    count: async (most) => countOf(ctx, hits().select(sql.ref(`${resource.path}.id`).as('id')), most, await largest()),
  }
}
