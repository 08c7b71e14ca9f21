import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Match } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import { and, type Bound, or, type TextLeaf } from '../bound.ts'
import { textTableColumns } from '../document-columns.ts'
import { isOneLetter } from '../expand-prefixes.ts'
import { type Ranking, RESCORE_WINDOW } from '../ranked.ts'
import { referenceColumn } from '../references.ts'
import { weightOf } from '../catalogue.ts'
import { toSqlCondition, textKey } from './sql-condition.ts'
import { hasFewRows } from './costs.ts'
import { isInIndex, matchOf } from './index-query.ts'
import { joinBalanced } from '../../db/join-balanced.ts'
import type { VisiblePart } from './visible.ts'

/** The rows of a part of the query, and the expression whose words score them. */
interface Scored {
  readonly rows: Bound
  readonly match: Match
}

/**
 * The words that count in each part of what the caller sees: words that are hidden in a row must not influence its
 * rank. References do not count, and prefixes of one letter, which nearly all tickets match, only count with other words.
 */
function scoredParts(resource: Resource, parts: readonly VisiblePart[]): Scored[] {
  return parts.flatMap(({ rows, tree }) => {
    const words = searchedWords(tree)
    if (!words.some((word) => !isOneLetter(word))) return []
    // The words of a conjunction form one expression, so that the index skips documents that contain only some of them.
    const known = (tree.kind === 'and' ? tree.of : [tree]).filter((part) => isInIndex(resource, part, 1))
    const counting = known.filter((part) => searchedWords(part).length > 0)
    const asked = counting.length > 0 ? and(counting) : or(words)
    return [{ rows, match: matchOf(resource, asked) }]
  })
}

/** The words that a tree searches for: all but excluded ones and references. */
function searchedWords(tree: Bound): TextLeaf[] {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.of.flatMap(searchedWords)
  return tree.kind === 'text' && tree.columns[0] !== referenceColumn ? [tree] : []
}

const weightsOf = (resource: Resource): (readonly [column: string, weight: number])[] =>
  textTableColumns(resource).map((column) => [column, weightOf(resource, column)])

/**
 * Scores the newest hits of a search.
 * @param newest reads the keys of the newest hits, at most `limit` of them.
 */
export function rank(
  ctx: Context,
  resource: Resource,
  parts: readonly VisiblePart[],
  newest: (limit: number) => Promise<readonly number[]>,
): Ranking {
  return {
    column: textKey(resource),
    async best(limit, offset) {
      const keys = await newest(RESCORE_WINDOW)
      const scores = new Map<number, number>()
      for (const scored of scoredParts(resource, parts))
        for (const [key, score] of await scoresOf(ctx, resource, scored, keys)) scores.set(key, score)
      // The sort is stable: equally relevant hits stay in the default order.
      const hits = keys.map((key) => ({ key, score: scores.get(key) ?? 0 }))
      return hits.toSorted((a, b) => b.score - a.score).slice(offset, offset + limit)
    },
  }
}

/**
 * Scores records in one statement, which cannot be divided: BM25 counts the documents of each word. A read worker runs it
 * outside the snapshot of the search, which has already found the hits; a ticket that was written meanwhile has no score.
 */
async function scoresOf(
  ctx: Context,
  resource: Resource,
  { rows, match }: Scored,
  keys: readonly number[],
): Promise<[key: number, score: number][]> {
  if (keys.length === 0) return []
  const name = `${resource.path}_text`
  const { dialect } = ctx.db
  const sorted = keys.toSorted((a, b) => a - b)
  const key = sql.ref(`${name}.rowid`)
  // The index reads only the tickets of a customer, if these are the rows.
  const limits = hasFewRows(rows) && isInIndex(resource, rows, 1) ? [matchOf(resource, rows)] : []
  const conditions = [
    dialect.matches(name, name, { operator: 'AND', of: [...limits, match] }),
    sql<SqlBool>`${key} >= cast(${sorted[0]} as integer) and ${key} <= cast(${sorted.at(-1)} as integer)`,
    dialect.among(dialect.unindexed(key), sql.val(`[${sorted.join()}]`)),
  ]
  if (rows.kind !== 'all') {
    conditions.push(sql`exists (select 1 from ${sql.table(resource.path)} as row
      where ${sql.ref(`row.${textKey(resource)}`)} = ${key} and ${toSqlCondition(ctx, resource, 'row', rows, 'row')})`)
  }
  const statistics = await dialect.readStatistics(ctx.db, name, match)
  const cells = await readInWorker(
    ctx,
    resource,
    dynamic(ctx.db)
      .selectFrom(name)
      .select(['rowid', dialect.score(name, name, match, weightsOf(resource), statistics).as('score')])
      .where(joinBalanced('and', conditions)),
  )
  // The dialect returns lower scores for better matches.
  return cells.map(([found, score]) => [Number(found), -Number(score)])
}
