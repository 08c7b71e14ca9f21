import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { commandLine } from '../testing/cli.ts'

async function open(t: TestContext, signal: NodeJS.Signals) {
  const cli = commandLine()
  t.after(() => cli.close())
  const service = await cli.start()
  service.signal(signal)
  await service.ended
  return { cli, data: join(cli.folder, 'deskbell-data') }
}

/** Names, times and hashes of the files in a folder, without the shared memory of SQLite, which is a cache. */
const stateOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('-shm'))
    .map((name) => {
      const path = join(folder, name)
      const bytes = statSync(path).isFile() ? hash('sha256', readFileSync(path)) : ''
      return [name, statSync(path).mtimeMs, bytes]
    })

for (const [signal, state] of [
  ['SIGTERM', 'after a stop'],
  ['SIGKILL', 'after a crash'],
] as const) {
  test(`check and backup change nothing in a folder ${state}`, async (t) => {
    const { cli, data } = await open(t, signal)
    const before = stateOf(data)
    const check = await cli.run(['check', '--deep'])
    assert.deepEqual([check.code, check.out], [0, 'No problems found.\n'], check.err)
    assert.deepEqual(stateOf(data), before)
    assert.equal((await cli.run(['backup', 'desk.tar'])).code, 0)
    assert.deepEqual(stateOf(data), before)
  })
}

test('a truncated database is reported with its size', async (t) => {
  const { cli, data } = await open(t, 'SIGTERM')
  const file = join(data, 'deskbell.db')
  const whole = statSync(file).size
  const cut = (size: number) => new RegExp(`cut off: ${size} of ${whole} bytes are left`)
  truncateSync(file, whole - 1)
  const short = await cli.run(['check'])
  assert.equal(short.code, 1)
  assert.match(short.out, cut(whole - 1))
  for (const size of [whole / 2, 5000]) {
    truncateSync(file, size)
    const { code, out, err } = await cli.run(['check'])
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^deskbell: \S*deskbell-data\/deskbell\.db is damaged; restore a backup/)
    assert.match(err, cut(size))
  }
})

test('a file that is not a database of this version is reported and not changed', async (t) => {
  const { cli, data } = await open(t, 'SIGTERM')
  const addFolder = (folder: string, make: (file: string) => void) => {
    mkdirSync(join(cli.folder, folder))
    make(join(cli.folder, folder, 'deskbell.db'))
  }
  addFolder('empty', (file) => writeFileSync(file, ''))
  addFolder('text', (file) => writeFileSync(file, 'This is a text. '.repeat(100)))
  addFolder('foreign', (file) => {
    const db = new DatabaseSync(file)
    db.exec('create table songs (title text)')
    db.close()
  })
  addFolder('old', (file) => {
    writeFileSync(file, readFileSync(join(data, 'deskbell.db')))
    const db = new DatabaseSync(file)
    db.exec('delete from migrations where id = (select max(id) from migrations)')
    db.close()
  })
  const cases: [string, string, RegExp][] = [
    ['check', 'empty', /empty\/deskbell\.db is not a Deskbell database: the file is empty\./],
    ['check', 'text', /text\/deskbell\.db is not a Deskbell database, or its beginning is damaged\./],
    ['check', 'foreign', /foreign\/deskbell\.db is not a Deskbell database: it has no table of migrations\./],
    ['check', 'old', /old\/deskbell\.db has the tables of an older version: run deskbell migrate first\./],
    ['check', 'nothing', /There is no Deskbell database in nothing\./],
    ['backup x.tar', 'empty', /the file is empty/],
    ['token create --user admin@example.com', 'empty', /the file is empty/],
    ['reindex', 'foreign', /no table of migrations/],
  ]
  for (const [command, folder, sentence] of cases) {
    const before = folder === 'nothing' ? [] : stateOf(join(cli.folder, folder))
    const { code, out, err } = await cli.run([...command.split(' '), '--data', folder])
    assert.deepEqual([code, out], [1, ''], command)
    assert.match(err, sentence)
    assert.match(err, /^deskbell: [^\n]+\n$/)
    if (folder !== 'nothing') assert.deepEqual(stateOf(join(cli.folder, folder)), before, command)
  }
})

test('the error for a PostgreSQL server that cannot be reached names the server', async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  for (const command of ['check', 'start']) {
    const { code, err } = await cli.run([command, '--database-url', `postgres://me:secret@127.0.0.1:${port}/desk`])
    assert.equal(code, 1)
    assert.equal(err, `deskbell: PostgreSQL at 127.0.0.1:${port} refuses the connection: nothing listens there.\n`)
  }
})
