import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { readArchive } from './archive.ts'
import { restoreBackup, writeBackup } from './backup.ts'
import { openDesk } from './desk.ts'
import { eachDialect } from './testing/each-dialect.ts'
import { findWrong } from './testing/mailroom.ts'
import { type World, world } from './testing/world.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function open(t: TestContext) {
  const w = await world()
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-backup-'))
  t.after(async () => {
    await w.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { w, folder, file: join(folder, 'desk.tar') }
}

/** Bytes of a file in an archive, with its header. */
const blocks = (size: number) => 512 + Math.ceil(size / 512) * 512

const create = (w: World, number: number) =>
  w.ask('tickets', {
    method: 'POST',
    body: {
      title: `Ticket ${number}`,
      group: 'Users',
      customer_id: 2,
      article: {
        body: `Number ${number}`,
        attachments: [
          { filename: 'a.txt', data: Buffer.from(`content ${number}`).toString('base64'), 'mime-type': 'text/plain' },
        ],
      },
    },
  })

/** What a restored folder says of itself. */
async function restored(data: string) {
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  try {
    const titles = await desk.database.sql.selectFrom('tickets').select('title').orderBy('id').execute()
    return { wrong: await findWrong(desk), titles: titles.map(({ title }) => title) }
  } finally {
    await desk.database.close()
  }
}

test('a backup that is made while others write is the state of one moment, with its files', async (t) => {
  const { w, folder, file } = await open(t)
  for (let number = 0; number < 20; number++) assert.equal((await create(w, number)).status, 201)
  const stop = new AbortController()
  const writing = (async () => {
    let number = 20
    while (!stop.signal.aborted) await Promise.all(Array.from({ length: 4 }, () => create(w, number++)))
    return number
  })()
  const made = await writeBackup(w.desk, file)
  stop.abort()
  const all = await writing
  assert.deepEqual(made.lost, [])
  assert.ok(made.contents >= 20)
  const data = join(folder, 'restored')
  const manifest = await restoreBackup(file, data)
  assert.equal(manifest.contents, made.contents)
  const { wrong, titles } = await restored(data)
  assert.deepEqual(wrong, [])
  const numbers = titles.flatMap((title) => /^Ticket (\d+)$/.exec(title)?.[1] ?? []).map(Number)
  assert.ok(numbers.length >= 20 && numbers.length <= all)
  // Its tickets are those that were written first: nothing between them is missing.
  assert.equal(new Set(numbers).size, numbers.length)
  for (let number = 0; number < 20; number++) assert.ok(numbers.includes(number), String(number))
  assert.deepEqual(readdirSync(folder).toSorted(), ['desk.tar', 'restored'])
})

test('a backup is an archive that tar reads', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  await writeBackup(w.desk, file)
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(names.slice(0, 2), ['deskbell-backup.json', 'deskbell.db'])
  assert.equal(names.length, 3)
  const by = join(folder, 'by-hand')
  mkdirSync(by)
  execFileSync('tar', ['-xf', file, '-C', by])
  assert.deepEqual((await restored(by)).wrong, [])
})

test('a folder with anything in it is not restored into, and a file that is there is not written over', async (t) => {
  const { w, folder, file } = await open(t)
  await writeBackup(w.desk, file)
  await assert.rejects(writeBackup(w.desk, file), /is there already/)
  await assert.rejects(restoreBackup(file, dirname(w.desk.database.place)), /not empty/)
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  await restoreBackup(file, empty)
  assert.ok(existsSync(join(empty, 'deskbell.db')))
})

test('a backup that is damaged or cut off anywhere leaves no folder', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  await writeBackup(w.desk, file)
  const whole = readFileSync(file)
  const data = join(folder, 'restored')
  const sizes: number[] = []
  for await (const { size, pieces } of readArchive(Readable.from([whole]))) {
    sizes.push(size)
    for await (const _ of pieces);
  }
  const afterDatabase = blocks(sizes[0] as number) + blocks(sizes[1] as number)
  for (const at of [0, 100, 700, 5000, whole.length / 2, afterDatabase, afterDatabase + 600]) {
    writeFileSync(file, whole)
    truncateSync(file, at)
    await assert.rejects(restoreBackup(file, data), Error, `cut at ${at}`)
  }
  for (const at of [10, 150, blocks(sizes[0] as number) + 3000, afterDatabase + 514]) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] as number) ^ 1
    writeFileSync(file, damaged)
    await assert.rejects(restoreBackup(file, data), Error, `changed at ${at}`)
  }
  // Cut between two files, and ended as an archive is.
  writeFileSync(file, Buffer.concat([whole.subarray(0, afterDatabase), Buffer.alloc(1024)]))
  await assert.rejects(restoreBackup(file, data), /has 0 of 1 stored files/)
  assert.deepEqual(readdirSync(folder), ['desk.tar'])
})

test('what was lost before is told, and the rest is backed up', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  await create(w, 2)
  const files = join(dirname(w.desk.database.place), 'files')
  const [head = ''] = readdirSync(files)
  rmSync(join(files, head), { recursive: true })
  const made = await writeBackup(w.desk, file)
  assert.deepEqual([made.contents, made.lost.length, made.lost[0]?.slice(0, 2)], [1, 1, head])
  await restoreBackup(file, join(folder, 'restored'))
})

test('PostgreSQL has means of its own', async (t) => {
  const w = await world(eachDialect.postgres)
  t.after(() => w.close())
  await assert.rejects(writeBackup(w.desk, join(tmpdir(), 'never.tar')), /pg_dump/)
})
