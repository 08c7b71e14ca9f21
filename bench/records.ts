import { resources } from '@deskbell/contract'
import { referenceText } from '../packages/server/src/search/references.ts'
import { random, vocabulary } from './words.ts'

/** The size of a generated desk. */
export interface Size {
  readonly tickets: number
  /** Texts of 60 words per ticket; 0 leaves out articles and the full-text index. */
  readonly articles: number
}

/** The values of a row by column. */
export type Row = Readonly<Record<string, string | number | undefined>>

const GROUPS = 20
const ORGANIZATIONS = 1000
const FIRST_NAMES = 500
const LAST_NAMES = 20_000

/** Returns the number of users of a desk. */
export const usersOf = ({ tickets }: Size): number => Math.max(1000, tickets / 10)

/** The texts of a full-text document; `rowid` is its key. */
export type Texts = Readonly<Record<string, string>>

/** A row of a table, with the texts of its document if it has one. */
export interface Item {
  readonly table: string
  readonly row: Row
  readonly document?: { readonly rowid: number; readonly texts: Texts }
}

const stamps = {
  updated_by_id: 1,
  created_by_id: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

/** Generates groups, organizations and users. @param admin the user who may see all groups. */
export function* people(size: Size, admin: number): Generator<Item> {
  for (let id = 2; id <= GROUPS; id++) yield* group(id, admin)
  for (let id = 2; id <= ORGANIZATIONS; id++) {
    const name = `Organization ${id}`
    const row = { id, name, shared: 1, domain: '', domain_assignment: 0, active: 1, vip: 0, note: '', custom: '{}' }
    yield { table: 'organizations', row: { ...row, ...stamps }, document: { rowid: id, texts: { name } } }
  }
  const first = vocabulary(FIRST_NAMES, 5).map(asName)
  const last = vocabulary(LAST_NAMES, 7).map(asName)
  const next = random(1)
  for (let id = 4; id <= usersOf(size); id++) {
    const firstname = first[Math.floor(next() ** 3 * first.length)] as string
    const lastname = last[Math.floor(next() ** 2 * last.length)] as string
    yield* user(id, firstname, lastname)
  }
}

function* group(id: number, admin: number): Generator<Item> {
  const name = `Group ${id}`
  const row = { id, name, name_last: name, follow_up_possible: 'yes', follow_up_assignment: 1, active: 1 }
  const document = { rowid: id, texts: { name } }
  yield { table: 'groups', row: { ...row, shared_drafts: 1, custom: '{}', ...stamps }, document }
  yield { table: 'groups_users', row: { group_id: id, user_id: admin, access: 'full' } }
}

const asName = (word: string): string => (word[0]?.toUpperCase() ?? '') + word.slice(1)

function* user(id: number, firstname: string, lastname: string): Generator<Item> {
  const email = `user${id}@example.com`
  const names = { login: email, firstname, lastname, fullname: `${firstname} ${lastname}`, email }
  const row = {
    id,
    organization_id: 1 + (id % ORGANIZATIONS),
    ...names,
    phone: '',
    vip: 0,
    verified: 0,
    active: 1,
    login_failed: 0,
    out_of_office: 0,
    preferences: '{}',
    custom: '{}',
    ...stamps,
  }
  yield { table: 'users', row, document: { rowid: id, texts: names } }
  yield { table: 'roles_users', row: { role_id: 3, user_id: id } }
}

const time = (at: number) => new Date(1_700_000_000_000 + at * 60_000).toISOString()

/** Returns the change number of a generated ticket, which grows with the id and the time of the last change. */
export const changeOf = (id: number): number => 2 * id + 10

/** Generates tickets with their articles. */
export function* tickets(size: Size): Generator<Item> {
  const sentence = sentences()
  for (let id = 2; id <= size.tickets; id++) {
    const title = size.articles > 0 ? sentence(6) : `Ticket ${id}`
    const row = { ...sharedByTickets, ...ticketRow(id, size), title }
    const bodies = Array.from({ length: size.articles }, () => sentence(60))
    yield size.articles > 0
      ? { table: 'tickets', row, document: ticketDocument(row, bodies) }
      : { table: 'tickets', row }
    for (const body of bodies)
      yield { table: 'ticket_articles', row: { ...article, ticket_id: id, subject: title, body } }
  }
}

const sharedByTickets = {
  owner_id: 1,
  create_article_type_id: 1,
  create_article_sender_id: 2,
  preferences: '{}',
  custom: '{}',
  updated_by_id: 1,
  created_by_id: 1,
  internal_article_count: 0,
}

function ticketRow(id: number, size: Size) {
  const customer_id = 4 + ((id * 104_729) % (usersOf(size) - 3))
  const at = time(id)
  return {
    group_id: 1 + ((id * 7919) % GROUPS),
    priority_id: 1 + (id % 3),
    state_id: 1 + ((id * 31) % 4),
    organization_id: 1 + (customer_id % ORGANIZATIONS),
    customer_id,
    id,
    number: `67${id}`,
    article_count: size.articles,
    last_contact_at: at,
    last_contact_customer_at: at,
    created_at: at,
    updated_at: at,
    change: changeOf(id),
  }
}

const article = {
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
}

function ticketDocument(row: ReturnType<typeof ticketRow> & { title: string }, bodies: readonly string[]) {
  const texts = {
    refs: referenceText(resources.ticket, row),
    number: row.number,
    title: row.title,
    article_subject: row.title,
    article_from: article.from,
    article_to: article.to,
    article_body: bodies.join('\n'),
  }
  return { rowid: row.change, texts }
}

/** Generates texts whose words follow Zipf's law. */
function sentences(): (length: number) => string {
  const words = vocabulary(200_000, 3)
  const draw = zipf(words.length, random(2))
  return (length) => Array.from({ length }, () => words[draw()]).join(' ')
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
