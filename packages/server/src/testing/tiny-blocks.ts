import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import { compareSearches } from './compare-searches.ts'
import { contextOf } from './context-of.ts'
import { addRandomTickets } from './random-tickets.ts'
import { type Person, type World, world } from './world.ts'
import type { Bound } from '../search/bound.ts'
import { interpret } from '../search/interpret.ts'
import { windowSize } from '../search/windows.ts'
import { type Cursor, filteredCursor, matcher, referenceCursor } from '../search/planner/cursors.ts'
import { openCursor } from '../search/planner/open-cursor.ts'
import type { AccessPath } from '../search/planner/plan.ts'
import { run } from '../search/planner/run.ts'
import { pace } from '../search/planner/task.ts'
import { visibleTree } from '../search/planner/visible.ts'

/*
 * Tests of searches with blocks of a few rows, windows of four changes, and pauses for other requests after a fraction of a
 * millisecond. The results must not depend on these sizes. The sizes replace constants of modules, so
 * `search/planner/cursors.test.ts` runs these tests in a process of their own.
 */
Object.assign(pace, {
  turn: 0.2,
  statement: 0.1,
  minRows: 2,
  maxRows: 5,
  firstRange: 4,
  hitsPerRange: 2,
  maxIds: 2,
  changesOfRow: 1,
})
windowSize.bits = 2

const many = (count: number, word: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => word(index)).join(' ')

const queries = [
  '*',
  'printer',
  'printer offline',
  'printer -offline',
  '-printer',
  'printer OR paper',
  '"paper jam"',
  'title:printer',
  'pri*',
  'state:open',
  '-state:open',
  'state:open group:Users',
  'customer.firstname:(nils OR maya OR zoe)',
  'printer customer.firstname:nils',
  'printer OR customer.firstname:nils OR article_count:2',
  'created_at:[2025-12-10 TO 2026-01-31] -jam',
  'updated_at:>2026-03-02T09:00:05Z printer',
  'article_count:>1',
  'printer (jam OR article_count:2)',
  'state:open (offline OR article_count:2) -(jam OR article_count:3)',
  'article.internal:true',
  // More conditions than one expression of the full-text index joins (`MAX_WORDS` in `search/planner/index-query.ts`).
  `printer ${many(40, (index) => `-word${index}`)} -jam`,
  `-offline ${many(40, (index) => `-word${index}`)} -jam`,
  `(printer OR paper) ${many(40, (index) => `(word${index} OR paper OR printer)`)}`,
]

test('random searches with tiny blocks and windows return the same hits as the reference search', () =>
  compareSearches({ seed: 11, rounds: 4, queries: 200 }))

describe('the cursors of a plan', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 5 })
  })
  after(() => w.close())

  for (const as of ['admin', 'rita', 'ines', 'maya'] satisfies Person[]) {
    for (const query of queries) {
      test(`return each hit once, in descending order: ${query.slice(0, 60)}, as ${as}`, async () => {
        const ctx = await contextOf(w, as)
        const predicate = await interpret(ctx, resources.ticket, { text: query })
        await checkAll(ctx, visibleTree(ctx, resources.ticket, predicate))
      })
    }
  }
})

/** Compares each cursor of a plan with a scan that checks the same condition on each row. */
async function checkAll(ctx: Context, tree: Bound): Promise<void> {
  await run(ctx, resources.ticket, tree, async ({ task, tree: normal, path }) => {
    const expected = await allOf(filteredCursor(task, referenceCursor(task), matcher(task, normal)))
    assert.deepEqual(await allOf(openCursor(task, path)), expected, 'the plan and the check of its tree')
    for (const part of partsOf(path)) {
      const changes = await allOf(openCursor(task, part), 3)
      assert.deepEqual(await allOf(openCursor(task, part), 1000), changes, `${part.kind}: the same with other blocks`)
      if (part.kind === 'words' || part.kind === 'index filter')
        assert.ok(changes.every((change) => change < task.top && change >= task.floor))
    }
  })
}

/** The paths that a path consists of. */
const partsOf = (path: AccessPath): AccessPath[] =>
  path.kind === 'merge'
    ? [path, ...path.of.flatMap(partsOf)]
    : path.kind === 'filter' || path.kind === 'index filter'
      ? [path, ...partsOf(path.of)]
      : [path]

/** Reads a cursor to its end, and checks its blocks. */
async function allOf(cursor: Cursor, limit = 7): Promise<number[]> {
  const changes: number[] = []
  let before = Infinity
  while (before > 0) {
    const block = await cursor.next(limit)
    assert.ok(block.through < before || block.through === 0)
    assert.ok(block.changes.every((change) => change >= block.through && change < before))
    changes.push(...block.changes)
    before = block.through
  }
  assert.deepEqual(
    changes,
    [...new Set(changes)].toSorted((a, b) => b - a),
  )
  return changes
}
