import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { openDesk } from '../setup/desk.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { type CommandLine, commandLine } from '../testing/cli.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function open(t: TestContext): CommandLine {
  const cli = commandLine()
  t.after(() => cli.close())
  return cli
}

const asked = async (url: string, authorization: string) => {
  const reply = await fetch(url, { headers: { authorization } })
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> }
}

const wordAfter = (text: string, label: string): string => new RegExp(`${label} +(\\S+)`).exec(text)?.[1] ?? ''

test('a member of the staff who would see no tickets is mentioned, with the way to mend it', async (t) => {
  const cli = open(t)
  const { url, out } = await cli.start()
  const token = `Token token=${wordAfter(out(), 'token')}`
  for (const [role, roles] of [
    ['Admin', '["Admin", "Agent"]'],
    ['Agent', '["Agent"]'],
  ] as const) {
    const made = await cli.run(['user', 'create', '--email', `${role}@staff.example`, '--role', role])
    const id = made.out.trim()
    assert.equal(made.code, 0)
    const [, body = ''] =
      new RegExp(`^deskbell: User ${id} sees no tickets: .* PUT /api/v1/users/${id} with (.*)\\.\n$`).exec(made.err) ??
      []
    assert.deepEqual((JSON.parse(body) as { roles: string[] }).roles, JSON.parse(roles))
    const headers = { authorization: token, 'content-type': 'application/json' }
    const reply = await fetch(`${url}/api/v1/users/${id}`, { method: 'PUT', headers, body })
    assert.equal(reply.status, 200)
    const own = await cli.run(['token', 'create', '--user', `${role}@staff.example`])
    const seen = await asked(`${url}/api/v1/tickets/1`, `Token ${own.out.trim()}`)
    assert.equal(seen.status, 200)
  }
})

test('a second service on the same folder is refused with a sentence that names the first', async (t) => {
  const cli = open(t)
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
    err: `deskbell: Port ${port} of 127.0.0.1 is taken. Choose another with --port.\n`,
  })
  first.signal('SIGKILL')
  await first.ended
  const again = await cli.start()
  again.signal('SIGTERM')
  assert.equal((await again.ended).code, 0)
})

