import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { writeBackup } from '../backup/backup.ts'
import { copyFiles } from '../backup/copy-files.ts'
import { Fault } from '../errors/fault.ts'
import { openCommandLine } from '../testing/cli.ts'
import { findProblems } from '../testing/mail-desk.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { world } from '../testing/world.ts'
import { deleteUnusedFiles } from '../upkeep/stored-files.ts'
import { ContentBuilder } from '../text/content.ts'
import { openFiles } from './open-files.ts'
import { openBucket } from './s3-bucket.ts'
import { openS3Files } from './s3-files.ts'
import type { LostContent } from './verified-content.ts'

const place = 's3://desk/files'
const day = 86_400_000

const pathOf = (sha256: string) => `/desk/files/${sha256.slice(0, 2)}/${sha256.slice(2)}`
const isFault = (failure: Fault) => failure instanceof Fault && failure.code === 'unwritable'

async function openStore(t: TestContext) {
  let now = Date.parse('2026-03-02T09:00:00.000Z')
  const server = await startS3Server(() => new Date(now))
  t.after(() => server.close())
  const files = openS3Files(place, openBucket(place, server.env))
  return { server, files, now: () => new Date(now), pass: (milliseconds: number) => void (now += milliseconds) }
}

test('small and large files are stored under their hash and read back', async (t) => {
  const { files, server } = await openStore(t)
  for (const data of [Buffer.from('hello'), Buffer.alloc(0), randomBytes(3_000_000)]) {
    const { sha256, size } = await files.put(data)
    assert.equal(sha256, createHash('sha256').update(data).digest('hex'))
    assert.deepEqual(server.objects.get(pathOf(sha256))?.data, data)
    assert.deepEqual([size, await files.size(sha256)], [data.length, data.length])
    assert.deepEqual(await buffer((await files.open(sha256)).body), data)
    await files.verify(sha256)
  }
})

test('a large file is sent in parts, which do not remain if one of them fails', async (t) => {
  const { files, server } = await openStore(t)
  const data = Buffer.alloc(17 * 1024 * 1024)
  for (let index = 0; index < data.length; index += 4096) data.writeUInt32LE(index, index)
  const builder = new ContentBuilder()
  builder.add(data)
  const { sha256 } = await files.put(builder.finish())
  assert.ok(server.objects.get(pathOf(sha256))?.data.equals(data))
  server.failPart(2)
  await assert.rejects(files.put(data), isFault)
  assert.deepEqual([server.uploads.size, server.objects.size], [0, 1])
})

test('a damaged file is never read to its end, and putting it again repairs it', async (t) => {
  const { files, server } = await openStore(t)
  const data = randomBytes(500_000)
  const { sha256 } = await files.put(data)
  const stored = server.objects.get(pathOf(sha256))
  assert.ok(stored)
  stored.data = Buffer.from(data)
  stored.data[1000] = (data[1000] as number) ^ 1
  await assert.rejects(buffer(files.read(sha256)), (failure: LostContent) => failure.reason === 'damaged')
  await files.put(data)
  await files.verify(sha256)
})

test('the error for a missing file names the store', async (t) => {
  const { files } = await openStore(t)
  const sha256 = 'ab'.repeat(32)
  assert.equal(await files.size(sha256), undefined)
  assert.equal(await files.renew(sha256), undefined)
  await assert.rejects(files.open(sha256), (failure: LostContent) => {
    assert.equal(failure.reason, 'missing')
    assert.match((failure.cause as Error).message, /missing in s3:\/\/desk\/files/)
    return true
  })
})

test('a request that the store refuses or does not answer fails with a fault and can be repeated', async (t) => {
  const { files, server } = await openStore(t)
  const { sha256 } = await files.put(Buffer.from('hello'))
  server.fail(403)
  await assert.rejects(files.put(Buffer.from('other')), isFault)
  await assert.rejects(files.size(sha256), isFault)
  server.fail(undefined)
  assert.equal(await files.size(sha256), 5)
  const wrong = openS3Files(place, openBucket(place, { ...server.env, AWS_SECRET_ACCESS_KEY: 'another' }))
  await assert.rejects(wrong.size(sha256), isFault)
})

test('the error for a wrong address or a missing variable names it', () => {
  assert.throws(() => openBucket('s3://', {}), /s3:\/\/ is not the address of a bucket/)
  assert.throws(() => openBucket('s3://desk', {}), /set AWS_ACCESS_KEY_ID in the environment/)
})

