import type { Resource } from '@deskbell/contract'
import { type Context, effective } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import type { Page } from '../kernel/page.ts'
import { cursorCondition } from './cursor-condition.ts'
import { and, type Bound } from './bound.ts'
import { isDefaultOrder, once, type Search } from './hits.ts'
import { type Highlights, highlightsOf } from './highlight.ts'
import { expandPatterns } from './patterns.ts'
import { explainSearch } from './planner/explain-search.ts'
import { normalise } from './planner/normalise.ts'
import { pagedSearch } from './planner/pages.ts'
import { ladderSearch } from './postgres/ladder-search.ts'
import { rank } from './planner/relevance.ts'
import { joinParts, visibleParts } from './planner/visible.ts'
import { singleStatementSearch } from './planner/single-statement.ts'
import { hasRelevance, type Ranking, readRanked, relevance } from './ranked.ts'
import { interpret, rejectInvalidQuery, type SearchRequest } from './interpret.ts'
import { isSortedByTime } from './settings.ts'

/**
 * Searches a resource on behalf of the caller.
 * @throws Fault `invalid` with the position of the mistake in the query.
 */
export async function search(ctx: Context, resource: Resource, request: SearchRequest): Promise<SearchResult> {
  return searchWith(ctx, resource, await interpret(ctx, resource, request), request)
}

/** The hits of a search, which can also be ranked by relevance. */
export interface SearchResult extends Search {
  ranking(): Ranking
  /** Returns the matches of the query in these hits. */
  highlights(ids: readonly number[]): Promise<Highlights>
  /** Returns the plan of the search as lines of text. */
  explain(): Promise<string[]>
}

/**
 * Searches the records that match a predicate.
 * @param request the query from which the predicate was made: errors quote a part of its text.
 */
export async function searchWith(
  ctx: Context,
  declaration: Resource,
  predicate: Bound,
  request: Pick<SearchRequest, 'text' | 'lenient'> = { text: '' },
): Promise<SearchResult> {
  const resource = effective(ctx, declaration)
  const expanded = await rejectInvalidQuery(request.text, () => expandPatterns(ctx, resource, predicate))
  const parts = visibleParts(ctx, resource, expanded)
  const tree = joinParts(parts)
  const hasChangeNumbers = 'change' in resource.fields
  const readsByChange = hasChangeNumbers && ctx.db.dialect.ordersByChange
  const computeTree = once(() => normalise(ctx, resource, tree, 'count'))
  const oneStatement = singleStatementSearch(ctx, resource, computeTree)
  const byChange = readsByChange ? pagedSearch(ctx, resource, tree) : undefined
  const paged = byChange ?? (hasChangeNumbers ? ladderSearch(ctx, resource, computeTree, oneStatement) : oneStatement)
  const ranking = () => rank(ctx, resource, parts, (limit) => paged.newest(limit))

  /** Searches for the hits after a record. In the default order, these are the hits with lower change numbers. */
  async function rowsAfter({ after = 0, ...page }: Page): Promise<Pick<Search, 'rows'>> {
    const cursor = await cursorCondition(ctx, resource, page.sort, after)
    if (!readsByChange || after === 0 || !isDefaultOrder(ctx, resource, page.sort) || !(await isSortedByTime(ctx)))
      return searchWith(ctx, resource, and([predicate, cursor]), request)
    const row = await ctx.db.sql.selectFrom('tickets').select('change').where('id', '=', after).executeTakeFirst()
    return pagedSearch(ctx, resource, tree, row?.change)
  }

  return {
    ...oneStatement,
    async count(limit) {
      if (limit !== undefined || !byChange) return paged.count(limit)
      return (await byChange.countQuickly()) ?? oneStatement.count()
    },
    ranking,
    highlights: (ids) => highlightsOf(ctx, resource, predicate, ids),
    explain: () => explainSearch(ctx, resource, tree, readsByChange),
    async rows(page, shape) {
      const { after, ...withoutCursor } = page
      if (after !== undefined) return (await rowsAfter(page)).rows(withoutCursor, shape)
      if (page.sort[0]?.column !== relevance) return paged.rows(page, shape)
      if (!hasRelevance(predicate)) {
        // People choose the order once, and then search for a number or a person.
        if (request.lenient) return paged.rows({ ...page, sort: [] }, shape)
        throw invalid('sort_by', 'sort_by=relevance: needs words in the query.')
      }
      return readRanked(ctx, resource, ranking(), paged, page, shape)
    },
  }
}
