import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createApp } from '../app.ts'
import type { Connection } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { sumOf, tablesToMove } from '../db/moving/rows.ts'
import { openTarget } from '../db/moving/source.ts'
import type { Desk } from '../kernel/context.ts'
import { deskOver } from '../setup/desk.ts'
import { eachDialect, leaveEmpty, type Open } from '../testing/each-dialect.ts'
import { findProblems } from '../testing/mail-desk.ts'
import { serverOfRun } from '../testing/postgres-of-run.ts'
import { urlIn } from '../testing/postgres-server.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'
import { copyDesk, type OnStep } from './copy.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A desk over an empty database, which a copy fills. */
async function emptyDesk(t: TestContext, open: Open): Promise<Desk> {
  const database = await open(leaveEmpty)
  const target = database.file === undefined ? database : await openTarget({ ...embedded, data: database.folder })
  t.after(async () => {
    if (target !== database) await target.close()
    await database.close()
  })
  return deskOver(target, `${database.folder}/files`, silent, { now: () => new Date('2026-03-02T09:00:00.000Z') })
}

const embedded = { databaseUrl: undefined }

async function openWorld(t: TestContext, open: Open): Promise<World> {
  const w = await world(open)
  t.after(() => w.close())
  await addRandomTickets(w, { seed: 7 })
  return w
}

const copy = (w: World, target: Desk, onStep?: OnStep) => copyDesk(w.desk.database, 'here', target, onStep)

const cutAtOnce: OnStep = () => assert.fail('The power is cut.')
const cutBeforeComparison: OnStep = (step) => assert.notEqual(step, 'comparison')

/** Returns the number of rows and the checksum of each table that both databases have. */
async function sums(database: Connection, other: Connection) {
  const sumsByTable: Record<string, unknown> = {}
  for (const table of await tablesToMove(other, database)) {
    // Indexing gives tickets new change numbers, and writes in the settings that the index is complete.
    const columns = table.columns.filter(({ name }) => name !== 'change')
    if (table.name !== 'settings') sumsByTable[table.name] = await sumOf(database, { ...table, columns }, () => {})
  }
  return sumsByTable
}

async function assertSame(w: World, target: Desk): Promise<void> {
  const { database } = w.desk
  assert.deepEqual(await sums(target.database, database), await sums(database, target.database))
  assert.deepEqual(await findProblems(target), await findProblems(w.desk))
}

const { sqlite, postgres } = eachDialect

