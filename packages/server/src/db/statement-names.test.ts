import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { eachDialect, leaveEmpty } from '../testing/each-dialect.ts'
import { StatementNames } from './statement-names.ts'

test('a statement gets a name when it runs again, and another one after the tables have changed', () => {
  const names = new StatementNames()
  assert.equal(names.nameOf('select 1'), undefined)
  const first = names.nameOf('select 1')
  assert.ok(first)
  assert.equal(names.nameOf('select 1'), first)
  names.forget()
  names.nameOf('select 1')
  const second = names.nameOf('select 1')
  assert.ok(second)
  assert.notEqual(second, first)
})

test(
  'a statement whose plan is older than the columns of its table runs again',
  { skip: !eachDialect.postgres },
  async () => {
    const database = await eachDialect.postgres!(leaveEmpty)
    const run = async (text: string) => database.arrays(CompiledQuery.raw(text))
    try {
      await run('create table things (id bigint)')
      await run('insert into things values (1)')
      for (let times = 0; times < 4; times += 1) assert.deepEqual(await run('select * from things'), [[1]])
      await run("alter table things add column name text default 'one'")
      for (let times = 0; times < 4; times += 1) assert.deepEqual(await run('select * from things'), [[1, 'one']])
    } finally {
      await database.close()
    }
  },
)
