import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const library = pathToFileURL(join(import.meta.dirname, '../src/node.ts')).href

/** Runs the receiver of the page on a free port. */
async function receiver(folder: string): Promise<Server> {
  const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(page) ?? []
  const file = join(folder, 'receiver.ts')
  const program = code
    .replace('@deskbell/client/node', library)
    .replace(/^createServer\(/m, 'export const server = createServer(')
    .replace('listen(9000)', "listen(0, '127.0.0.1')")
  writeFileSync(file, program)
  const { server } = (await import(pathToFileURL(file).href)) as { server: Server }
  if (!server.listening) await once(server, 'listening')
  return server
}

test('the receiver in docs/webhooks.md accepts signed deliveries and no others', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-webhook-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const printed = t.mock.method(console, 'log', () => {})
  const server = await receiver(folder)
  t.after(() => server.close())
  const body = JSON.stringify({ event: { name: 'ticket.created' }, ticket: { title: 'Printer offline' } })
  const send = async (token: string) => {
    const signature = `sha256=${createHmac('sha256', token).update(body).digest('hex')}`
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { status } = await fetch(url, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
    return status
  }

  assert.equal(await send('a long secret'), 204)
  assert.equal(await send('another secret'), 401)
  assert.deepEqual(
    printed.mock.calls.map((call) => call.arguments),
    [['ticket.created', 'Printer offline']],
  )
})