for (const [direction, from, to] of postgres
  ? ([
      ['from SQLite to PostgreSQL', sqlite, postgres],
      ['from PostgreSQL to SQLite', postgres, sqlite],
    ] as const)
  : []) {
  describe(`a copy ${direction}`, () => {
    test('has the same records and continues their ids and numbers', async (t) => {
      const w = await openWorld(t, from)
      const target = await emptyDesk(t, to)
      const ticket = { title: 'Last', group: 'Users', customer_id: 2, article: { body: 'Text' } }
      const last = await w.request('tickets', { method: 'POST', body: ticket })
      await w.request(`tickets/${last.json.id}`, { method: 'DELETE' })
      const { rows, tables } = await copy(w, target)
      assert.ok(rows > 300 && tables > 50)
      await assertSame(w, target)
      assert.deepEqual(await migrate(target.database), [])
      const app = await createApp(target)
      const { json: inSource } = await w.request('tickets', { method: 'POST', body: ticket })
      const inCopy = await create(app, w, ticket)
      assert.deepEqual([inCopy.id, inCopy.number], [inSource.id, inSource.number])
      assert.equal(inCopy.id, last.json.id + 1)
    })

    test('gives the same hits for the same searches', async (t) => {
      const w = await openWorld(t, from)
      const target = await emptyDesk(t, to)
      await copy(w, target)
      const app = await createApp(target)
      for (const query of [
        '*',
        'printer',
        'pri*',
        'state.name:open',
        '"the printer"',
        'customer.lastname:brandt',
        '!paper',
      ]) {
        for (const as of ['admin', 'rita', 'nils'] as const) {
          const url = `/api/v1/tickets/search?per_page=100&query=${encodeURIComponent(query)}`
          const headers = { authorization: `Token token=${w.tokens[as]}` }
          const { body } = await app.http.inject({ url, headers })
          assert.equal(body, (await w.request(url, { as })).text, `${query} as ${as}`)
        }
      }
    })

    test('can be copied back and is then the same desk', async (t) => {
      const w = await openWorld(t, from)
      const [there, back] = [await emptyDesk(t, to), await emptyDesk(t, from)]
      await copy(w, there)
      const source = { ...w, desk: there }
      await copy(source, back)
      const other = await sums(there.database, w.desk.database)
      assert.deepEqual(await sums(back.database, there.database), other)
      assert.deepEqual(await findProblems(back), await findProblems(w.desk))
    })

    test('continues where it was interrupted, and no service opens it before its end', async (t) => {
      const w = await openWorld(t, from)
      const target = await emptyDesk(t, to)
      const stops = [
        ['rows', 0.1],
        ['rows', 0.7],
        ['comparison', 0.5],
        ['index', 0.5],
      ] as const
      const seen: number[] = []
      for (const [fatal, part] of stops) {
        const stop: OnStep = (step, done, total) => {
          if (step === 'rows') seen.push(done)
          if (step === fatal && done >= part * total) throw new Error('The power is cut.')
        }
        await assert.rejects(copy(w, target, stop), /The power is cut/)
        await assert.rejects(migrate(target.database), /unfinished copy/)
      }
      await copy(w, target)
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      )
      await assertSame(w, target)
    })

    test('continues in another process after two processes were killed', async (t) => {
      const w = await openWorld(t, from)
      const target = await emptyDesk(t, to)
      const script = fileURLToPath(new URL('../testing/killed-copy.ts', import.meta.url))
      const places = [await addressOf(w.desk), await addressOf(target), target.files.place]
      for (const fatal of [
        ['rows', '400'],
        ['index', '1'],
      ]) {
        const child = spawn(process.execPath, [script, ...places, ...fatal], { stdio: 'ignore' })
        assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
      }
      await copy(w, target)
      await assertSame(w, target)
    })

    test('is refused if the source was written while it was interrupted', async (t) => {
      const w = await openWorld(t, from)
      const target = await emptyDesk(t, to)
      await assert.rejects(copy(w, target, cutBeforeComparison))
      assert.equal((await w.request('tickets/1', { method: 'PUT', body: { title: 'Changed' } })).status, 200)
      await assert.rejects(copy(w, target), /differs from its source in .*tickets \(other values\)/)
    })

    test('is refused for a database with other tables, or with an unfinished copy of another source', async (t) => {
      const [w, other] = [await openWorld(t, from), await openWorld(t, to)]
      await assert.rejects(copy(w, other.desk), /is not empty: it contains the table /)
      const target = await emptyDesk(t, to)
      await assert.rejects(copyDesk(w.desk.database, 'one place', target, cutAtOnce), /The power is cut/)
      await assert.rejects(copyDesk(w.desk.database, 'another place', target), /is an unfinished copy of one place/)
    })
  })
}

test(
  'a text that PostgreSQL cannot store stops the copy with the name of the record',
  { skip: !postgres },
  async (t) => {
    const w = await openWorld(t, sqlite)
    const target = await emptyDesk(t, postgres as Open)
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('tickets').set({ note: 'a\0b' }).where('id', '=', 1).execute(),
    )
    await assert.rejects(copy(w, target), /^Error: note of tickets 1 contains a NUL character/)
  },
)

/** The address of a database for another process: its data folder, or its URL. */
const addressOf = async ({ database }: Desk): Promise<string> =>
  database.file === undefined ? urlIn(await serverOfRun(), database.place.split('/').at(-1)) : dirname(database.file)

async function create(app: Awaited<ReturnType<typeof createApp>>, w: World, payload: object) {
  const headers = { authorization: `Token token=${w.tokens.admin}` }
  const reply = await app.http.inject({ method: 'POST', url: '/api/v1/tickets', headers, payload })
  return reply.json<{ id: number; number: string }>()
}
