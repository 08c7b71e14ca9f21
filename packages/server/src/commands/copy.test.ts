import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openCommandLine, type Running } from '../testing/cli.ts'
import { eachDialect, leaveEmpty } from '../testing/each-dialect.ts'
import { serverOfRun } from '../testing/postgres-of-run.ts'
import { urlIn } from '../testing/postgres-server.ts'

const { postgres } = eachDialect
const skip = !postgres

/** The address of an empty database, which is removed at the end. */
async function emptyDatabase(t: TestContext): Promise<string> {
  if (!postgres) throw new Error('There is no PostgreSQL.')
  const database = await postgres(leaveEmpty)
  t.after(() => database.close())
  return urlIn(await serverOfRun(), database.place.split('/').at(-1))
}

const password = { DESKBELL_ADMIN_EMAIL: 'admin@example.com', DESKBELL_ADMIN_PASSWORD: 'Correct horse 1' }

const request = (service: Running, path: string, body?: object) =>
  fetch(`${service.url}/api/v1/${path}`, {
    headers: {
      authorization: `Basic ${Buffer.from('admin@example.com:Correct horse 1').toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })

/** Creates ticket 2 with a file. */
async function createTicket(service: Running): Promise<void> {
  const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
  const ticket = { title: 'Printer', group: 'Users', customer_id: 2, article: { body: 'It blinks', attachments } }
  assert.equal((await request(service, 'tickets', ticket)).status, 201)
}

/** Returns the file of ticket 2, which is found by a search. */
async function fileOf(service: Running): Promise<string> {
  const hits = (await (await request(service, 'tickets/search?query=blinks')).json()) as { tickets: number[] }
  assert.deepEqual(hits.tickets, [2])
  const [article] = (await (await request(service, 'ticket_articles/by_ticket/2')).json()) as {
    id: number
    attachments: { id: number }[]
  }[]
  return (await request(service, `ticket_attachment/2/${article?.id}/${article?.attachments[0]?.id}`)).text()
}

async function stop(service: Running): Promise<void> {
  service.signal('SIGTERM')
  await service.ended
}

test('a desk moves to PostgreSQL and back, but not while a service uses it', { skip }, async (t) => {
  const cli = openCommandLine(t)
  const url = await emptyDatabase(t)
  const there = ['copy', '--from', 'deskbell-data', '--to', url, '--data', 'server-data']
  const back = ['copy', '--from', url, '--to', 'back', '--data', 'server-data']

  const first = await cli.start(undefined, password)
  await createTicket(first)
  const busy = await cli.run(there)
  assert.deepEqual([busy.code, /Another service .*already works on deskbell-data/.test(busy.err)], [1, true], busy.err)
  await stop(first)
  const moved = await cli.run(there)
  assert.equal(moved.code, 0, moved.err)
  assert.match(moved.out, /^Copied .*deskbell\.db to postgres:.*: \d+ rows in \d+ tables; 1 stored file\.\n$/)
  assert.match(moved.err, /Copying: 1 of 1 stored files\n(.*\n)*Indexing: /)
  assert.match((await cli.run(there)).err, /is not empty: it contains the table/)

  const second = await cli.start(['start', '--port', '0', '--database-url', url, '--data', 'server-data'])
  assert.equal(await fileOf(second), 'hello')
  const inUse = await cli.run(back)
  assert.deepEqual([inUse.code, /A service uses postgres:.*Stop all services/.test(inUse.err)], [1, true], inUse.err)
  await stop(second)
  const returned = await cli.run(back)
  assert.equal(returned.code, 0, returned.err)
  assert.equal((await cli.run(['check', '--deep', '--data', 'back'])).code, 0)
  assert.equal(await fileOf(await cli.start(['start', '--port', '0', '--data', 'back'])), 'hello')
})

test('a copy between two places of the same kind, or from nowhere, is refused before anything is created', async (t) => {
  const cli = openCommandLine(t)
  const nowhere = await cli.run(['copy', '--from', 'nothing', '--to', 'new'])
  assert.deepEqual([nowhere.code, nowhere.err], [1, 'deskbell: There is no Deskbell database in nothing.\n'])
  mkdirSync(join(cli.folder, 'old'))
  writeFileSync(join(cli.folder, 'old', 'deskbell.db'), '')
  const same = await cli.run(['copy', '--from', 'old', '--to', 'new'])
  assert.match(same.err, /Both places are data folders: use deskbell backup and deskbell restore/)
  assert.deepEqual(readdirSync(cli.folder), ['old'])
})

test('a copy without a stored file names the ticket that has lost it', { skip }, async (t) => {
  const cli = openCommandLine(t)
  const url = await emptyDatabase(t)
  const first = await cli.start(undefined, password)
  await createTicket(first)
  await stop(first)
  rmSync(join(cli.folder, 'deskbell-data', 'files'), { recursive: true })
  const { code, out, err } = await cli.run(['copy', '--from', 'deskbell-data', '--to', url, '--to-files', 'elsewhere'])
  assert.equal(code, 1)
  assert.match(out, /; 0 stored files\.\nStored file [0-9a-f]{64} is missing: "a\.txt" of ticket 67002\.\n$/)
  assert.match(err, /The copy does not contain 1 missing or damaged stored file/)
})

test('a backup of PostgreSQL can be verified, and restored into a folder and into PostgreSQL', { skip }, async (t) => {
  const cli = openCommandLine(t)
  const [url, other] = [await emptyDatabase(t), await emptyDatabase(t)]
  const service = await cli.start(['start', '--port', '0', '--database-url', url], password)
  await createTicket(service)
  const backup = await cli.run(['backup', 'desk.tar', '--database-url', url])
  assert.deepEqual([backup.code, /Wrote desk.tar: \d+ kB with 1 stored file\./.test(backup.out)], [0, true], backup.err)

  const drill = await cli.run(['check', '--deep', '--backup', 'desk.tar'])
  assert.match(drill.out, /contains 2 tickets, 2 articles, \d+ users, 1 stored file\.\nNo problems found\.\n$/)
  assert.equal(drill.code, 0)

  const folder = await cli.run(['restore', 'desk.tar', '--data', 'folder'])
  assert.deepEqual([folder.code, /No problems found/.test(folder.out)], [0, true], folder.err)
  assert.equal(await fileOf(await cli.start(['start', '--port', '0', '--data', 'folder'])), 'hello')

  const into = ['--data', 'files-of-other', '--database-url', other]
  const restored = await cli.run(['restore', 'desk.tar', ...into])
  assert.deepEqual([restored.code, /No problems found/.test(restored.out)], [0, true], restored.err)
  assert.equal(await fileOf(await cli.start(['start', '--port', '0', ...into])), 'hello')
  assert.deepEqual(readdirSync(join(cli.folder, 'files-of-other')), ['files', 'secret.key'])
})

test('a damaged backup fails the check', async (t) => {
  const cli = openCommandLine(t)
  const service = await cli.start(undefined, password)
  await createTicket(service)
  await stop(service)
  rmSync(join(cli.folder, 'deskbell-data', 'files'), { recursive: true })
  assert.equal((await cli.run(['backup', 'partial.tar'])).code, 1)
  const partial = await cli.run(['check', '--backup', 'partial.tar'])
  assert.equal(partial.code, 1)
  assert.match(
    partial.out,
    /Stored file \d \(.*\) is missing: "a\.txt" of ticket 67002\.\n(.*\n)*2 problems found\.\n$/,
  )
  writeFileSync(join(cli.folder, 'broken.tar'), 'This is a text.'.repeat(100))
  const broken = await cli.run(['check', '--backup', 'broken.tar'])
  assert.deepEqual([broken.code, /broken\.tar: the file is not a backup/.test(broken.err)], [1, true])
})
