import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import * as library from '../src/index.ts'
import { type Client, ConnectionError, createClient, HelpdeskError, NotFoundError } from '../src/index.ts'
import { arrived, gate, send, world } from './world.ts'

/** Calls of every kind, each in a function whose name has to be in the stack of its error. */
const calls: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  async awaitedReference(client) {
    await client.tickets(999)
  },
  async awaitedAttribute(client) {
    await client.tickets(999).title
  },
  async attributeAtTheEndOfAPath(client) {
    await client.tickets(999).customer.organization.name
  },
  async relationOfALoadedTicket(client) {
    await (
      await client.tickets(1)
    ).customer.fullname
  },
  async loaded(client) {
    await client.tickets(999).load()
  },
  async reloaded(client) {
    await client.tickets(999).reload()
  },
  async readTogether(client) {
    await Promise.all([client.tickets(999).title, client.tickets(998).title])
  },
  async loop(client) {
    for await (const user of client.users) void user
  },
  async secondPageOfALoop(client) {
    for await (const user of client.organizations.iter({ perPage: 2 })) void user
  },
  async array(client) {
    await client.users.toArray()
  },
  async first(client) {
    await client.tickets.search('x').first()
  },
  async counted(client) {
    // The second call finds the module loaded.
    await client.tickets.count().catch(() => undefined)
    await client.tickets.count()
  },
  async many(client) {
    await client.tickets.many([998, 999]).catch(() => undefined)
    await client.tickets.many([998, 999])
  },
  async created(client) {
    await client.users.create({ firstname: 'Ada' })
  },
  async updated(client) {
    await client.tickets(999).update({ title: 'x' })
  },
  async tagged(client) {
    await client.tickets(999).addTags('x')
  },
  async requested(client) {
    await client.request('GET', 'nothing')
  },
}

for (const [name, call] of Object.entries(calls)) {
  test(`the stack of an error shows the caller: ${name}`, async (t) => {
    const self = await world(t)
    self.intercept = ({ url }, response) =>
      /tickets\/1$|organizations\?page=1/.test(url ?? '') ? false : send(response, 404, { error: 'Not there' })
    await assert.rejects(call(self.client), (error) => {
      assert.ok(error instanceof NotFoundError)
      assert.match(error.stack ?? '', /^NotFoundError: Not there \(\w+ http.*: 404\)\n +at /)
      assert.match(error.stack ?? '', new RegExp(`\\b${name}\\b.*errors\\.test`))
      return true
    })
  })
}

test('of several who wait for one request, each gets an error with its own frames', async (t) => {
  const self = await world(t)
  const held = gate()
  self.intercept = async (_, response) => {
    await held.opened
    return send(response, 404, { error: 'Not there' })
  }
  const early = async () => (await client.tickets(999).title) as never
  const late = async () => (await client.tickets(999).title) as never
  const { client } = self
  const both = Promise.all([early().catch(stackOf), late().catch(stackOf)])
  await arrived(self, 1)
  held.open()
  const [one, other] = await both
  assert.match(one, /\bearly\b/)
  assert.match(other, /\blate\b/)
  assert.equal(self.log.length, 1)
})

test('the message has the sentence, the method, the address and the status; reason the sentence alone', async (t) => {
  const self = await world(t)
  const error = await self.client
    .tickets(999)
    .load()
    .catch((failure: unknown) => failure)
  assert.ok(error instanceof HelpdeskError)
  assert.equal(error.reason, "Couldn't find Ticket with 'id'=999")
  assert.equal(error.message, `${error.reason} (GET ${self.url}/api/v1/tickets/999: 404)`)
  assert.deepEqual(JSON.parse(JSON.stringify(error)), {
    name: 'NotFoundError',
    message: error.message,
    reason: error.reason,
    method: 'GET',
    url: `${self.url}/api/v1/tickets/999`,
    attempts: 1,
    status: 404,
    collection: 'tickets',
    recordId: 999,
  })
})

test('a connection that cannot be made says why', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1', auth: { token: 'x' }, retry: false })
  await assert.rejects(client.tickets(1).load(), (error) => {
    assert.ok(error instanceof ConnectionError)
    assert.match(
      error.message,
      /^No answer: .*(ECONNREFUSED|bad port).* \(GET http:\/\/127\.0\.0\.1:1\/api\/v1\/tickets\/1\)$/,
    )
    return true
  })
})

test('error classes keep their names in a minified bundle', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-client-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const outfile = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, '../src/index.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  })
  const minified = (await import(pathToFileURL(outfile).href)) as typeof library
  const names = Object.keys(library).filter((name) => name.endsWith('Error') && name !== 'isHelpdeskError')
  assert.equal(names.length, 13)
  for (const name of names) {
    const kind = minified[name as 'HelpdeskError']
    assert.equal(kind.name, name)
    const error = new kind('because')
    assert.equal(String(error), `${name}: because`)
    assert.match(error.stack ?? '', new RegExp(`^${name}: because\n`))
  }
})

test('empty credentials are refused before anything is sent', async () => {
  const token: string | undefined = process.env['DESKBELL_NO_SUCH_VARIABLE']
  for (const auth of [{ token: token as string }, { token: ' ' }, { bearer: '' }, { basic: ['', 'x'] as const }]) {
    assert.throws(() => createClient({ url: 'http://x.test', auth }), /TypeError: The (token|bearer|basic) is empty/)
  }
  const client = createClient({ url: 'http://x.test', auth: { authorization: () => '' }, fetch: () => assert.fail() })
  await assert.rejects(client.tickets(1).load(), /credentials are empty/)
})

const stackOf = (error: Error): string => error.stack ?? ''
