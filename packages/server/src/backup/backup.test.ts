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
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { openDesk } from '../setup/desk.ts'
import { findProblems } from '../testing/mail-desk.ts'
import { type World, world } from '../testing/world.ts'

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

/** Returns the number of bytes that a file takes in an archive, including its header. */
const sizeInArchive = (size: number) => 512 + Math.ceil(size / 512) * 512

const create = (w: World, number: number) =>
  w.request('tickets', {
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

/** Returns the problems and the titles of the tickets in a restored folder. */
async function readRestored(data: string) {
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  try {
    const titles = await desk.database.sql.selectFrom('tickets').select('title').orderBy('id').execute()
    return { problems: await findProblems(desk), titles: titles.map(({ title }) => title) }
  } finally {
    await desk.database.close()
  }
}

test('a backup made during writes is a consistent snapshot with its files', async (t) => {
  const { w, folder, file } = await open(t)
  for (let number = 0; number < 20; number++) assert.equal((await create(w, number)).status, 201)
  const stop = new AbortController()
  const writing = (async () => {
    let number = 20
    while (!stop.signal.aborted) await Promise.all(Array.from({ length: 4 }, () => create(w, number++)))
    return number
  })()
  const created = await writeBackup(w.desk, file)
  stop.abort()
  const lastNumber = await writing
  assert.deepEqual(created.lost, [])
  assert.ok(created.fileCount >= 20)
  const data = join(folder, 'restored')
  const restored = await restoreBackup(file, data)
  assert.deepEqual([restored.fileCount, restored.problems], [created.fileCount, []])
  const { problems, titles } = await readRestored(data)
  assert.deepEqual(problems, [])
  const numbers = titles.flatMap((title) => /^Ticket (\d+)$/.exec(title)?.[1] ?? []).map(Number)
  assert.ok(numbers.length >= 20 && numbers.length <= lastNumber)
  // It contains each of the tickets that were created before it, once.
  assert.equal(new Set(numbers).size, numbers.length)
  for (let number = 0; number < 20; number++) assert.ok(numbers.includes(number), String(number))
  assert.deepEqual(readdirSync(folder).toSorted(), ['desk.tar', 'restored'])
})

test('tar can unpack a backup', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  await writeBackup(w.desk, file)
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(names.slice(0, 2), ['deskbell-backup.json', 'deskbell.db'])
  assert.equal(names.length, 3)
  const unpacked = join(folder, 'by-hand')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xf', file, '-C', unpacked])
  assert.deepEqual((await readRestored(unpacked)).problems, [])
})

test('restoring into a folder that is not empty is refused, and an existing file is not overwritten', async (t) => {
  const { w, folder, file } = await open(t)
  await writeBackup(w.desk, file)
  await assert.rejects(writeBackup(w.desk, file), /already exists/)
  await assert.rejects(restoreBackup(file, dirname(w.desk.database.place)), /not empty/)
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  await restoreBackup(file, empty)
  assert.ok(existsSync(join(empty, 'deskbell.db')))
})

/** Returns the offsets of the files in an archive, by name. */
async function startsOf(whole: Buffer): Promise<Map<string, number>> {
  const starts = new Map<string, number>()
  let offset = 0
  for await (const entry of readArchive(Readable.from([whole]))) {
    assert.ok(typeof entry !== 'symbol')
    starts.set(entry.name, offset)
    offset += sizeInArchive(entry.size)
    for await (const _ of entry.chunks);
  }
  return starts
}

/** Returns a copy in which one bit is changed. */
function damagedAt(whole: Buffer, offset: number): Buffer {
  const damaged = Buffer.from(whole)
  damaged[offset] = (damaged[offset] as number) ^ 1
  return damaged
}

test('restoring a backup with a damaged or truncated database leaves no folder', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  await writeBackup(w.desk, file)
  const whole = readFileSync(file)
  const data = join(folder, 'restored')
  const database = (await startsOf(whole)).get('deskbell.db') as number
  for (const length of [0, 100, 700, 5000, database + 512 * 200]) {
    writeFileSync(file, whole)
    truncateSync(file, length)
    await assert.rejects(restoreBackup(file, data), /desk\.tar: /, `cut at ${length}`)
  }
  // The brace with which the description of the backup begins, and one of its keys.
  const description = [512, whole.indexOf('"database"') + 1]
  for (const offset of [10, 150, ...description, database + 10, database + 512 + 3000]) {
    writeFileSync(file, damagedAt(whole, offset))
    await assert.rejects(restoreBackup(file, data), /desk\.tar: /, `changed at ${offset}`)
  }
  writeFileSync(file, 'This is a text.'.repeat(100))
  await assert.rejects(restoreBackup(file, data), /desk\.tar: the file is not a backup/)
  assert.deepEqual(readdirSync(folder), ['desk.tar'])
})

