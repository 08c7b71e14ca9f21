import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { openAside } from './aside.ts'

const me = { caller: 1 }
/** Never ends by itself. */
const endless = {
  text: 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n',
  values: [],
}

describe('readers in other processes', () => {
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

  test('read what is committed by then', async () => {
    const aside = openAside(file())
    const read = (text: string, ...values: (number | string)[]) => aside.read({ text, values }, me)
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
    await aside.close()
  })

  test('work at the same time: what takes long does not keep the next waiting', async () => {
    const aside = openAside(file(), undefined, () => 2)
    const long = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select max(i) from n'
    const order: string[] = []
    const read = async (name: string, until: number) => {
      assert.deepEqual(await aside.read({ text: long, values: [until] }, me), [[until]])
      order.push(name)
    }
    await Promise.all([read('long', 3_000_000), read('short', 1), read('another', 2)])
    assert.deepEqual(order, ['short', 'another', 'long'])
    await aside.close()
  })

  test('tell what is wrong with a statement, write nothing, and go on', async () => {
    const aside = openAside(file())
    await assert.rejects(aside.read({ text: 'select c from t', values: [] }, me), /no such column: c/)
    await assert.rejects(aside.read({ text: 'delete from t', values: [] }, me), /readonly/)
    assert.deepEqual(await aside.read({ text: 'select 1', values: [] }, me), [[1]])
    await aside.close()
  })

  test('are there again after they went for want of work', async () => {
    const aside = openAside(file(), 0)
    for (let times = 0; times < 3; times += 1) {
      assert.deepEqual(await aside.read({ text: 'select ?', values: [times] }, me), [[times]])
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await aside.close()
  })

  test('take turns: many statements of one caller keep another waiting for one of them', async () => {
    const aside = openAside(file())
    const order: string[] = []
    const read = async (name: string, caller: number) => {
      await aside.read({ text: 'select ?', values: [name] }, { caller })
      order.push(name)
    }
    await Promise.all([read('a1', 1), read('a2', 1), read('a3', 1), read('b1', 2), read('b2', 2), read('c1', 3)])
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    await aside.close()
  })

  test('stop a statement that nobody waits for any more, and never begin those behind it', async () => {
    const aside = openAside(file())
    const gone = new AbortController()
    const abandoned = Array.from({ length: 6 }, () => aside.read(endless, { caller: 1, signal: gone.signal }))
    const other = aside.read({ text: 'select 2', values: [] }, { caller: 2 })
    gone.abort(new Error('gone'))
    for (const one of abandoned) await assert.rejects(one, /^Error: gone$/)
    // Each of them would never end.
    assert.deepEqual(await other, [[2]])
    assert.throws(() => gone.signal.throwIfAborted(), /gone/)
    await assert.rejects(aside.read(endless, { caller: 1, signal: gone.signal }), /gone/)
    await aside.close()
  })

  test('what is done is not stopped by what comes later', async () => {
    const aside = openAside(file())
    const later = new AbortController()
    const one = { text: 'select 1', values: [] }
    assert.deepEqual(await aside.read(one, { caller: 1, signal: later.signal }), [[1]])
    const next = aside.read(one, { caller: 1 })
    later.abort()
    assert.deepEqual(await next, [[1]])
    await aside.close()
  })
})
