import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { readWorkers } from './read-workers.ts'

const me = { caller: 1 }
/** A statement that never ends by itself. */
const endless = {
  text: 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n',
  values: [],
}

describe('read workers', () => {
  let folder: string
  let db: DatabaseSync
  const file = () => join(folder, 'some.db')
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
    db = new DatabaseSync(file())
    db.exec(`pragma journal_mode = wal; create table t (a integer, b text); insert into t values (1, 'É'), (2, null)`)
  })
  after(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('read what is committed when the statement starts', async () => {
    const workers = readWorkers(file())
    const read = (text: string, ...values: (number | string)[]) => workers.run({ text, values }, me)
    const [first, second] = await Promise.all([
      read('select a, folded(b) from t order by a'),
      read('select count(*) from t where a > ?', 1),
    ])
    assert.deepEqual(first, [
      [1, 'e'],
      [2, null],
    ])
    assert.deepEqual(second, [[1]])
    db.exec(`insert into t values (3, 'x')`)
    assert.deepEqual(await read('select count(*) from t where a > ?', 1), [[2]])
    await workers.close()
  })

  test('work in parallel: a long statement does not delay the next ones', async () => {
    const workers = readWorkers(file(), { size: () => 2 })
    const long = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select max(i) from n'
    const order: string[] = []
    const read = async (name: string, until: number) => {
      assert.deepEqual(await workers.run({ text: long, values: [until] }, me), [[until]])
      order.push(name)
    }
    await Promise.all([read('long', 3_000_000), read('short', 1), read('another', 2)])
    assert.deepEqual(order, ['short', 'another', 'long'])
    await workers.close()
  })

  test('report a failed statement, write nothing, and continue', async () => {
    const workers = readWorkers(file())
    await assert.rejects(workers.run({ text: 'select c from t', values: [] }, me), /no such column: c/)
    await assert.rejects(workers.run({ text: 'delete from t', values: [] }, me), /readonly/)
    assert.deepEqual(await workers.run({ text: 'select 1', values: [] }, me), [[1]])
    await workers.close()
  })

  test('start again after they ended because they were idle', async () => {
    const workers = readWorkers(file(), { idleTimeout: 0 })
    for (let times = 0; times < 3; times += 1) {
      assert.deepEqual(await workers.run({ text: 'select ?', values: [times] }, me), [[times]])
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await workers.close()
  })

  test('serve callers in turn, however many statements one of them sends', async () => {
    const workers = readWorkers(file())
    const order: string[] = []
    const read = async (name: string, caller: number) => {
      await workers.run({ text: 'select ?', values: [name] }, { caller })
      order.push(name)
    }
    await Promise.all([read('a1', 1), read('a2', 1), read('a3', 1), read('b1', 2), read('b2', 2), read('c1', 3)])
    // `a1` starts before the others are in the queue.
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    await workers.close()
  })

  test('stop a cancelled statement, and never start cancelled ones in the queue', async () => {
    const workers = readWorkers(file())
    const gone = new AbortController()
    const abandoned = Array.from({ length: 6 }, () => workers.run(endless, { caller: 1, signal: gone.signal }))
    const other = workers.run({ text: 'select 2', values: [] }, { caller: 2 })
    gone.abort(new Error('gone'))
    for (const one of abandoned) await assert.rejects(one, /^Error: gone$/)
    // None of the abandoned statements ends by itself.
    assert.deepEqual(await other, [[2]])
    assert.throws(() => gone.signal.throwIfAborted(), /gone/)
    await assert.rejects(workers.run(endless, { caller: 1, signal: gone.signal }), /gone/)
    await workers.close()
  })

  test('a signal that aborts after its statement affects no other statement', async () => {
    const workers = readWorkers(file())
    const later = new AbortController()
    const one = { text: 'select 1', values: [] }
    assert.deepEqual(await workers.run(one, { caller: 1, signal: later.signal }), [[1]])
    const next = workers.run(one, { caller: 1 })
    later.abort()
    assert.deepEqual(await next, [[1]])
    await workers.close()
  })
})