test('unused files are discarded after a day, stay readable for another, and come back if a row names them', async (t) => {
  const { files, now, pass, server } = await openStore(t)
  const hashes: string[] = []
  for (const text of ['a', 'b', 'c', 'd', 'e']) hashes.push((await files.put(Buffer.from(text))).sha256)
  const [wanted = '', used = '', ...unused] = hashes
  const before = () => new Date(now().getTime() - day)
  const isNeeded = async (sha256: string) => sha256 === used
  pass(2 * day)
  assert.ok((await files.renew(unused[0] as string)) === 1)
  const old: string[] = []
  for await (const some of files.old(before())) old.push(...some.map(({ sha256 }) => sha256))
  assert.deepEqual(old.toSorted(), hashes.filter((one) => one !== unused[0]).toSorted())
  const discarded: boolean[] = []
  for (const sha256 of hashes) discarded.push(await files.discard(sha256, before(), isNeeded))
  assert.deepEqual(discarded, [true, false, false, true, true])

  // A row that names `wanted` was not visible when the file was discarded.
  const isNeededNow = async (sha256: string) => sha256 === used || sha256 === wanted
  assert.equal((await buffer(files.read(wanted))).toString(), 'a')
  await files.tidy(before(), isNeededNow)
  assert.equal(server.objects.size, 5)
  pass(2 * day)
  await files.tidy(before(), isNeededNow)
  assert.equal(server.objects.size, 3)
  assert.equal((await buffer(files.read(wanted))).toString(), 'a')
  assert.equal(await files.size(unused[1] as string), undefined)
})

test('attachments, checks, backups, copies and the deletion of unused files work with a store', async (t) => {
  const { files, server, now } = await openStore(t)
  const w = await world(undefined, { files, now })
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-s3-'))
  t.after(async () => {
    await w.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
  const article = { body: 'It blinks', attachments }
  const { json } = await w.request('tickets', {
    method: 'POST',
    body: { title: 'A', group: 'Users', customer_id: 2, article },
  })
  const [{ id, attachments: stored }] = (await w.request(`ticket_articles/by_ticket/${json.id}`)).json
  const address = `ticket_attachment/${json.id}/${id}/${stored[0].id}`
  assert.equal((await w.request(address)).text, 'hello')
  assert.deepEqual(await findProblems(w.desk), [])
  const { fileCount, lost } = await writeBackup(w.desk, join(folder, 'desk.tar'))
  assert.deepEqual([fileCount, lost], [1, []])
  const copied = await copyFiles(w.desk.database, files, openFiles(join(folder, 'files')))
  assert.deepEqual(copied, { files: 1, lost: [] })
  assert.deepEqual(await deleteUnusedFiles(w.desk), { files: 0, bytes: 0 })

  server.fail(500)
  const refused = await w.request(address)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
  server.fail(undefined)
  server.objects.clear()
  assert.equal((await w.request(address)).status, 404)
  assert.match((await findProblems(w.desk)).join('\n'), /is missing: "a\.txt" of ticket/)
})

test('the command line takes the store from --files and the environment', async (t) => {
  const { server } = await openStore(t)
  const cli = openCommandLine(t)
  const env = { ...server.env, DESKBELL_FILES: place, DESKBELL_ADMIN_PASSWORD: 'Correct horse 1' }
  const service = await cli.start(['start', '--port', '0'], env)
  const authorization = `Basic ${Buffer.from('admin@example.com:Correct horse 1').toString('base64')}`
  const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
  const body = JSON.stringify({ title: 'A', group: 'Users', customer_id: 2, article: { body: 'B', attachments } })
  const headers = { authorization, 'content-type': 'application/json' }
  assert.equal((await fetch(`${service.url}/api/v1/tickets`, { method: 'POST', headers, body })).status, 201)
  assert.equal(server.objects.size, 1)
  assert.deepEqual([(await cli.run(['check', '--deep'], { env })).code, (await cli.run(['check'])).code], [0, 1])
  const backup = await cli.run(['backup', 'desk.tar'], { env })
  assert.match(backup.out, /with 1 stored file/)
  const there = { ...env, DESKBELL_FILES: 's3://desk/restored' }
  const restored = await cli.run(['restore', 'desk.tar', '--data', 'again'], { env: there })
  assert.deepEqual([restored.code, /No problems found/.test(restored.out)], [0, true], restored.err)
  assert.equal(server.objects.size, 2)
  const without = await cli.run(['check', '--files', 's3://desk/files'])
  assert.match(without.err, /set AWS_ACCESS_KEY_ID in the environment/)
})
