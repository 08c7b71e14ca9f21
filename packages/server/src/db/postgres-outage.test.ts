import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { Fault } from '../errors/fault.ts'
import { programs } from '../testing/postgres-programs.ts'
import { createServer, type Server, urlIn } from '../testing/postgres-server.ts'
import type { Database } from './dialect.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { openDatabase } from './open.ts'
import { openPostgres } from './open-postgres.ts'
import { openSource } from './postgres-source.ts'

const run = async (db: Pick<Database, 'arrays'>, text: string) => db.arrays(CompiledQuery.raw(text))
const unavailable = (failure: unknown) =>
  failure instanceof Fault && failure.status === 503 && failure.headers['retry-after'] === '1'

describe('a PostgreSQL server that fails', { skip: programs === undefined }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-server-'))
  let server: Server
  let database: Database
  before(async () => {
    server = await createServer(folder)
    await server.start()
    database = openPostgres(openSource(urlIn(folder)))
    await run(database, 'create table notes (id bigint generated always as identity, word text unique)')
  })
  after(async () => {
    await database.close()
    await server.remove()
  })

  test('transactions are repeated when their connection is ended, and each is written once', async () => {
    const ended = new Set<string>()
    const write = (word: string) =>
      database.transaction(async (unit) => {
        await run(unit, `insert into notes (word) values ('${word}')`)
        const [[pid] = []] = await run(unit, 'select pg_backend_pid()')
        if (!ended.has(word)) await run(database, `select pg_terminate_backend(${Number(pid)})`)
        ended.add(word)
        await run(unit, 'select 1')
      })
    await Promise.all(Array.from({ length: 4 }, (_, index) => write(`cut ${index}`)))
    assert.deepEqual(await run(database, `select count(*) from notes where word like 'cut %'`), [[4]])
  })

  test('statements fail soon when the server falls silent without closing its connections', async (t) => {
    const proxy = await tcpProxy({ path: join(folder, '.s.PGSQL.5432') })
    t.after(() => proxy.close())
    const other = openPostgres(openSource(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`))
    t.after(() => other.close())
    await run(other, 'select 1')
    proxy.freeze()
    await assert.rejects(run(other, 'select 2'), unavailable)
  })

  test('transactions that wait for each other all succeed', async () => {
    await run(database, `insert into notes (word) values ('left'), ('right')`)
    const both = async (one: string, other: string) =>
      database.transaction(async (unit) => {
        await run(unit, `update notes set word = word where word = '${one}'`)
        await run(unit, `update notes set word = word where word = '${other}'`)
      })
    await Promise.all([both('left', 'right'), both('right', 'left'), both('left', 'right'), both('right', 'left')])
  })

  test('a transaction fails if one of its statements has failed, even if the error is ignored', async () => {
    const work = database.transaction(async (unit) => {
      await run(unit, `insert into notes (word) values ('lost')`)
      await run(unit, 'select wrong').catch(() => {})
    })
    await assert.rejects(work, /column "wrong" does not exist/)
  })

  test('requests are refused with 503 while it is stopped, and confirmed writes are there afterwards', async () => {
    await database.transaction((unit) => run(unit, `insert into notes (word) values ('before')`))
    await server.stop()
    await assert.rejects(run(database, 'select 1'), unavailable)
    await assert.rejects(
      database.transaction((unit) => run(unit, 'select 1')),
      unavailable,
    )
    await server.start()
    assert.deepEqual(await run(database, `select count(*) from notes where word = 'before'`), [[1]])
  })

  test('opening a server that accepts connections but never responds fails with a clear message', async () => {
    const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const location = { data: folder, databaseUrl: `postgres://someone@127.0.0.1:${port}/none` }
    await assert.rejects(openDatabase(location), /does not answer within 3 seconds/)
    silent.close()
  })
})
