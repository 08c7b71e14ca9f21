import { type Permission, systemUser } from '@deskbell/contract'
import type { InjectOptions } from 'fastify'
import { type App, createApp } from '../app.ts'
import type { Database } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { writeDefaults } from '../setup/defaults.ts'
import { deskOver } from '../setup/desk.ts'
import type { Desk, Log } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { makeToken } from '../auth/tokens.ts'
import { eachDialect, type Open } from './each-dialect.ts'
import { testSecrets } from './test-secrets.ts'
import { populate } from './world-records.ts'

/** A service with a small, realistic data set, for tests. Closing it removes everything. */
export interface World {
  readonly desk: Desk
  readonly app: App
  /** API tokens of the people, by first name. */
  readonly tokens: Readonly<Record<Person, string>>
  /**
   * Ids of people, groups and organizations by name, of tickets by title, and of articles by text, after a `!` if internal.
   * Ticket 1, which every desk has, is not included.
   */
  readonly ids: Readonly<Record<string, number>>
  /** Advances the clock, which otherwise stands still. */
  pass(milliseconds: number): void
  /** Log entries of level warning and above. */
  readonly logged: { readonly message: string; readonly fields: object }[]
  /** Sends a request to the application without a socket. */
  request(url: string, options?: RequestOptions): Promise<Reply>
  /** Listens on a free port and returns the address. */
  listen(): Promise<string>
  close(): Promise<void>
}

export interface RequestOptions {
  /** The person whose token is sent; `anonymous` sends none. */
  readonly as?: Person | 'anonymous'
  readonly method?: InjectOptions['method']
  readonly headers?: Record<string, string>
  readonly body?: string | object
}

/** A response with its JSON already parsed. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  // Tests access any key of a response; checking the shape is their purpose.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/**
 * The people: `admin` (Admin and Agent, full access to `Users`), `rita` (agent of Printers and Network), `omar` (agent of
 * Network, read only), `ines` (agent of Printers and customer of Harbor Bakery), `nils` and `maya` (customers of Harbor
 * Bakery, whose members share tickets; `maya` has O'Hara & Sons as a second organization), `zoe` and `paul` (customers of
 * O'Hara & Sons, which does not share), `gone` (inactive), `plain` (no role).
 */
export type Person = 'admin' | 'rita' | 'omar' | 'ines' | 'nils' | 'maya' | 'zoe' | 'paul' | 'gone' | 'plain'

/** Creates the world in a new database. `more` replaces properties of the desk. */
export async function world(open: Open = eachDialect.sqlite, more: Partial<Desk> = {}): Promise<World> {
  const database = await open(writeWorld)
  const { ids, tokens } = database.filled
  let now = startTime
  const logged: World['logged'] = []
  const record = (fields: object, message: string) => void logged.push({ message, fields })
  const log: Log = { debug: () => {}, info: () => {}, warn: record, error: record }
  const properties = { now: () => new Date(now), pause: async () => {}, secrets: testSecrets, ...more }
  const desk = deskOver(database, `${database.folder}/files`, log, properties)
  const app = await createApp(desk)
  return {
    desk,
    app,
    ids,
    logged,
    tokens,
    pass: (milliseconds) => void (now += milliseconds),
    listen: () => app.listen('127.0.0.1', 0),
    close: () => app.close(),
    async request(url, { as = 'admin', method = 'GET', headers = {}, body } = {}) {
      const credentials = as === 'anonymous' ? {} : { authorization: `Token token=${tokens[as]}` }
      const reply = await app.http.inject({
        method,
        url: url.startsWith('/') ? url : `/api/v1/${url}`,
        headers: { ...credentials, ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      return {
        status: reply.statusCode,
        headers: reply.headers as Record<string, string | undefined>,
        text: reply.body,
        json: isJson(reply.headers['content-type']) && reply.body !== '' ? JSON.parse(reply.body) : undefined,
      }
    },
  }
}

/** Creates a token for a person, with limited permissions or an expiry. */
export const tokenFor = (
  { desk, ids }: World,
  person: Person,
  limits: { permissions?: Permission[]; expires?: string },
): Promise<string> => makeToken(desk, ids[person] as number, { name: 'limited', ...limits })

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json')

const people: readonly Person[] = ['admin', 'rita', 'omar', 'ines', 'nils', 'maya', 'zoe', 'paul', 'gone', 'plain']

/** The time at which the clock starts, in milliseconds since 1970. */
const startTime = Date.parse('2026-03-02T09:00:00.000Z')

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Writes the world into an empty database. */
async function writeWorld(database: Database): Promise<Pick<World, 'ids' | 'tokens'>> {
  await migrate(database)
  const desk = deskOver(database, '/nonexistent', silent, { now: () => new Date(startTime) })
  await writeDefaults(desk, { email: 'admin@desk.example', password: 'correct horse' })
  const ids = await unitOfWork(desk, systemUser, populate)
  const tokens: Partial<Record<Person, string>> = {}
  for (const person of people) tokens[person] = await makeToken(desk, ids[person] as number, { name: 'test' })
  // The first use of a token is recorded in its row. The date in the future prevents that write.
  await database.transaction((db) =>
    db.sql.updateTable('tokens').set({ last_used_at: '2099-01-01T00:00:00.000Z' }).execute(),
  )
  return { ids, tokens: tokens as Record<Person, string> }
}
