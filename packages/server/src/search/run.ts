import { dateResolver, parse, type Query, type Resource, SearchError } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { invalid } from '../kernel/fault.ts'
import { from } from '../kernel/scope.ts'
import { and, type Bound } from './bound.ts'
import { byChange } from './by-change.ts'
import { seen } from './compile.ts'
import { boundCondition } from './condition.ts'
import { countOf, readSorted, type Search } from './hits.ts'
import { narrow } from './narrow.ts'
import { expand } from './patterns.ts'
import { hasRelevance, readRanked, relevance } from './ranked.ts'
import { resolve } from './resolve.ts'

/** Counting stops here unless an exact total is asked for: counting a common word costs more than the page. */
export const countUpTo = 1000

/**
 * Understands a query in the eyes of a caller.
 * @param given a condition that the hits fulfil beside the query (reference, section 7.6).
 * @throws Fault `invalid` with the column of what could not be understood.
 */
export async function search(ctx: Context, resource: Resource, text: string, given?: unknown): Promise<Search> {
  const query = await understand(ctx, resource, text)
  return searchFor(ctx, resource, given === undefined ? query : and([query, boundCondition(ctx, resource, given)]))
}

/** The records that fulfil what is understood already. */
export async function searchFor(ctx: Context, resource: Resource, understood: Bound): Promise<Search> {
  const bound = await narrow(ctx, understood)
  const found = 'change' in resource.fields ? byChange(ctx, resource, bound) : anyOrder(ctx, resource, bound)
  return {
    ...found,
    async rows(page, shape) {
      if (page.sort[0]?.column !== relevance) return found.rows(page, shape)
      if (!hasRelevance(understood)) throw invalid('sort_by', 'sort_by=relevance: needs words in the query.')
      return readRanked(ctx, resource, bound, found, page, shape)
    },
  }
}

async function understand(ctx: Context, resource: Resource, text: string): Promise<Bound> {
  const date = dateResolver({ now: ctx.desk.now() })
  try {
    const query: Query = parse(text)
    return await expand(ctx, resolve(resource, query, { date }))
  } catch (failure) {
    if (failure instanceof SearchError) throw invalid('query', failure.message)
    throw failure
  }
}

/** Resources whose hits are few, or quickly sorted. */
function anyOrder(ctx: Context, resource: Resource, bound: Bound): Search {
  const hits = () => {
    const rows = from(ctx, resource).where(seen(ctx, resource, resource.path, bound))
    // The system user is nobody one would look for (reference, section 2.6).
    return resource.name === 'user' ? rows.where('users.id', '<>', 1) : rows
  }
  return {
    rows: (page, shape) => readSorted(ctx, resource, hits(), page, shape),
    count: (most) => countOf(ctx, hits().select(sql.ref(`${resource.path}.id`).as('id')), most),
  }
}