test('SIGTERM lets an answer that is on its way arrive whole', async (t) => {
  const cli = open(t)
  const service = await cli.start()
  // More than sockets and streams hold on the way, so that the service cannot be done before it is read.
  const content = randomBytes(32 * 1024 * 1024)
  await attach(join(cli.folder, 'deskbell-data'), content)
  const token = wordAfter(service.out(), 'token')
  const request = get(`${service.url}/api/v1/ticket_attachment/1/1/1`, { headers: { authorization: `Token ${token}` } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  service.signal('SIGTERM')
  // New connections are refused from then on, while the old one is still open.
  while (await accepts(service.url));
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  assert.equal(Buffer.concat(chunks).equals(content), true)
  assert.equal((await service.ended).code, 0)
})

/** Whether a new connection is accepted. */
const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Puts a file on the first article, beside the running service. */
async function attach(data: string, content: Uint8Array): Promise<void> {
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  const { sha256, size } = await desk.files.put(content)
  await unitOfWork(desk, 1, async (unit) => {
    const store_file_id = await insert(unit, 'stored_file', { sha256, size })
    await insert(unit, 'attachment', { article_id: 1, store_file_id, filename: 'large.bin', size })
  })
  await desk.database.close()
}

test('users and tokens made beside a running service work at once', async (t) => {
  const cli = open(t)
  const { url } = await cli.start()
  const created = await cli.run(
    [
      'user',
      'create',
      '--email',
      'Kim@Example.com',
      '--firstname',
      'Kim',
      '--lastname',
      'Park',
      '--role',
      'Agent',
    ].concat([
      '--group',
      'Users=read',
      '--group',
      'Users=change',
      '--organization',
      'Deskbell Foundation',
      '--password',
      '-',
    ]),
    { input: 'Correct horse 1\n' },
  )
  assert.deepEqual(created, { code: 0, out: '4\n', err: '' })
  const basic = Buffer.from('kim@example.com:Correct horse 1').toString('base64')
  const { json } = await asked(`${url}/api/v1/users/me?expand=true`, `Basic ${basic}`)
  assert.equal(json['fullname'], 'Kim Park')
  assert.deepEqual(json['roles'], ['Agent'])
  assert.deepEqual(json['groups'], { Users: ['change', 'read'] })
  assert.equal(json['organization'], 'Deskbell Foundation')
  // As of every new agent.
  assert.ok(Object.hasOwn(json['preferences'] as object, 'notification_config'))

  const made = await cli.run(['token', 'create', '--user', 'kim@example.com', '--permission', 'admin.user'])
  assert.deepEqual([made.code, made.err], [0, ''])
  assert.match(made.out, /^[\w-]{40,}\n$/)
  const limited = await asked(`${url}/api/v1/users/me`, `Token token=${made.out.trim()}`)
  assert.equal(limited.json['id'], 4)
  const usual = await cli.run(['user', 'create', '--firstname', 'Omar'])
  assert.deepEqual(usual, { code: 0, out: '5\n', err: '' })
  const reset = await cli.run(['user', 'reset', 'kim@example.com'])
  assert.match(reset.out, /^[\w-]{40,}\n$/)
  const verified = await fetch(`${url}/api/v1/users/password_reset_verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: reset.out.trim(), password: 'Correct horse 2' }),
  })
  assert.deepEqual(await verified.json(), { message: 'ok', user_login: 'kim@example.com' })
  assert.equal((await cli.run(['check'])).code, 0)
})

test('what cannot be meant is refused in one sentence, and nothing is written', async (t) => {
  const cli = open(t)
  assert.match(
    (await cli.run(['token', 'create', '--user', 'x'])).err,
    /^deskbell: There is no Deskbell database in .*\n$/,
  )
  assert.deepEqual(readdirSync(cli.folder), [])
  const service = await cli.start()
  service.signal('SIGTERM')
  await service.ended
  mkdirSync(join(cli.folder, 'folder-db', 'deskbell.db'), { recursive: true })
  writeFileSync(join(cli.folder, 'folder-db', 'other'), '')
  const cases: [string, RegExp][] = [
    ['user create', /At least one identifier/],
    ['user create --email nonsense', /Invalid email 'nonsense'/],
    ['user create --email admin@example.com', /Email address 'admin@example.com' is already used/],
    ['user create --firstname A --login admin@example.com', /Login 'admin@example.com' is already used/],
    ['user create --email a@b.example --role Boss', /no role "Boss"; there is "Admin", "Agent", "Customer"/],
    ['user create --email a@b.example --group Users=own', /NAME=ACCESS/],
    ['user create --email a@b.example --password -', /expected a password/],
    ['user create --email a@b.example --password short1A', /--password: The password needs at least 10 characters\./],
    [`user create --firstname ${'x'.repeat(101)}`, /--firstname: at most 100/],
    ['user reset nobody@nowhere.example', /There is no user/],
    ['user reset -', /not active/],
    ['token create', /--user <login>/],
    ['token create --user -', /not active/],
    ['token create --user admin@example.com --permission everything', /no permission "everything"/],
    ['token create --user admin@example.com --expires 2026-02-30', /expected a day/],
    ['token create --user admin@example.com --expires 2020-02-29', /is over/],
    ['start --port 65536', /between 0 and 65535/],
    ['start --prot 1', /unknown option '--prot'.*--port/],
    ['start now', /too many arguments/],
    ['restore no-such.tar --data restored', /no-such\.tar: there is no such file or folder\./],
    ['backup no-such-folder/backup.tar', /There is no folder .*no-such-folder; create it first\./],
    ['import mail deskbell-data no-such.mbox', /no-such\.mbox: there is no such file or folder\./],
    ['import mail deskbell-data --group ', /--group <name>.*expected the name of a group, got nothing/],
    [
      'start --data deskbell-data/deskbell.db',
      /deskbell\.db is a file, not a folder\. Name the data folder with --data\./,
    ],
    ['check --data deskbell-data/deskbell.db', /deskbell\.db is a file, not a folder\./],
    ['start --data folder-db', /folder-db\/deskbell\.db is a folder, not a database\./],
    ['check --data folder-db', /folder-db\/deskbell\.db is a folder, not a database\./],
    ['restore deskbell-data --data restored', /deskbell-data is a folder, not a backup\./],
    ['backup folder-db/other/backup.tar', /There is no folder .*other; create it first\./],
    ['check --database-url ', /DESKBELL_DATABASE_URL\) is empty; leave it out/],
    [
      'check --database-url mysql://desk:secret@localhost/x',
      /^deskbell: --database-url [^:]*: expected an address such as/,
    ],
    ['check --database-url postgres://localhost:99999/x', /expected an address such as/],
    ['check --log-level loud', /Allowed choices/],
    ['demo --data deskbell-data --port 0', /in use and no demo/],
  ]
  // Two at a time: each is a process of its own.
  const refuse = async ([line, sentence]: [string, RegExp]) => {
    const { code, out, err } = await cli.run(line.split(' '))
    assert.notEqual(code, 0, line)
    assert.equal(out, '', line)
    assert.match(err, sentence, line)
    assert.match(err, /^deskbell: [^\n]+\n$/, line)
  }
  for (let at = 0; at < cases.length; at += 2) await Promise.all(cases.slice(at, at + 2).map(refuse))
  assert.match((await cli.run(['user', 'create', '--firstname', 'Omar'])).out, /^4\n$/)
})

test('a token that has ended is not valid', async (t) => {
  const cli = open(t)
  const service = await cli.start()
  const made = await cli.run(['token', 'create', '--user', 'admin@example.com', '--expires', '2999-01-31'])
  const data = join(cli.folder, 'deskbell-data')
  assert.equal((await asked(`${service.url}/api/v1/users/me`, `Token ${made.out.trim()}`)).status, 200)
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  await desk.database.transaction((db) =>
    db.sql
      .updateTable('tokens')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('name', '=', 'command line')
      .execute(),
  )
  await desk.database.close()
  assert.equal((await asked(`${service.url}/api/v1/users/me`, `Token ${made.out.trim()}`)).status, 401)
})

test('check says what is wrong and ends with 1; reindex mends the index', async (t) => {
  const cli = open(t)
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
  const wrong = await cli.run(['check'])
  assert.equal(wrong.code, 1)
  assert.equal(wrong.out, 'The ticket 1 has no search document; deskbell reindex mends it.\nOne thing is wrong.\n')
  const mended = await cli.run(['reindex'])
  assert.equal(mended.code, 0)
  assert.match(mended.out, /^Wrote the search index of \d+ records again\.\n$/)
  assert.deepEqual((await cli.run(['check', '--deep'])).out, 'Nothing is wrong.\n')
  service.signal('SIGTERM')
  await service.ended
  writeFileSync(
    join(data, 'deskbell.db'),
    'This is no database, and never was one: it is a text that stands in the way.',
  )
  const broken = await cli.run(['check'])
  assert.equal(broken.code, 1)
  assert.match(broken.err, /^deskbell: [^\n]+\n$/)
})

test('help is complete for every command', async (t) => {
  const cli = open(t)
  const lines = ['', 'start', 'demo', 'import', 'import mail', 'user', 'user create', 'token', 'token create']
  const texts = new Map<string, string>()
  const read = async (line: string) => {
    const { code, out, err } = await cli.run([...line.split(' ').filter(Boolean), '--help'])
    assert.deepEqual([code, err], [0, ''], line)
    texts.set(line, out)
  }
  const all = [...lines, 'backup', 'check', 'reindex', 'migrate', 'openapi', 'version']
  for (let at = 0; at < all.length; at += 2) await Promise.all(all.slice(at, at + 2).map(read))
  for (const [line, text] of texts) {
    assert.ok(
      text.split('\n').every((row) => row.length <= 120),
      line,
    )
    if (['import', 'user', 'token'].includes(line)) continue
    assert.match(text, /Examples?:\n  \S*.*deskbell/, line)
    if (line !== '' && line !== 'version') assert.match(text, /--data <folder>[^]*--database-url <url>/, line)
  }
  const overview = texts.get('') ?? ''
  for (const line of all.slice(1)) assert.ok(overview.includes(`  ${line.split(' ')[0]} `), line)
})

test('version, openapi and migrate print what they say', async (t) => {
  const cli = open(t)
  assert.match((await cli.run(['version'])).out, /^\d+\.\d+\.\d+\n$/)
  const { out } = await cli.run(['openapi'])
  assert.equal((JSON.parse(out) as { openapi: string }).openapi, '3.1.0')
  assert.deepEqual(readdirSync(cli.folder), [])
  mkdirSync(join(cli.folder, 'deskbell-data'))
  assert.match((await cli.run(['migrate'])).out, /^Ran migration 1/)
  assert.equal((await cli.run(['migrate'])).out, 'The tables are up to date.\n')
})
