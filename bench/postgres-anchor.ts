import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'

/**
 * A baseline for the machine: the rows of tickets over bare `node:http`, read by a prepared statement that returns their JSON,
 * without credentials, permissions or related records.
 */
const pool = new Pool({ connectionString: process.argv[2], max: 10 })
const text = 'select row_to_json(tickets)::text from tickets where id = $1'

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const values = [Number((request.url ?? '').slice(1))]
  const { rows } = await pool.query<string[]>({ name: 'ticket', text, values, rowMode: 'array' })
  const body = rows[0]?.[0] as string
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
