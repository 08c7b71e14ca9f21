import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { resources } from '@deskbell/contract'
import { sqliteDialect } from '../packages/server/src/db/sqlite.ts'
import { writeDefaults } from '../packages/server/src/setup/defaults.ts'
import { openDesk } from '../packages/server/src/setup/desk.ts'
import { prefixMarker } from '../packages/server/src/search/term-prefix.ts'
import { referenceText } from '../packages/server/src/search/references.ts'
import { makeToken } from '../packages/server/src/auth/tokens.ts'
import { random, vocabulary } from './words.ts'

/** The size of a generated desk. */
export interface Size {
  readonly tickets: number
  /** Texts of 60 words per ticket; 0 leaves out articles and the full-text index. */
  readonly articles: number
}

/** A data folder for a service, with the token of an agent who may see everything. */
export interface Generated {
  readonly folder: string
  readonly file: string
  readonly token: string
  readonly size: Size
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const groups = 20
const organizations = 1000

/**
 * Returns a desk of generated records, which are the same in every run. It is cached below `bench/.data`, because a
 * million tickets take minutes, and generated again when this file or the tables change.
 */
export async function generated(size: Size): Promise<Generated> {
  const name = `${size.tickets}-${size.articles}-${versionOfData()}`
  const folder = join(fileURLToPath(new URL('.data', import.meta.url)), name)
  const file = join(folder, 'deskbell.db')
  const done = join(folder, 'token')
  if (existsSync(done)) return { folder, file, size, token: readFileSync(done, 'utf8') }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const desk = await openDesk({ data: folder, databaseUrl: undefined }, quiet)
  const admin = (await writeDefaults(desk, { email: 'admin@example.com', password: 'bench' })) as number
  const token = await makeToken(desk, admin, { name: 'bench' })
  await desk.database.close()
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin',
  )
  fillPeople(db, Math.max(1000, size.tickets / 10), admin)
  fillTickets(db, size)
  db.exec(`update settings set value = '${size.tickets}' where name = 'ticket_counter'; commit`)
  if (size.articles > 0) {
    db.exec("insert into tickets_text(tickets_text) values('optimize')")
    db.exec(`insert into tickets_text(tickets_text, rank) values('hashsize', ${1 << 20})`)
    fillVocabulary(db)
  }
  db.exec('pragma journal_mode = wal')
  db.close()
  writeFileSync(done, token)
  return { folder, file, size, token }
}

/** Fills the vocabulary with the words of all full-text indexes. */
function fillVocabulary(db: DatabaseSync): void {
  for (const table of ['tickets_text', 'users_text', 'organizations_text', 'groups_text']) {
    db.exec(`create virtual table temp.${table}_terms using fts5vocab('main', '${table}', 'row');
      insert or ignore into search_words (word) select term from temp.${table}_terms where term not glob '${prefixMarker}*';
      drop table temp.${table}_terms`)
  }
  db.exec('insert into search_words_parts (rowid, word) select id, word from search_words')
  db.exec("insert into search_words_parts(search_words_parts) values('optimize')")
}

