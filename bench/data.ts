import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { writeDefaults } from '../packages/server/src/defaults.ts'
import { openDesk } from '../packages/server/src/desk.ts'
import { makeToken } from '../packages/server/src/tokens.ts'
import { random, vocabulary } from './words.ts'

/** What a generated desk holds. */
export interface Size {
  readonly tickets: number
  /** Texts of 60 words per ticket; 0 leaves out articles and the full-text index. */
  readonly articles: number
}

/** A data folder to run a service on, with a token of an agent who sees everything. */
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
 * A desk of generated records, seeded, so that every run has the same. It is kept below `bench/.data` and built again
 * only when it is not there: a million tickets take minutes.
 */
export async function generated(size: Size): Promise<Generated> {
  const name = `${size.tickets}-${size.articles}`
  const folder = join(fileURLToPath(new URL('.data', import.meta.url)), name)
  const file = join(folder, 'deskbell.db')
  const done = join(folder, 'token')
  if (existsSync(done)) return { folder, file, size, token: (await import('node:fs')).readFileSync(done, 'utf8') }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const desk = await openDesk({ data: folder, databaseUrl: undefined }, quiet)
  const admin = (await writeDefaults(desk, { email: 'admin@example.com', password: 'bench' })) as number
  const token = await makeToken(desk, admin, { name: 'bench' })
  await desk.database.close()
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin',
  )
  fillPeople(db, Math.max(1000, size.tickets / 10), admin)
  fillTickets(db, size)
  if (size.articles > 0) fillTexts(db, size)
  db.exec(`update settings set value = '${size.tickets}' where name = 'ticket_counter'; commit`)
  if (size.articles > 0) db.exec("insert into tickets_text(tickets_text) values('optimize')")
  db.exec('pragma journal_mode = wal')
  db.close()
  writeFileSync(done, token)
  return { folder, file, size, token }
}

const stamps = `1 as updated_by_id, 1 as created_by_id, '2026-01-01T00:00:00.000Z' as created_at, '2026-01-01T00:00:00.000Z' as updated_at`
const numbers = (from: number, to: number) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`

function fillPeople(db: DatabaseSync, users: number, admin: number): void {
  db.exec(`
    ${numbers(2, groups)} insert into groups (id, name, name_last, follow_up_possible, follow_up_assignment, active, shared_drafts, updated_by_id, created_by_id, created_at, updated_at)
      select i, 'Group ' || i, 'Group ' || i, 'yes', 1, 1, 1, ${stamps} from n;
    insert into groups_users (group_id, user_id, access) select id, ${admin}, 'full' from groups where id > 1;
    ${numbers(2, organizations)} insert into organizations (id, name, shared, domain, domain_assignment, active, vip, note, updated_by_id, created_by_id, created_at, updated_at)
      select i, 'Organization ' || i, 1, '', 0, 1, 0, '', ${stamps} from n;
    insert into groups_text (rowid, name) select id, name from groups where id > 1;
    insert into organizations_text (rowid, name) select id, name from organizations where id > 1;`)
  const { vocabulary: first } = namesOf(500, 5)
  const { vocabulary: last } = namesOf(20_000, 7)
  const user =
    db.prepare(`insert into users (id, organization_id, login, firstname, lastname, fullname, email, phone, vip, verified, active, login_failed, out_of_office, preferences, updated_by_id, created_by_id, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, '', 0, 0, 1, 0, 0, '{}', 1, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
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

/** The change number is the id, and both rise with the time of the last change. */
function fillTickets(db: DatabaseSync, { tickets, articles }: Size): void {
  const users = Math.max(1000, tickets / 10)
  db.exec(`delete from tickets_text; ${numbers(2, tickets)}
    insert into tickets (id, group_id, priority_id, state_id, organization_id, number, title, owner_id, customer_id, article_count, last_contact_at,
        last_contact_customer_at, create_article_type_id, create_article_sender_id, preferences, updated_by_id, created_by_id, created_at, updated_at, change)
      select i, 1 + (i * 7919) % ${groups}, 1 + i % 3, 1 + (i * 31) % 4, 1 + (4 + (i * 104729) % ${users - 3}) % ${organizations},
        '67' || i, 'Ticket ' || i, 1, 4 + (i * 104729) % ${users - 3}, ${articles},
        strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'),
        1, 2, '{}', 1, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), i + 10
      from n`)
}

function fillTexts(db: DatabaseSync, { tickets, articles }: Size): void {
  const words = vocabulary(200_000, 3)
  const draw = zipf(words.length, random(2))
  const sentence = (length: number) => {
    let text = ''
    for (let i = 0; i < length; i++) text += `${words[draw()]} `
    return text
  }
  const title = db.prepare('update tickets set title = ? where id = ?')
  const article =
    db.prepare(`insert into ticket_articles (ticket_id, type_id, sender_id, "from", "to", subject, content_type, body, internal, preferences, updated_by_id, created_by_id, created_at, updated_at)
    values (?, 1, 2, 'somebody@example.com', 'desk@example.com', ?, 'text/plain', ?, 0, '{}', 1, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  const document = db.prepare(
    'insert into tickets_text (rowid, number, title, article_subject, article_from, article_to, article_body) values (?, ?, ?, ?, ?, ?, ?)',
  )
  document.setReadBigInts(true)
  db.exec("insert into tickets_text(tickets_text, rank) values('automerge', 0)")
  for (let id = 2; id <= tickets; id++) {
    const subject = sentence(6)
    const bodies = Array.from({ length: articles }, () => sentence(60))
    title.run(subject, id)
    for (const body of bodies) article.run(id, subject, body)
    document.run(id + 10, `67${id}`, subject, subject, 'somebody@example.com', 'desk@example.com', bodies.join('\n'))
  }
}

/** Draws ranks whose frequency falls with their place (Zipf, exponent 1). */
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
