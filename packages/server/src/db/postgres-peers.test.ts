import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { eachDialect, leaveEmpty, urlOf } from '../testing/each-dialect.ts'
import type { Database } from './dialect.ts'
import { openPostgres } from './open-postgres.ts'
import type { Peers } from './peers.ts'
import { openSource } from './postgres-source.ts'

const { postgres } = eachDialect

describe('processes on one PostgreSQL database', { skip: !postgres }, () => {
  let ownDatabase: Database
  let first: Database
  let second: Database
  let reopen: () => Database
  before(async () => {
    ownDatabase = (await postgres?.(leaveEmpty)) as Database
    await ownDatabase.transaction((unit) => unit.sql.executeQuery(CompiledQuery.raw('create table notes (word text)')))
    const url = await urlOf(ownDatabase)
    reopen = () => openPostgres(openSource(url, { max: 1 }))
    first = reopen()
    second = reopen()
  })
  after(async () => {
    await first.close()
    await second.close()
    await ownDatabase.close()
  })
  const write = () =>
    first.transaction((unit) => unit.sql.executeQuery(CompiledQuery.raw(`insert into notes values ('x')`)))

  test('learn of the commits of the others, and of their own', async () => {
    const [here, there] = [commitOn(first), commitOn(second)]
    await until(() => isListening(ownDatabase, 2))
    await write()
    await Promise.all([here, there])
  })

  test('receive each message of the others once and in order, however long, and not their own', async () => {
    const [sender, receiver] = [first.peers as Peers, second.peers as Peers]
    const received: unknown[] = []
    const own: unknown[] = []
    const sent = Array.from({ length: 40 }, (_, index) => ({ index, text: 'ü'.repeat(200) }))
    const end = sender.onMessage('test', (message) => own.push(message))
    await new Promise<void>((resolve) => {
      const stop = receiver.onMessage('test', (message) => {
        if (received.push(message) < sent.length) return
        stop()
        resolve()
      })
      for (const message of sent) sender.send('test', message)
    })
    end()
    assert.deepEqual(received, sent)
    assert.deepEqual(own, [])
  })

  test('have one leader, and another one when its connection has ended', async () => {
    const leads = () => [first, second].filter(({ peers }) => peers?.isLeader())
    await until(() => leads().length === 1)
    await endConnections(ownDatabase)
    await until(() => leads().length === 0)
    await until(() => leads().length === 1)
    const [leader] = leads()
    await leader?.close()
    await until(() => leads().length === 1 && leads()[0] !== leader)
    if (leader === first) first = reopen()
    else second = reopen()
  })
})

const commitOn = ({ peers }: Database) =>
  new Promise<void>((resolve) => {
    const end = peers?.onCommit(() => {
      end?.()
      resolve()
    })
  })

/** True if this number of peers listen: they then ask for the leadership with a statement that ends with `leads`. */
async function isListening(db: Database, count: number): Promise<boolean> {
  const rows = await db.arrays(CompiledQuery.raw(`select pid ${peerConnections} and query like '%leads'`))
  return rows.length === count
}

const endConnections = (db: Database) =>
  db.arrays(CompiledQuery.raw(`select pg_terminate_backend(pid) ${peerConnections}`))

const peerConnections = `from pg_stat_activity where application_name = 'deskbell peers' and datname = current_database()`

/** Waits until a condition is true. The timeout of the test is the limit. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await turn()
}
