import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Match } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import { and, type Bound, or, type TextLeaf } from '../bound.ts'
import { documentOrder } from '../document-columns.ts'
import { isOneLetter } from '../expand-prefixes.ts'
import { newestFirst } from '../hits.ts'
import { type Ranking, rescoreWindow } from '../ranked.ts'
import { referenceColumn } from '../references.ts'
import type { Select } from '../select.ts'
import { weightOf } from './catalogue.ts'
import { check, textKey, together } from './check.ts'
import { isInIndex, questionOf } from './index-query.ts'
import { firstOf } from './order.ts'
import { type Run, run } from './run.ts'
import type { VisiblePart } from './visible.ts'
import { hitConditions, hitsOf } from './whole.ts'

/** The rows of a part of the query, and the expression whose words score them. */
interface Scored {
  readonly rows: Bound
  readonly match: Match
}

/**
 * The words that count in each part of what the caller sees: words that are hidden in a row must not influence its place.
 * References do not count, and neither do prefixes of one letter, which nearly all tickets match.
 */
function scoredParts(resource: Resource, parts: readonly VisiblePart[]): Scored[] {
  return parts.flatMap(({ rows, tree }) => {
    const words = wanted(tree)
    if (!words.some((word) => !isOneLetter(word))) return []
    // All words of a conjunction skip the postings of the hits of single words.
    const known = (tree.kind === 'and' ? tree.of : [tree]).filter((part) => isInIndex(resource, part, 1))
    const counting = known.filter((part) => wanted(part).length > 0)
    const asked = counting.length > 0 ? and(counting) : or(words)
    return [{ rows, match: questionOf(resource, asked) }]
  })
}

/** The words that hits contain, without excluded ones. */
function wanted(tree: Bound): TextLeaf[] {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.of.flatMap(wanted)
  return tree.kind === 'text' && tree.columns[0] !== referenceColumn ? [tree] : []
}

const weightsOf = (resource: Resource): (readonly [column: string, weight: number])[] =>
  documentOrder(resource).map((column) => [column, weightOf(resource, column)])

/** Scores the newest hits of a search that reads rows in the order of changes. */
export function rankByChange(ctx: Context, resource: Resource, tree: Bound, parts: readonly VisiblePart[]): Ranking {
  return {
    column: 'change',
    best: (limit, offset) =>
      run(ctx, resource, tree, async (found) => {
        const changes = await newestChanges(found)
        // Out of order, equally relevant hits cannot be cut by the statement that scores them.
        const most = found.isSorted ? offset + limit : rescoreWindow
        const scores = new Map<number, number>()
        for (const scored of scoredParts(resource, parts)) {
          await found.task.pause()
          for (const [change, score] of await scoresOf(ctx, resource, scored, changes, most)) scores.set(change, score)
        }
        // The sort is stable: equally relevant hits stay in the default order.
        const hits = changes.map((key) => ({ key, score: scores.get(key) ?? 0 }))
        return hits.toSorted((a, b) => b.score - a.score).slice(offset, offset + limit)
      }),
  }
}

async function newestChanges({ task, cursor, isSorted }: Run): Promise<number[]> {
  const changes: number[] = []
  const enough = isSorted ? rescoreWindow : Infinity
  for (let through = task.top; through > 0 && changes.length < enough;) {
    const block = await cursor.next(rescoreWindow)
    for (const change of block.changes) changes.push(change)
    ;({ through } = block)
  }
  return isSorted ? changes.slice(0, rescoreWindow) : firstOf(task, changes, newestFirst, rescoreWindow)
}

/**
 * Scores changes in one statement, which cannot be divided: BM25 counts the documents of each word. A read worker runs it,
 * because the hits themselves are known; a ticket that was written meanwhile has no score.
 */