test('a backup with damaged or missing stored files is restored without them', async (t) => {
  const { w, folder, file } = await open(t)
  for (const number of [1, 2, 3]) await create(w, number)
  await writeBackup(w.desk, file)
  const whole = readFileSync(file)
  const [, , first = '', second = ''] = (await startsOf(whole)).keys()
  const start = (await startsOf(whole)).get(second) as number
  const cases: [Buffer, number, RegExp][] = [
    [damagedAt(whole, start + 512), 2, new RegExp(`is damaged: ${second} is left out`)],
    [damagedAt(whole, start + 2), 2, /is damaged between two stored files/],
    [whole.subarray(0, start), 1, /is truncated/],
    [whole.subarray(0, start + 515), 1, /is truncated/],
    // A truncated archive with a valid end.
    [Buffer.concat([whole.subarray(0, start), Buffer.alloc(1024)]), 1, /^$/],
  ]
  for (const [number, [bytes, fileCount, sentence]] of cases.entries()) {
    writeFileSync(file, bytes)
    const data = join(folder, `restored-${number}`)
    const outcome = await restoreBackup(file, data)
    assert.equal(outcome.fileCount, fileCount)
    assert.match(outcome.problems.join('\n'), sentence)
    const { problems, titles } = await readRestored(data)
    assert.equal(titles.filter((title) => title.startsWith('Ticket ')).length, 3)
    assert.equal(problems.length, 3 - fileCount)
    for (const problem of problems) {
      assert.match(problem, /^Stored file \d \(.*\) is missing: "a\.txt" of ticket \d+\.$/)
    }
    assert.ok(existsSync(join(data, first)))
  }
})

test('the error for a backup that does not fit on the disk names its file, and nothing is left behind', async (t) => {
  const { w, folder, file } = await open(t)
  await create(w, 1)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  t.mock.method(w.desk.files, 'renew', () => Promise.reject(full))
  await assert.rejects(writeBackup(w.desk, file), { message: `${file} cannot be written: the disk is full.` })
  assert.deepEqual(readdirSync(folder), [])
})

test('missing and damaged files are left out of a backup, which lists them', async (t) => {
  const { w, folder, file } = await open(t)
  for (const number of [1, 2, 3, 4, 5]) await create(w, number)
  const stored = await w.desk.database.sql.selectFrom('stored_files').selectAll().orderBy('sha256').execute()
  const [missing, short, wrong, unreadable, fine] = stored.map(({ sha256 }) =>
    join('files', sha256.slice(0, 2), sha256.slice(2)),
  ) as [string, string, string, string, string]
  const data = dirname(w.desk.database.place)
  rmSync(join(data, missing))
  truncateSync(join(data, short), 3)
  writeFileSync(join(data, wrong), 'CONTENT 1')
  rmSync(join(data, unreadable))
  mkdirSync(join(data, unreadable))
  const created = await writeBackup(w.desk, file)
  assert.equal(created.fileCount, 1)
  assert.deepEqual(
    created.lost.map(({ reason }) => reason),
    ['missing', 'damaged', 'damaged', 'unreadable'],
  )
  for (const { uses } of created.lost) assert.match(uses, /^"a\.txt" of ticket \d+$/)
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(names, ['deskbell-backup.json', 'deskbell.db', fine, 'deskbell-backup-lost.json'])
  const { fileCount, problems } = await restoreBackup(file, join(folder, 'restored'))
  assert.deepEqual(
    [fileCount, problems],
    [1, [`${file} does not contain 4 stored files that were missing or damaged when the backup was written.`]],
  )
  assert.equal((await readRestored(join(folder, 'restored'))).problems.length, 4)
  const whole = readFileSync(file)
  writeFileSync(file, damagedAt(whole, ((await startsOf(whole)).get('deskbell-backup-lost.json') as number) + 512))
  assert.deepEqual((await restoreBackup(file, join(folder, 'again'))).problems, [
    `${file} is damaged: the list of the stored files that it lacks cannot be read.`,
  ])
})
