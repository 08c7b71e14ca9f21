import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filteredCursor, listCursor } from './cursors.ts'
import { workTimer } from '../work-timer.ts'
import type { Task } from './task.ts'

const task = { top: Infinity, floor: 0, examined: 0, pause: async () => {} } as Task

test('a filter returns after one statement, however many rows it could check', async () => {
  const changes = Array.from({ length: 1000 }, (_, index) => 1000 - index)
  const checked: number[] = []
  const cursor = filteredCursor(task, { next: async () => ({ changes, through: 0 }) }, async (some) => {
    checked.push(some.length)
    return some
  })
  const block = await cursor.next(10)
  assert.deepEqual([checked, block.changes.at(-1), block.through], [[16], 985, 985])
  const found = [...block.changes]
  for (let { through } = block; through > 0;) {
    const next = await cursor.next(10)
    found.push(...next.changes)
    ;({ through } = next)
  }
  assert.deepEqual(found, changes)
})

test('a filter without rows ends', async () => {
  const cursor = filteredCursor(task, listCursor(task, []), async (some) => some)
  assert.deepEqual(await cursor.next(10), { changes: [], through: 0 })
})

test('work of a fraction of a millisecond is measured', () => {
  for (let time = 0; time < 20; time += 1) {
    const worked = workTimer()
    const begin = performance.now()
    while (performance.now() - begin < 0.1);
    assert.ok(worked() > 0)
  }
})
