import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import * as library from '../src/index.ts'
import {
  type Client,
  ConnectionError,
  createClient,
  HelpdeskError,
  NotFoundError,
  PermissionError,
} from '../src/index.ts'
import { arrived, gate, helpdesk, send, world } from './world.ts'

/** Calls of every kind, each in a function whose name must be in the stack of its error. */
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
    for await (const organization of client.organizations.iter({ perPage: 2 })) void organization
  },
  async array(client) {
    await client.users.toArray()
  },
  async first(client) {
    await client.tickets.search('x').first()
  },
  async counted(client) {
    // The first call loads the code for counting; the second finds it loaded, and has another stack.
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
    const server = await world(t)
    server.intercept = ({ url }, response) =>
      /tickets\/1$|organizations\?page=1/.test(url ?? '') ? false : send(response, 404, { error: 'Not there' })
    await assert.rejects(call(server.client), (error) => {
      assert.ok(error instanceof NotFoundError)
      assert.match(error.stack ?? '', /^NotFoundError: Not there \(\w+ http.*: 404\)\n +at /)
      assert.match(error.stack ?? '', new RegExp(`\\b${name}\\b.*errors\\.test`))
      return true
    })
  })
}

test('each of several callers that wait for one request gets an error with its own stack', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = async (_, response) => {
    await barrier.opened
    return send(response, 404, { error: 'Not there' })
  }
  const early = async () => (await client.tickets(999).title) as never
  const late = async () => (await client.tickets(999).title) as never
  const { client } = server
  const both = Promise.all([early().catch(stackOf), late().catch(stackOf)])
  await arrived(server, 1)
  barrier.open()
  const [earlyStack, lateStack] = await both
  assert.match(earlyStack, /\bearly\b/)
  assert.match(lateStack, /\blate\b/)
  assert.equal(server.log.length, 1)
})

test('each read of a batch fails with its own stack and the common request', async (t) => {
  const server = await world(t, helpdesk(), { batch: { users: {} } })
  const early = async () => (await server.client.users(998).email) as never
  const late = async () => (await server.client.users(999).email) as never
  const both = () => Promise.all([early().catch(errorOf), late().catch(errorOf)])
  const url = `${server.url}/api/v1/users?ids=998,999&page=1&per_page=2&expand=false`
  for (const [at, error] of (await both()).entries()) {
    assert.ok(error instanceof NotFoundError)
    assert.equal(error.message, `User ${998 + at} was not in the response (GET ${url}: 404)`)
    assert.match(error.stack ?? '', [/\bearly\b/, /\blate\b/][at] as RegExp)
  }
  server.intercept = (_, response) => send(response, 403, { error: 'Not allowed' })
  for (const [at, error] of (await both()).entries()) {
    assert.ok(error instanceof PermissionError)
    assert.equal(error.message, `Not allowed (GET ${url}: 403)`)
    assert.match(error.stack ?? '', [/\bearly\b/, /\blate\b/][at] as RegExp)
  }
})

test('a single read of a batched collection fails with the stack of its caller', async (t) => {
  const server = await world(t, helpdesk(), { batch: { users: {} } })
  const single = async () => (await server.client.users(999).email) as never
  const error = await single().catch(errorOf)
  assert.equal(error.message, `Couldn't find User with 'id'=999 (GET ${server.url}/api/v1/users/999: 404)`)
  assert.match(error.stack ?? '', /\bsingle\b/)
})

for (const habits of ['deskbell', 'classic'] as const) {
  test(`errors in the result of many() have the request and the stack of its caller: ${habits}`, async (t) => {
    const server = await world(t, undefined, { fake: { habits } })
    const reader = async () => server.client.users.many([98, 999])
    const error = (await reader()).get(999)
    assert.ok(error instanceof NotFoundError)
    const path = habits === 'classic' ? 'users/999' : 'users?ids=98,999&page=1&per_page=2&expand=false'
    assert.ok(error.message.endsWith(`(GET ${server.url}/api/v1/${path}: 404)`), error.message)
    assert.match(error.stack ?? '', /\breader\b/)
  })
}

/** Calls that are started by a function that does not await them. */
const begun: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  created: (client) => client.users.create({ firstname: 'Ada' }),
  updated: (client) => client.tickets(999).update({ title: 'x' }),
  tagged: (client) => client.tickets(999).addTags('x'),
  merged: (client) => client.tickets(999).merge('67002'),
  counted: (client) => client.tickets.count(),
  many: (client) => client.tickets.many([998, 999]),
  array: (client) => client.users.toArray(),
}

