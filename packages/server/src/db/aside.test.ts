import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { openAside } from './aside.ts'

describe('readers in other threads', () => {
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
    const read = (text: string, ...values: (number | string)[]) => aside.read({ text, values })
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
      assert.deepEqual(await aside.read({ text: long, values: [until] }), [[until]])
      order.push(name)
    }
    await Promise.all([read('long', 3_000_000), read('short', 1), read('another', 2)])
    assert.deepEqual(order, ['short', 'another', 'long'])
    await aside.close()
  })

  test('tell what is wrong with a statement, write nothing, and go on', async () => {
    const aside = openAside(file())
    await assert.rejects(aside.read({ text: 'select c from t', values: [] }), /no such column: c/)
    await assert.rejects(aside.read({ text: 'delete from t', values: [] }), /readonly/)
    assert.deepEqual(await aside.read({ text: 'select 1', values: [] }), [[1]])
    await aside.close()
  })

  test('are there again after they went for want of work', async () => {
    const aside = openAside(file(), 0)
    for (let times = 0; times < 3; times += 1) {
      assert.deepEqual(await aside.read({ text: 'select ?', values: [times] }), [[times]])
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await aside.close()
  })
})
