import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { commandLine } from './cli.ts'

/** Mounts a file system for a test. @returns false if the user lacks the permission. */
function mount(t: TestContext, folder: string, ...args: string[]): boolean {
  const isMounted = spawnSync('mount', [...args, folder]).status === 0
  if (isMounted) t.after(() => spawnSync('umount', ['--lazy', folder]))
  else t.skip('needs the right to mount')
  return isMounted
}

/** A service on a data folder, and a function that sends requests. */
async function serve(t: TestContext, prepare: (folder: string) => boolean) {
  const cli = commandLine()
  const data = join(cli.folder, 'deskbell-data')
  mkdirSync(join(data, 'files'), { recursive: true })
  const isReady = prepare(data)
  t.after(() => cli.close())
  if (!isReady) return undefined
  const service = await cli.start(['start', '--port', '0', '--log-level', 'silent'])
  const authorization = `Token token=${/token +(\S+)/.exec(service.out())?.[1]}`
  const request = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const write = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${service.url}/api/v1/${path}`, { headers, ...write })
    const json = (await reply.json()) as { error?: string; id?: number }
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), json }
  }
  const create = (text: string, file?: string) => {
    const attachments = file === undefined ? [] : [{ filename: 'a.bin', data: btoa(file), 'mime-type': 'text/plain' }]
    return request('tickets', { title: 'Full', group: 'Users', customer_id: 2, article: { body: text, attachments } })
  }
  return { cli, data, service, request, create }
}

/** Fills the disk with a file, and returns its path. */
function fill(data: string): string {
  const ballast = join(data, 'ballast')
  for (const size of [1_000_000, 10_000, 4096]) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
    } catch {}
  }
  return ballast
}

const filesIn = (data: string) =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('writes to a full disk are rejected with 507 and lose nothing; they succeed once there is space', async (t) => {
  const desk = await serve(t, (data) => mount(t, data, '-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'none'))
  if (!desk) return
  const { cli, data, service, request, create } = desk
  assert.equal((await create('before', 'first')).status, 201)
  const ballast = fill(data)
  const before = filesIn(data).length
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create('x'.repeat(100_000), `file ${index}`)),
  )
  replies.push(await create('alone '.repeat(20_000)))
  for (const { status, retryAfter, json } of replies) {
    assert.deepEqual([status, retryAfter], [507, '30'])
    assert.match(json.error ?? '', /^The disk of the service is full; nothing was changed\./)
  }
  assert.equal(filesIn(data).length, before)
  assert.deepEqual([(await request('tickets/2')).status, (await request('tickets/3')).status], [200, 404])
  assert.equal((await request('tickets/search?query=before')).status, 200)
  const delivered = await cli.run(['mail', 'deliver'], { input: `From: a@x.example\n\n${'x'.repeat(100_000)}` })
  assert.deepEqual([delivered.code, delivered.out], [75, ''])
  assert.match(delivered.err, /^deskbell: The disk of the service is full; nothing was changed\./)
  rmSync(ballast)
  const after = await create('after', 'file')
  assert.deepEqual([after.status, after.json.id], [201, 3])
  const check = await cli.run(['check', '--deep'])
  assert.deepEqual([check.code, check.out], [0, 'No problems found.\n'])
  service.signal('SIGTERM')
  assert.equal((await service.ended).code, 0)
})

test('wrong passwords lock an account even if the disk is full', async (t) => {
  const desk = await serve(t, (data) => mount(t, data, '-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'none'))
  if (!desk) return
  const { data, service, request } = desk
  const login = async (name: string, password: string) => {
    const headers = { authorization: `Basic ${btoa(`${name}:${password}`)}` }
    return (await fetch(`${service.url}/api/v1/users/me`, { headers })).status
  }
  assert.equal((await request('users', { email: 'kim@desk.example', password: 'Correct horse 1' })).status, 201)
  fill(data)
  assert.equal(await login('kim@desk.example', 'Correct horse 1'), 200)
  for (const name of ['kim@desk.example', 'unknown@desk.example']) {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => login(name, 'wrong')))
    assert.deepEqual(
      guesses.toSorted((a, b) => a - b),
      [...Array(10).fill(401), 429, 429],
    )
  }
  assert.equal(await login('kim@desk.example', 'Correct horse 1'), 429)
})

test('if the folder of stored files is read-only, writes with a file fail with 503, and all other requests succeed', async (t) => {
  const desk = await serve(t, (data) => mount(t, join(data, 'files'), '-t', 'tmpfs', '-o', 'ro', 'none'))
  if (!desk) return
  const { create, request } = desk
  const { status, retryAfter, json } = await create('with a file', 'file')
  assert.deepEqual([status, retryAfter], [503, '30'])
  assert.match(json.error ?? '', /^The disk or the database of the service is unavailable at present/)
  assert.equal((await create('without')).status, 201)
  assert.equal((await request('tickets/2')).status, 200)
})