/** A hash of everything that the data depends on: this file and the tables. Later migrations run when the service starts. */
function versionOfData(): string {
  const hash = createHash('sha256').update(sqliteDialect.textTable('any', []).join())
  hash.update(readFileSync(import.meta.filename))
  for (const file of [
    'db/migrations/first-tables/tickets.ts',
    'search/document-columns.ts',
    'search/spans.ts',
    'search/references.ts',
    'search/windows.ts',
  ]) {
    hash.update(readFileSync(new URL(`../packages/server/src/${file}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 8)
}

const stamps = `1 as updated_by_id, 1 as created_by_id, '2026-01-01T00:00:00.000Z' as created_at, '2026-01-01T00:00:00.000Z' as updated_at`
const numbers = (from: number, to: number) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`

function fillPeople(db: DatabaseSync, users: number, admin: number): void {
  db.exec(`
    ${numbers(2, groups)} insert into groups (id, name, name_last, follow_up_possible, follow_up_assignment, active, shared_drafts, custom, updated_by_id, created_by_id, created_at, updated_at)
      select i, 'Group ' || i, 'Group ' || i, 'yes', 1, 1, 1, '{}', ${stamps} from n;
    insert into groups_users (group_id, user_id, access) select id, ${admin}, 'full' from groups where id > 1;
    ${numbers(2, organizations)} insert into organizations (id, name, shared, domain, domain_assignment, active, vip, note, custom, updated_by_id, created_by_id, created_at, updated_at)
      select i, 'Organization ' || i, 1, '', 0, 1, 0, '', '{}', ${stamps} from n;
    insert into groups_text (rowid, name) select id, name from groups where id > 1;
    insert into organizations_text (rowid, name) select id, name from organizations where id > 1;`)
  const { vocabulary: first } = namesOf(500, 5)
  const { vocabulary: last } = namesOf(20_000, 7)
  const user =
    db.prepare(`insert into users (id, organization_id, login, firstname, lastname, fullname, email, phone, vip, verified, active, login_failed, out_of_office, preferences, custom, updated_by_id, created_by_id, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, '', 0, 0, 1, 0, 0, '{}', '{}', 1, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  const text = db.prepare(
    'insert into users_text (rowid, login, firstname, lastname, fullname, email) values (?, ?, ?, ?, ?, ?)',
  )
  text.setReadBigInts(true)
  const role = db.prepare('insert into roles_users (role_id, user_id) values (3, ?)')
  const next = random(1)
  for (let id = 4; id <= users; id++) {
    const firstname = first[Math.floor(next() ** 3 * first.length)] as string
    const lastname = last[Math.floor(next() ** 2 * last.length)] as string
    const email = `user${id}@example.com`
    user.run(id, 1 + (id % organizations), email, firstname, lastname, `${firstname} ${lastname}`, email)
    text.run(id, email, firstname, lastname, `${firstname} ${lastname}`, email)
    role.run(id)
  }
}

const namesOf = (count: number, seed: number) => ({
  vocabulary: vocabulary(count, seed).map((word) => (word[0]?.toUpperCase() ?? '') + word.slice(1)),
})

const time = (at: number) => new Date(1_700_000_000_000 + at * 60_000).toISOString()

/** Bytes of an index that are kept in memory before they are written as a segment. */
const hashed = 16 << 20
/** Number of tickets whose index is several times as large as such a segment. */
const fillsSegments = 30_000

/**
 * Moves the segments of the index to the level that they have after years of use. Each merge moves segments up one level;
 * large segments on a low level would all be merged soon after the first changes.
 */
function liftSegments(db: DatabaseSync): void {
  for (let row = -1; row >= -3; row--) {
    db.exec(
      `insert into tickets_text (rowid, title) values (${row}, 'x'); insert into tickets_text (tickets_text) values ('optimize')`,
    )
  }
  db.exec('delete from tickets_text where rowid < 0')
}

/** Writes tickets, articles and search documents. Change numbers are in the order of ids and of the last changes. */
function fillTickets(db: DatabaseSync, { tickets, articles }: Size): void {
  const users = Math.max(1000, tickets / 10)
  const sentence = sentences()
  const ticket = adder(db, 'tickets', {
    owner_id: 1,
    create_article_type_id: 1,
    create_article_sender_id: 2,
    preferences: '{}',
    custom: '{}',
    updated_by_id: 1,
    created_by_id: 1,
    article_count: articles,
    internal_article_count: 0,
  })
  const article = adder(db, 'ticket_articles', {
    type_id: 1,
    sender_id: 2,
    from: 'somebody@example.com',
    to: 'desk@example.com',
    content_type: 'text/plain',
    internal: 0,
    preferences: '{}',
    updated_by_id: 1,
    created_by_id: 1,
    created_at: time(0),
    updated_at: time(0),
  })
  const document = adder(db, 'tickets_text', { article_from: 'somebody@example.com', article_to: 'desk@example.com' })
  // The index is written in large segments, because FTS5 allows 2,000 at most; they are merged at the end.
  db.exec(`insert into tickets_text (tickets_text, rank) values ('hashsize', ${hashed})`)
  for (let id = 2; id <= tickets; id++) {
    if (articles > 0 && id === fillsSegments) liftSegments(db)
    const customer_id = 4 + ((id * 104_729) % (users - 3))
    const title = articles > 0 ? sentence(6) : `Ticket ${id}`
    const own = {
      group_id: 1 + ((id * 7919) % groups),
      priority_id: 1 + (id % 3),
      state_id: 1 + ((id * 31) % 4),
      organization_id: 1 + (customer_id % organizations),
      customer_id,
    }
    const at = time(id)
    const number = `67${id}`
    ticket({
      ...own,
      id,
      number,
      title,
      last_contact_at: at,
      last_contact_customer_at: at,
      created_at: at,
      updated_at: at,
      change: 2 * id + 10,
    })
    if (articles === 0) continue
    const bodies = Array.from({ length: articles }, () => sentence(60))
    for (const body of bodies) article({ ticket_id: id, subject: title, body })
    const refs = referenceText(resources.ticket, {
      created_at: at,
      ...own,
      owner_id: 1,
      create_article_type_id: 1,
      create_article_sender_id: 2,
      updated_by_id: 1,
      created_by_id: 1,
      change: 2 * id + 10,
    })
    document({ rowid: 2 * id + 10, refs, number, title, article_subject: title, article_body: bodies.join('\n') })
  }
}

/** Generates texts whose words follow Zipf's law. */
function sentences(): (length: number) => string {
  const words = vocabulary(200_000, 3)
  const draw = zipf(words.length, random(2))
  return (length) => Array.from({ length }, () => words[draw()]).join(' ')
}

/** Returns a function that inserts a row: the shared values and its own. */
function adder(db: DatabaseSync, table: string, shared: Readonly<Record<string, string | number>>) {
  let statement: StatementSync | undefined
  return (own: Readonly<Record<string, string | number | undefined>>) => {
    const row = { ...shared, ...own }
    statement ??= db.prepare(
      `insert into ${table} (${Object.keys(row)
        .map((name) => `"${name}"`)
        .join()}) values (${Object.keys(row)
        .map(() => '?')
        .join()})`,
    )
    // The row ids of the internal tables of FTS5 can exceed JavaScript's safe integers.
    statement.setReadBigInts(true)
    statement.run(...(Object.values(row) as string[]))
  }
}

/** Draws ranks by Zipf's law with exponent 1: rank n is drawn with a frequency proportional to 1/n. */
export function zipf(size: number, next: () => number): () => number {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) sums[rank] = sum += 1 / (rank + 1)
  return () => {
    const target = next() * sum
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
