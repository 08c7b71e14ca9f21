import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, effective } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { from } from '../kernel/scope.ts'
import { cursorCondition } from './cursor-condition.ts'
import { and, type Bound } from './bound.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { byChange } from './by-change.ts'
import { seen } from './compile.ts'
import { lead } from './few.ts'
import { facetsOf } from './facets.ts'
import { countOf, once, readIds, readSorted, type Search } from './hits.ts'
import { largestOf } from './table-range.ts'
import { type Highlights, highlightsOf } from './highlight.ts'
import { narrow } from './narrow.ts'
import { expand } from './patterns.ts'
import { hasRelevance, rankingOf, type Ranking, readRanked, relevance } from './ranked.ts'
import { interpret, rejectInvalidQuery, type SearchRequest } from './interpret.ts'
import { isSortedByTime } from './settings.ts'

/**
 * Searches a resource on behalf of the caller.
 * @throws Fault `invalid` with the column of the mistake in the query.
 */
export async function search(ctx: Context, resource: Resource, request: SearchRequest): Promise<SearchResult> {
  return searchWith(ctx, resource, await interpret(ctx, resource, request), request.text)
}

/** The hits of a search, also by relevance. */
export interface SearchResult extends Search {
  ranking(): Promise<Ranking>
  /** Returns the matches of the query in these hits. */
  highlights(ids: readonly number[]): Promise<Highlights>
}

/** Searches the records that match a predicate. @param text the query in it, for errors that name a part of it. */
export async function searchWith(
  ctx: Context,
  declaration: Resource,
  predicate: Bound,
  text = '',
): Promise<SearchResult> {
  const resource = effective(ctx, declaration)
  const known = await narrow(ctx, await rejectInvalidQuery(text, () => expand(ctx, resource, predicate)))
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
        return (await searchWith(ctx, resource, and([predicate, cursor]), text)).rows(first, shape)
      }
      if (page.sort[0]?.column !== relevance) return found.rows(page, shape)
      if (!hasRelevance(predicate)) throw invalid('sort_by', 'sort_by=relevance: needs words in the query.')
      return readRanked(ctx, resource, bound, found, page, shape)
    },
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
    ids: (sort) => readIds(ctx, resource, hits(), sort),
    facets: async (by) => facetsOf(ctx, resource, hits(), by, await largest()),
    count: async (most) => countOf(ctx, hits().select(sql.ref(`${resource.path}.id`).as('id')), most, await largest()),
  }
}