async function scoresOf(
  ctx: Context,
  resource: Resource,
  { rows, match }: Scored,
  changes: readonly number[],
  most: number,
): Promise<[change: number, score: number][]> {
  if (changes.length === 0) return []
  const name = `${resource.path}_text`
  const { dialect } = ctx.db
  const sorted = changes.toSorted((a, b) => a - b)
  const key = sql.ref(`${name}.rowid`)
  const inRows =
    rows.kind === 'all'
      ? sql``
      : sql`and exists (select 1 from ${sql.table(resource.path)} as row
          where ${sql.ref('row.change')} = ${key} and ${check(ctx, resource, 'row', rows, 'row')})`
  const cells = await readInWorker(
    ctx,
    resource,
    dynamic(ctx.db)
      .selectFrom(name)
      .select(['rowid', dialect.score(name, name, match, weightsOf(resource)).as('score')])
      .where(dialect.matches(name, name, match))
      .where(sql<boolean>`${key} >= cast(${sorted[0]} as integer) and ${key} <= cast(${sorted.at(-1)} as integer)
        and +${key} in (select value from json_each(${`[${sorted.join()}]`})) ${inRows}`)
      .orderBy('score')
      .orderBy('rowid', 'desc')
      .limit(most),
  )
  return cells.map(([change, score]) => [change as number, -Number(score)])
}

/**
 * Scores the newest hits with one statement.
 * @param treeIn returns the normalised tree of all that is visible; `parts` are the same by what is visible in which rows.
 */
export function rankWhole(
  ctx: Context,
  resource: Resource,
  treeIn: () => Promise<Bound>,
  parts: readonly VisiblePart[],
): Ranking {
  return {
    column: 'id',
    async best(limit, offset) {
      const tree = await treeIn()
      const scored = scoredParts(resource, parts).map((part) => newestRows(ctx, resource, tree, part))
      const found = scored.reduce((some, next) => some.unionAll(next), newestRows(ctx, resource, tree))
      const merged: Select = dynamic(ctx.db)
        .selectFrom(sql<Record<string, unknown>>`${found}`.as('found'))
        .select(['key', 'at', (of) => of.fn.min('score').as('score')])
        .groupBy(['key', 'at'])
      const query = someOf(ctx, merged).orderBy('score').orderBy('at', 'desc').orderBy('key', 'desc')
      const cells = await readInWorker(ctx, resource, query.limit(limit).offset(offset))
      return cells.map(([key, , score]) => ({ key: Number(key), score: -Number(score) }))
    },
  }
}

/** The newest of some rows. */
function someOf(ctx: Context, rows: Select): Select {
  const newest = rows.orderBy('at', 'desc').orderBy('key', 'desc').limit(rescoreWindow)
  const some: Select = dynamic(ctx.db).selectFrom(sql<Record<string, unknown>>`${newest}`.as('some'))
  return some.select(['key', 'at', 'score'])
}

/** The newest rows that match; with their score, those that a scored part finds. */
function newestRows(ctx: Context, resource: Resource, tree: Bound, scored?: Scored): Select {
  const [key, at] = [sql.ref('row.id').as('key'), sql.ref('row.updated_at').as('at')]
  const hits = hitsOf(ctx, resource, tree, 'row')
  if (!scored) return someOf(ctx, hits.select([key, at, sql<number>`0.0`.as('score')]))
  const name = `${resource.path}_text`
  const score = ctx.db.dialect.score('text', name, scored.match, weightsOf(resource)).as('score')
  const texts: Select = dynamic(ctx.db).selectFrom(`${name} as text`)
  // The index is read first: scoring one row takes as long as scoring all of them.
  const rows = texts
    .where(ctx.db.dialect.matches('text', name, scored.match))
    .crossJoin(`${resource.path} as row`)
    .where(
      together('and', [
        sql<SqlBool>`${sql.ref(`row.${textKey(resource)}`)} = ${sql.ref('text.rowid')}`,
        check(ctx, resource, 'row', scored.rows, 'all'),
        hitConditions(ctx, resource, tree, 'row'),
      ]),
    )
  return someOf(ctx, rows.select([key, at, score]))
}
