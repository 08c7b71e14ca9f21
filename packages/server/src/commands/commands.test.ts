import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { openDesk } from '../setup/desk.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { openCommandLine, wordAfter } from '../testing/cli.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('a second service on the same folder is refused with a message that names the first', async (t) => {
  const cli = openCommandLine(t)
  const first = await cli.start()
  const { code, out, err } = await cli.run(['start', '--port', '0'])
  assert.deepEqual([code, out], [1, ''])
  assert.match(
    err,
    new RegExp(`^deskbell: Another service \\(process ${first.pid} on \\S+, running since \\S+\\) .*\\n$`),
  )
  const port = new URL(first.url).port
  const taken = await cli.run(['start', '--data', 'other', '--port', port])
  assert.deepEqual(taken, {
    code: 1,
    out: '',
    err: `deskbell: Port ${port} of 127.0.0.1 is in use. Choose another with --port.\n`,
  })
  first.signal('SIGKILL')
  await first.ended
  const again = await cli.start()
  again.signal('SIGTERM')
  assert.equal((await again.ended).code, 0)
})

test('a service logs its requests into a file that can be moved, and shows its metrics', async (t) => {
  const cli = openCommandLine(t)
  const service = await cli.start(['start', '--port', '0', '--access-log', 'access.log'], {
    DESKBELL_METRICS_TOKEN: 'only-for-prometheus',
  })
  const metrics = () => fetch(`${service.url}/metrics`, { headers: { authorization: 'Bearer only-for-prometheus' } })
  assert.match(await (await metrics()).text(), /^deskbell_live_streams 0$/m)
  const [log, moved] = [join(cli.folder, 'access.log'), join(cli.folder, 'access.log.1')]
  renameSync(log, moved)
  service.signal('SIGHUP')
  while (!existsSync(log)) await metrics()
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  service.signal('SIGTERM')
  assert.equal((await service.ended).code, 0)
  const lines = (readFileSync(moved, 'utf8') + readFileSync(log, 'utf8')).trim().split('\n')
  const routes = lines.map((line) => (JSON.parse(line) as { route: string }).route)
  assert.deepEqual([routes[0], routes.at(-1)], ['/metrics', '/readyz'])
  assert.equal(statSync(log).mode & 0o777, 0o600)
})

test('after SIGTERM, a response in flight is sent completely', async (t) => {
  const cli = openCommandLine(t)
  const service = await cli.start()
  // More than the buffers of sockets and streams, so that the service cannot finish before the client reads.
  const content = randomBytes(32 * 1024 * 1024)
  await attach(join(cli.folder, 'deskbell-data'), content)
  const token = wordAfter(service.out(), 'token')
  const request = get(`${service.url}/api/v1/ticket_attachment/1/1/1`, { headers: { authorization: `Token ${token}` } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  service.signal('SIGTERM')
  // New connections are refused while the old one is still open.
  while (await accepts(service.url));
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  assert.equal(Buffer.concat(chunks).equals(content), true)
  assert.equal((await service.ended).code, 0)
})

/** True if a new connection is accepted. */
const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Attaches a file to the first article while the service is running. */
async function attach(data: string, content: Uint8Array): Promise<void> {
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  const { sha256, size } = await desk.files.put(content)
  await unitOfWork(desk, systemUser, async (unit) => {
    const store_file_id = await insert(unit, 'stored_file', { sha256, size })
    await insert(unit, 'attachment', { article_id: 1, store_file_id, filename: 'large.bin', size })
  })
  await desk.database.close()
}

test('check reports problems with exit code 1; reindex repairs the index', async (t) => {
  const cli = openCommandLine(t)
  const service = await cli.start()
  const data = join(cli.folder, 'deskbell-data')
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  await desk.database.transaction((db) =>
    db.sql
      .deleteFrom('tickets_text' as 'tickets')
      .where('rowid' as 'id', '>', 0)
      .execute(),
  )
  await desk.database.close()
  const check = await cli.run(['check'])
  assert.equal(check.code, 1)
  assert.equal(check.out, 'There is no search document of ticket 1; run deskbell reindex.\n1 problem found.\n')
  const repair = await cli.run(['reindex'])
  assert.equal(repair.code, 0)
  assert.match(repair.out, /^Rebuilt the search index of \d+ records\.\n$/)
  assert.deepEqual((await cli.run(['check', '--deep'])).out, 'No problems found.\n')
  service.signal('SIGTERM')
  await service.ended
  writeFileSync(
    join(data, 'deskbell.db'),
    'This is not a database but a text, and it is as long as the header of a database.',
  )
  const broken = await cli.run(['check'])
  assert.equal(broken.code, 1)
  assert.match(broken.err, /^deskbell: [^\n]+\n$/)
})

test('the help of a command has examples and the shared options, and the overview names the command', async (t) => {
  const cli = openCommandLine(t)
  const texts = new Map<string, string>()
  const read = async (line: string) => {
    const { code, out, err } = await cli.run([...line.split(' ').filter(Boolean), '--help'])
    assert.deepEqual([code, err], [0, ''], line)
    texts.set(line, out)
  }
  const lines = [
    '',
    'start',
    'demo',
    'import',
    'import mail',
    'user',
    'user create',
    'token',
    'token create',
    'secret-key rotate',
    'mail deliver',
    'backup',
    'copy',
    'check',
    'reindex',
    'migrate',
    'openapi',
    'version',
  ]
  for (let start = 0; start < lines.length; start += 2) await Promise.all(lines.slice(start, start + 2).map(read))
  for (const [line, text] of texts) {
    assert.ok(
      text.split('\n').every((row) => row.length <= 120),
      line,
    )
    if (['import', 'user', 'token'].includes(line)) continue
    assert.match(text, /Examples?:\n  \S*.*deskbell/, line)
    if (!['', 'version', 'copy'].includes(line)) assert.match(text, /--data <folder>[^]*--database-url <url>/, line)
  }
  const overview = texts.get('') ?? ''
  for (const line of lines.slice(1)) assert.ok(overview.includes(`  ${line.split(' ')[0]} `), line)
})

test('version, openapi and migrate print their results', async (t) => {
  const cli = openCommandLine(t)
  assert.match((await cli.run(['version'])).out, /^\d+\.\d+\.\d+\n$/)
  const { out } = await cli.run(['openapi'])
  assert.equal((JSON.parse(out) as { openapi: string }).openapi, '3.1.0')
  assert.deepEqual(readdirSync(cli.folder), [])
  mkdirSync(join(cli.folder, 'deskbell-data'))
  // The first migration has the number 81.
  assert.match((await cli.run(['migrate'])).out, /^Ran migrations? 81(, \d+)*\.\n$/)
  assert.equal((await cli.run(['migrate'])).out, 'The tables are up to date.\n')
})
