import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attempt, WriteQueue, type WriteTable } from './write-queue.ts'
import type { QueuedWrite } from './write-types.ts'

/** A table that several tabs share, and a lock. */
function device() {
  const rows = new Map<number, QueuedWrite>()
  const table: WriteTable = {
    list: async () => [...rows.values()].toSorted((a, b) => a.id - b.id),
    put: async (write) => rows.set(write.id, write),
    async add(write) {
      const id = rows.size === 0 ? 1 : Math.max(...rows.keys()) + 1
      rows.set(id, { ...write, id })
      return id
    },
    delete: async (id) => rows.delete(id),
  }
  let last: Promise<void> = Promise.resolve()
  const withLock = (work: () => Promise<void>) => (last = last.then(work))
  return { table, withLock }
}

/** A service that accepts writes unless it is away, and records their paths in order. */
function service() {
  const state = { isAway: false, paths: [] as string[], refuses: '' }
  const send = async ({ path }: QueuedWrite): Promise<Attempt> => {
    if (state.isAway) return { kind: 'later' }
    if (path === state.refuses) return { kind: 'refused', reason: 'no' }
    state.paths.push(path)
    return { kind: 'done', response: path }
  }
  return { state, send }
}

const write = (path: string) => ({ userId: 4, ticketId: 1, method: 'POST' as const, path })

test('writes are sent in order, each once, by the tab that comes first', async () => {
  const { table, withLock } = device()
  const { state, send } = service()
  const tabs = [new WriteQueue({ table, withLock, send }), new WriteQueue({ table, withLock, send })] as const
  state.isAway = true
  await tabs[0].add(write('a'))
  await tabs[0].flush()
  await tabs[1].add(write('b'))
  await tabs[1].flush()
  assert.deepEqual(state.paths, [])
  state.isAway = false
  await Promise.all([tabs[0].flush(), tabs[1].flush()])
  assert.deepEqual(state.paths, ['a', 'b'])
  assert.deepEqual(await table.list(), [])
})

test('a result says whether the write had to wait', async () => {
  const { table, withLock } = device()
  const { state, send } = service()
  const queue = new WriteQueue({ table, withLock, send })
  const late: boolean[] = []
  queue.onResult(({ isLate }) => late.push(isLate))
  await queue.add(write('a'))
  await queue.flush()
  state.isAway = true
  await queue.add(write('b'))
  await queue.flush()
  state.isAway = false
  await queue.flush()
  assert.deepEqual(late, [false, true])
})

test('a write that was sent is no longer listed when its result is reported', async () => {
  const { table, withLock } = device()
  const queue = new WriteQueue({ table, withLock, send: service().send })
  const listed: string[][] = []
  queue.onResult(() => listed.push(queue.snapshot().map(({ path }) => path)))
  await queue.add(write('a'))
  await queue.add(write('b'))
  await queue.flush()
  assert.deepEqual(listed, [['b'], []])
})

test('after a failed attempt, the write and all later ones are late, in other tabs too', async () => {
  const { table, withLock } = device()
  const { state, send } = service()
  const queue = new WriteQueue({ table, withLock, send })
  const other = new WriteQueue({ table, withLock, send })
  const late: boolean[] = []
  other.onResult(({ isLate }) => late.push(isLate))
  await queue.add(write('a'))
  await queue.add(write('b'))
  assert.deepEqual(
    queue.snapshot().map(({ isLate }) => isLate),
    [undefined, undefined],
  )
  state.isAway = true
  await queue.flush()
  assert.deepEqual(
    queue.snapshot().map(({ isLate }) => isLate),
    [true, true],
  )
  state.isAway = false
  await other.flush()
  assert.deepEqual(late, [true, true])
})

test('a refused write stays in the queue with its reason, and later ones are sent', async () => {
  const { table, withLock } = device()
  const { state, send } = service()
  state.refuses = 'a'
  const queue = new WriteQueue({ table, withLock, send })
  const { id } = await queue.add(write('a'))
  await queue.add(write('b'))
  await queue.flush()
  assert.deepEqual(state.paths, ['b'])
  assert.deepEqual(
    queue.snapshot().map(({ path, refusal }) => [path, refusal]),
    [['a', 'no']],
  )
  assert.equal(await queue.remove(id), true)
  assert.equal(await queue.remove(id), false)
})

test('a refused write is sent again on request, with the same key and in spite of conflicts', async () => {
  const { table, withLock } = device()
  const { state, send } = service()
  state.refuses = 'a'
  const sent: QueuedWrite[] = []
  const queue = new WriteQueue({
    table,
    withLock,
    send: (queued) => {
      sent.push(queued)
      return send(queued)
    },
  })
  const { id } = await queue.add(write('a'))
  await queue.flush()
  state.refuses = ''
  await queue.repeat(id)
  assert.deepEqual(state.paths, ['a'])
  assert.deepEqual(
    sent.map(({ isForced }) => isForced),
    [undefined, true],
  )
  assert.equal(sent[0]?.idempotencyKey, sent[1]?.idempotencyKey)
  assert.deepEqual(await table.list(), [])
})
