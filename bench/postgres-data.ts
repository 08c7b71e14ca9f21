import { Client } from 'pg'
import { resources } from '@deskbell/contract'
import { makeToken } from '../packages/server/src/auth/tokens.ts'
import type { Database } from '../packages/server/src/db/dialect.ts'
import { postgresDialect } from '../packages/server/src/db/postgres.ts'
import { addWords } from '../packages/server/src/db/postgres-vocabulary.ts'
import { textTableColumns } from '../packages/server/src/search/document-columns.ts'
import { prefixMarker } from '../packages/server/src/search/term-prefix.ts'
import { writeDefaults } from '../packages/server/src/setup/defaults.ts'
import { openDesk } from '../packages/server/src/setup/desk.ts'
import { wordsIn } from '../packages/server/src/text/words.ts'
import { nameOf, quiet } from './data.ts'
import { changeOf, type Item, people, type Row, type Size, tickets, usersOf } from './records.ts'

/*
 * Generates the desk in a PostgreSQL database. Later runs use the same records again, because generating a million tickets takes a
 * quarter of an hour.
 */

/**
 * Fills an empty database with generated records, unless it has them already.
 * @param data a folder for the files of the service.
 * @returns the token of an agent who may see everything.
 * @throws Error for a database that contains anything else, or if the user in `url` is not a superuser.
 */
export async function generatedOn(url: string, data: string, size: Size): Promise<string> {
  const client = new Client(url)
  await client.connect()
  try {
    const known = await tokenIn(client, nameOf(size))
    if (known !== undefined) return known
    const desk = await openDesk({ data, databaseUrl: url }, quiet)
    const admin = (await writeDefaults(desk, { email: 'admin@example.com', password: 'bench' })) as number
    const token = await makeToken(desk, admin, { name: 'bench' })
    await fill(client, desk.database, size, admin)
    await desk.database.close()
    await client.query('vacuum analyze')
    await client.query('create table bench (name text, token text)')
    await client.query('insert into bench values ($1, $2)', [nameOf(size), token])
    return token
  } finally {
    await client.end()
  }
}

/** Returns the token in a database that has the records already; undefined for an empty database. */
async function tokenIn(client: Client, name: string): Promise<string | undefined> {
  const { rows: tables } = await client.query("select to_regclass('settings') is null as empty, to_regclass('bench')")
  if (tables[0].empty) return undefined
  const { rows } = tables[0].to_regclass
    ? await client.query('select token from bench where name = $1', [name])
    : { rows: [] }
  if (!rows[0]) throw new Error('The database contains something else. Create an empty one for the benchmark.')
  return rows[0].token
}

/** Inserts all records. Indexes are created afterwards, which takes a fraction of the time. */
async function fill(client: Client, database: Database, size: Size, admin: number): Promise<void> {
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'",
  )
  const indexes = await dropIndexes(client)
  const batches = new Batches(client)
  const words = new Set<string>()
  for (const items of [people(size, admin), tickets(size)]) {
    for (const item of items) {
      await batches.add(item.table, item.row)
      if (item.document) await batches.add(`${item.table}_text`, documentRow(item, item.document, words))
    }
  }
  await batches.end()
  await database.transaction((db) => addWords(db, [...words]))
  for (const index of indexes) await client.query(index)
  await client.query(`
    select setval('users_id_seq', ${usersOf(size)}), setval('tickets_id_seq', ${size.tickets}),
      setval('ticket_numbers', ${size.tickets}), setval('tickets_change', ${changeOf(size.tickets)})`)
}

/** The tables whose indexes are created after the rows have been inserted. */
const filled = ['tickets', 'ticket_articles', 'tickets_text', 'users', 'users_text', 'search_words']

async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select pg_get_indexdef(indexrelid) as created, indexrelid::regclass::text as name from pg_index
      where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ created }) => created)
}

function documentRow({ table, row }: Item, { rowid, texts }: NonNullable<Item['document']>, words: Set<string>): Row {
  const resource = Object.values(resources).find(({ path }) => path === table)
  if (!resource) throw new Error(`There is no resource ${table}.`)
  for (const text of Object.values(texts))
    if (!text.includes(prefixMarker)) for (const word of wordsIn(text)) words.add(word)
  const place =
    resource === resources.ticket ? { id: Number(row['id']), updated_at: String(row['updated_at']) } : undefined
  return { rowid, ...postgresDialect.textRow(textTableColumns(resource), texts, place) }
}

/** The number of rows of a statement. */
const BATCH = 500

/** Inserts rows table by table. While the server works on some, the next ones are generated. */
class Batches {
  readonly #rows = new Map<string, Row[]>()
  readonly #client: Client
  #written: Promise<unknown> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
  }

  async add(table: string, row: Row): Promise<void> {
    const rows = this.#rows.get(table) ?? []
    this.#rows.set(table, rows)
    rows.push(row)
    if (rows.length === BATCH) await this.#write(table)
  }

  async end(): Promise<void> {
    for (const table of this.#rows.keys()) await this.#write(table)
    await this.#written
  }

  async #write(table: string): Promise<void> {
    const rows = this.#rows.get(table) ?? []
    if (rows.length === 0) return
    const columns = Object.keys(rows[0] as Row).map((name) => `"${name}"`)
    this.#rows.set(table, [])
    await this.#written
    this.#written = this.#client.query(
      `insert into ${table} (${columns.join()}) select ${columns.join()} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
}