for (const [name, call] of Object.entries(begun)) {
  test(`an error shows where the call began, even if it is awaited elsewhere: ${name}`, async (t) => {
    const server = await world(t)
    server.intercept = (_, response) => send(response, 404, { error: 'Not there' })
    const begin = () => ({ call: call(server.client) })
    const { call: pending } = begin()
    const settled = Promise.allSettled([pending])
    await arrived(server, 1)
    const [{ reason }] = (await settled) as [PromiseRejectedResult]
    assert.match(
      (reason as Error).stack ?? '',
      new RegExp(`^NotFoundError: Not there [^]*\\b${name}\\b[^]*\\bbegin\\b`),
    )
  })
}

/** Successful responses with unexpected content. */
const unusable: {
  readonly [name: string]: [body: string, call: (client: Client) => PromiseLike<unknown>, reason: RegExp]
} = {
  'a page for people': ['<p>Sign in', (client) => client.tickets(1), /^The response is not JSON: <p>Sign in$/],
  null: ['null', (client) => client.tickets(1), /^The response has no records$/],
  'a list instead of a record': ['[]', (client) => client.tickets(1), /^The response is not Ticket 1$/],
  'another record': ['{"id": 2}', (client) => client.tickets(1), /^The response is not Ticket 1$/],
  'no list': ['{"a": 1}', (client) => client.tickets.toArray(), /^tickets did not return a list/],
  'no list for many ids': ['{"a": 1}', (client) => client.tickets.many([1, 2]), /^The response is not a list$/],
  'no merge': ['{"result": "failed"}', (client) => client.tickets(1).merge('2'), /^Ticket 1 was not merged into 2$/],
}

for (const [name, [body, call, reason]] of Object.entries(unusable)) {
  test(`an unusable response is an error with the request, the status and the caller: ${name}`, async (t) => {
    const server = await world(t)
    server.intercept = (_, response) => response.end(body)
    const caller = async () => (await call(server.client)) as never
    const error = await caller().catch(errorOf)
    assert.ok(error instanceof HelpdeskError)
    assert.match(error.reason, reason)
    assert.match(error.message, / \((GET|PUT) http.*\/api\/v1\/ticket.*: 200\)$/)
    assert.match(error.stack ?? '', /\bcaller\b.*errors\.test/)
  })
}

test('the message contains the reason, the method, the address and the status; `reason` contains only the reason', async (t) => {
  const server = await world(t)
  const error = await server.client
    .tickets(999)
    .load()
    .catch((failure: unknown) => failure)
  assert.ok(error instanceof HelpdeskError)
  assert.equal(error.reason, "Couldn't find Ticket with 'id'=999")
  assert.equal(error.message, `${error.reason} (GET ${server.url}/api/v1/tickets/999: 404)`)
  assert.deepEqual(JSON.parse(JSON.stringify(error)), {
    name: 'NotFoundError',
    message: error.message,
    reason: error.reason,
    method: 'GET',
    url: `${server.url}/api/v1/tickets/999`,
    attempts: 1,
    status: 404,
    collection: 'tickets',
    recordId: 999,
  })
})

test('the error of a failed connection contains the reason', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1', auth: { token: 'x' }, retry: false })
  await assert.rejects(client.tickets(1).load(), (error) => {
    assert.ok(error instanceof ConnectionError)
    assert.match(
      error.message,
      /^No response: .*(ECONNREFUSED|bad port).* \(GET http:\/\/127\.0\.0\.1:1\/api\/v1\/tickets\/1\)$/,
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

test('empty credentials are rejected before the first request', async () => {
  const token: string | undefined = process.env['DESKBELL_NO_SUCH_VARIABLE']
  for (const auth of [{ token: token as string }, { token: ' ' }, { bearer: '' }, { basic: ['', 'x'] as const }]) {
    assert.throws(() => createClient({ url: 'http://x.test', auth }), /TypeError: The (token|bearer|basic) is empty/)
  }
  const client = createClient({ url: 'http://x.test', auth: { authorization: () => '' }, fetch: () => assert.fail() })
  await assert.rejects(client.tickets(1).load(), /credentials are empty/)
})

const errorOf = (error: Error): Error => error

const stackOf = (error: Error): string => error.stack ?? ''

test('options that are missing or wrong are named', () => {
  const create = createClient as (options: object) => Client
  assert.throws(() => create({ url: 'http://desk.example' }), /^TypeError: auth is missing$/)
  for (const url of ['desk.example', '', undefined, 'ftp://desk.example', 'http://user@desk.example'])
    assert.throws(() => create({ url, auth: { token: 'x' } }), /^TypeError: url must be an http\(s\) address/)
})
