import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { textTableColumns } from '../packages/server/src/search/document-columns.ts'
import { resources } from '@deskbell/contract'
import { postgresDialect } from '../packages/server/src/db/postgres.ts'

/**
 * A baseline for the machine: rows of a desk over bare `node:http`, read and written by prepared statements that are written by
 * hand, one for each request, without credentials, permissions or related records.
 */
const pool = new Pool({ connectionString: process.argv[2], max: 10 })

const ticket = 'select row_to_json(tickets)::text from tickets where id = $1'
const users = `select json_agg(row_to_json(page))::text from
  (select * from users where id > $1 order by id limit 10) page`
const search = `select json_agg(row_to_json(tickets))::text from tickets where id in
  (select sort_id from tickets_text where lexemes @@ $1::tsquery order by sort_time desc, sort_id desc limit 10)`

/**
 * The rows that the service writes for a new ticket with an article. The ids are those of a new desk: priority 2 (normal), state 1
 * (new), article type 5 (phone), sender 2 (customer), user 3 (the administrator).
 */
const create = `
  with ticket as (
    insert into tickets (group_id, priority_id, state_id, number, title, owner_id, customer_id, create_article_type_id,
      create_article_sender_id, article_count, internal_article_count, preferences, custom, updated_by_id, created_by_id,
      created_at, updated_at, last_contact_at, last_contact_customer_at, waiting_since, change)
    values ($1, 2, 1, '67' || nextval('ticket_numbers'), $2, 1, $3, 5, 2, 1, 0, '{}', '{}', 3, 3, $4, $4, $4, $4, $4,
      nextval('tickets_change'))
    returning *),
  article as (
    insert into ticket_articles (ticket_id, type_id, sender_id, "from", content_type, body, internal, preferences,
      updated_by_id, created_by_id, created_at, updated_at, origin_by_id)
    select id, 5, 2, $5, 'text/plain', $6, false, '{}', 3, 3, $4, $4, customer_id from ticket
    returning id, ticket_id),
  records as (select 'Ticket' as object, id, id as ticket_id, 'ticket.created' as name from ticket
    union all select 'Ticket::Article', id, ticket_id, 'article.created' from article),
  history as (insert into histories (object, o_id, created_by_id, created_at, type)
    select object, id, 3, $4, 'created' from records),
  event as (insert into events (object, o_id, created_by_id, created_at, name, ticket_id, changes)
    select object, id, 3, $4, name, ticket_id, '{}' from records),
  document as (insert into tickets_text (rowid, title, article_from, article_body, word_count, sort_time, sort_id, lexemes)
    select change, $7, $8, $9, $10, updated_at, id, $11::tsvector from ticket)
  select row_to_json(ticket)::text from ticket`

function newTicket(body: string): unknown[] {
  const { title, customer_id, article } = JSON.parse(body) as {
    title: string
    customer_id: number
    article: { body: string }
  }
  const [at, from] = [new Date().toISOString(), `user${customer_id}@example.com`]
  const texts = { title, article_from: from, article_body: article.body }
  // The lexemes do not depend on the id, which the statement gets from the inserted ticket.
  const row = postgresDialect.textRow(textTableColumns(resources.ticket), texts, { updated_at: at, id: 1 })
  const { title: words, article_from, article_body, word_count, lexemes } = row
  return [
    2 + (customer_id % 19),
    title,
    customer_id,
    at,
    from,
    article.body,
    words,
    article_from,
    article_body,
    word_count,
    lexemes,
  ]
}

/** Returns the name, the text and the values of the statement for a request. */
function statementFor(path: string, body: string): readonly [string, string, unknown[]] {
  const [, kind, value] = path.split('/')
  if (kind === 'users') return ['users', users, [Number(value)]]
  if (kind === 'search') return ['search', search, [`'${value}'`]]
  return kind === 'create' ? ['create', create, newTicket(body)] : ['ticket', ticket, [Number(value)]]
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let given = ''
  for await (const chunk of request.setEncoding('utf8')) given += String(chunk)
  const [name, text, values] = statementFor(request.url ?? '', given)
  const { rows } = await pool.query<string[]>({ name, text, values, rowMode: 'array' })
  const body = (rows[0]?.[0] as string | null) ?? '[]'
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
