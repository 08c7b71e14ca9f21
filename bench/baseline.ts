import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** A baseline for the machine: a server on bare `node:http` that sends a fixed response, or rows of the same database. Hand-written
 * statements read the rows, without credentials, permissions or related records.
 */
const db = new DatabaseSync(process.argv[2] as string, { readOnly: true })
/** Returns the columns of a table without the one that the service never returns. */
const columns = (table: string, without: string) =>
  (db.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[])
    .map(({ name }) => `"${name}"`)
    .filter((name) => name !== `"${without}"`)
    .join(', ')
const ticket = db.prepare(`select ${columns('tickets', 'change')} from tickets where id = ?`)
// With a bound limit, SQLite would plan the statement again each time.
const users = [10, 100].map((size) =>
  db.prepare(`select ${columns('users', 'password')} from users where id >= ? order by id limit ${size}`),
)
/** About as long as the response with a ticket: 900 bytes. */
const fixed = JSON.stringify({ text: 'x'.repeat(888) })

const server = createServer((request, response) => {
  const [, kind, first, second] = (request.url ?? '').split('/')
  const body =
    kind === 'ticket'
      ? JSON.stringify(ticket.get(Number(first)))
      : kind === 'users'
        ? JSON.stringify(users[second === '100' ? 1 : 0]?.all(Number(first)))
        : fixed
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
