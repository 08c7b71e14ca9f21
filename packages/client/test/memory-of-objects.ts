/*
 * Prints the number of bytes that 10,000 loaded objects take in addition to their records. The cache is off, because its
 * entries are not counted. Runs in its own process with --expose-gc, so that nothing else is on the heap.
 */
import { createClient } from '../src/index.ts'

const count = 10_000
const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('run with --expose-gc')

const records = Array.from({ length: count }, (_, at) =>
  Object.freeze({ id: at + 1, login: `user${at}`, updated_at: '2026-01-01T00:00:00.000Z' }),
)
const response = { ok: true, status: 200, headers: new Headers(), text: async () => '[]' } as Response
const { parse } = JSON
// The response has these records, which exist before the measurement and are not counted.
JSON.parse = () => [...records]
const client = createClient({ url: 'http://memory.test', auth: { token: 'x' }, fetch: async () => response })
// Objects that are created once for a client are not counted.
await client.users.iter({ perPage: count }).first()
client.users.cache.maxSize = 0

collect()
const before = process.memoryUsage().heapUsed
const all = await client.users.iter({ perPage: count }).toArray()
collect()
const bytes = process.memoryUsage().heapUsed - before
JSON.parse = parse
if (all.length !== count) throw new Error('some objects are missing')
console.log(bytes)
