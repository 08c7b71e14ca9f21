import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { blocksOf, type Cursor, newestCursor } from './cursors.ts'
import { pace, type Task } from './task.ts'
import { wordsCursor } from './words-cursor.ts'

const twoWords = {
  operator: 'AND',
  of: ['label', 'printer'].map((text) => ({ text, columns: [], prefix: false })),
} as const

test('hits that are far older than the newest tickets are read newest first, in statements of limited size', async () => {
  const hits = Array.from({ length: 3 * pace.maxRows }, (_, index) => index + 1)
  const { task, answers } = fakeTask(2_000_000, ({ sql, parameters }) => {
    const [from, to, limit] = parameters.slice(1) as [number, number, number]
    const found = hits.filter((hit) => hit >= from && hit < to)
    return (sql.includes(' desc ') ? found.toReversed() : found).slice(0, limit)
  })
  assert.deepEqual(await all(wordsCursor(task, twoWords)), hits.toReversed())
  assert.ok(Math.max(...answers) <= pace.maxRows)
})

test('a few ranges cover everything, even if each takes longer than a statement may', async (t) => {
  t.mock.property(pace, 'statement', 0)
  let statements = 0
  const { task } = fakeTask(2_000_000, ({ sql }) => {
    if (sql.includes('match')) statements += 1
    return []
  })
  assert.deepEqual(await all(wordsCursor(task, twoWords)), [])
  assert.ok(statements <= 5, `${statements} statements`)
})

test('the tickets of many customers are read together if they are few', async () => {
  const { task, answers } = fakeTask(1000, () => [3, 7, 5])
  assert.deepEqual(await all(newestCursor(task, 'customer_id', [4, 5, 6], [])), [7, 5, 3])
  assert.deepEqual(answers, [3])
})

/** A task whose statements are answered by a function, and the number of rows of each answer. */
function fakeTask(top: number, answer: (query: CompiledQuery) => number[]): { task: Task; answers: number[] } {
  const answers: number[] = []
  const db = {
    dialect: { matchValue: () => '' },
    async arrays(query: CompiledQuery) {
      const rows = answer(query)
      answers.push(rows.length)
      return rows.map((row) => [row])
    },
  }
  const task = { ctx: { db }, resource: { path: 'tickets' }, top, floor: 0, hasWindows: true, examined: 0 }
  return { task: { ...task, pause: async () => {} } as unknown as Task, answers }
}

async function all(cursor: Cursor): Promise<number[]> {
  const changes: number[] = []
  for await (const block of blocksOf(cursor, 10)) changes.push(...block.changes)
  return changes
}
