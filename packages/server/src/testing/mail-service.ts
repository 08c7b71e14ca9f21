import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../config.ts'
import { openDesk } from '../setup/desk.ts'
import { type CommandLine, openCommandLine, type Running } from './cli.ts'
import { ask, firstAdministrator } from './processes.ts'

/** A service in its own process, which a test kills. */
export interface MailService {
  /** Creates a record over HTTP and returns its id. */
  create(path: string, body: object): Promise<number>
  update(path: string, body: object): Promise<void>
  // Tests access any key of a response.
  // oxlint-disable-next-line typescript/no-explicit-any
  get(path: string): Promise<any>
  /** Kills it with SIGKILL and starts it again. */
  restart(): Promise<void>
  /** The number of rows, optionally of those in a state. */
  count(table: 'received_mails' | 'tasks', state?: string): Promise<number>
  /** The number of articles from mails that `mail` (`mail-desk.ts`) has built, by their Message-IDs. */
  articles(): Promise<number>
}

/** Opens a service in an empty folder. */
export async function openMailService(t: TestContext): Promise<MailService> {
  const cli = openCommandLine(t)
  let running: Running = await cli.start(undefined, firstAdministrator)
  const token = await tokenOf(cli)
  const desk = await openDesk({ data: join(cli.folder, 'deskbell-data'), databaseUrl: undefined }, openLog('silent'))
  t.after(() => desk.database.close())
  const send = async (method: string, path: string, body?: object) => {
    const reply = await ask(running, token, path, { method, body })
    assert.ok(reply.status < 300, JSON.stringify(reply.json))
    return reply.json
  }
  const { sql } = desk.database
  return {
    create: async (path, body) => (await send('POST', path, body)).id,
    update: (path, body) => send('PUT', path, body),
    get: (path) => send('GET', path),
    async restart() {
      running.signal('SIGKILL')
      await running.ended
      running = await cli.start()
    },
    async count(table, state) {
      const rows = sql.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
      const { count } = await (
        state === undefined ? rows : rows.where(sql.dynamic.ref('state'), '=', state)
      ).executeTakeFirstOrThrow()
      return count
    },
    async articles() {
      const { count } = await sql
        .selectFrom('ticket_articles')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('message_id', 'like', '%@x.example>')
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

async function tokenOf(cli: CommandLine): Promise<string> {
  const { out, err } = await cli.run(['token', 'create', '--user', 'admin@example.com'])
  assert.notEqual(out, '', err)
  return out.trim()
}

/** Waits until a condition is true, and checks it every 50 milliseconds. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(50)
}
