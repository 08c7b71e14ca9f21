import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openFiles } from '../db/open-files.ts'
import { checks, findProblems } from './check.ts'
import { deleteUnusedFiles, findUnusedFiles } from './stored-files.ts'
import type { Desk } from '../kernel/context.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'

const day = 24 * 3600 * 1000

async function open(t: TestContext, dialect: keyof typeof eachDialect = 'sqlite') {
  const w = await world(eachDialect[dialect])
  t.after(() => w.close())
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const desk = { ...w.desk, files: openFiles(folder) }
  const pathOf = (sha256: string, owner: Desk = desk) =>
    join(owner === desk ? folder : join(dirname(owner.database.place), 'files'), sha256.slice(0, 2), sha256.slice(2))
  /** Sets the time of a file as if it had last been stored some days ago. */
  const age = (sha256: string, days: number, owner: Desk = desk) => {
    const time = new Date(w.desk.now().getTime() - days * day)
    utimesSync(pathOf(sha256, owner), time, time)
  }
  const put = async (text: string, days: number, owner: Desk = desk) => {
    const { sha256 } = await owner.files.put(Buffer.from(text))
    age(sha256, days, owner)
    return sha256
  }
  return { w, desk, pathOf, age, put }
}

async function unusedFileReports(desk: Desk): Promise<string[]> {
  const sentences: string[] = []
  for await (const sentence of findUnusedFiles(desk)) sentences.push(sentence)
  return sentences
}

test('files of refused writes are deleted after a day, and no others', async (t) => {
  const { w, age, put } = await open(t)
  const { desk } = w
  const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
  const ticket = { title: 'x', group: 'Users', customer_id: 2, article: { body: 'y', attachments } }
  assert.equal((await w.request('tickets', { method: 'POST', body: ticket })).status, 201)
  const others = [{ ...attachments[0], data: 'YnllCg==' }]
  const refused = { ...ticket, priority_id: 999, article: { body: 'y', attachments: others } }
  assert.equal((await w.request('tickets', { method: 'POST', body: refused })).status, 422)
  // The contents of the attachments above, as if they had been stored nine days ago.
  const [hello, bye] = [await put('hello', 9, desk), await put('bye\n', 9, desk)]
  // Younger than the grace period of a day.
  const young = await put('young', 0.9, desk)
  assert.deepEqual(
    (await unusedFileReports(desk)).map((sentence) => sentence.includes(bye)),
    [true],
  )
  assert.deepEqual(await deleteUnusedFiles(desk), { files: 1, bytes: 4 })
  assert.deepEqual(await Promise.all([hello, bye, young].map((sha256) => desk.files.size(sha256))), [5, undefined, 5])
  assert.deepEqual(await unusedFileReports(desk), [])
  age(young, 2, desk)
  assert.deepEqual(await deleteUnusedFiles(desk), { files: 1, bytes: 5 })
})

for (const dialect of Object.keys(eachDialect) as (keyof typeof eachDialect)[]) {
  test(`files of uploads, avatars, mails and drafts are kept on ${dialect}`, async (t) => {
    const { w, desk, put } = await open(t, dialect)
    const contents = [await put('upload', 9), await put('picture', 9), await put('draft', 9), await put('mail', 9)]
    await desk.database.transaction(async ({ sql }) => {
      const at = desk.now().toISOString()
      const [upload, picture, draft, mail] = contents as [string, string, string, string]
      const file = { filename: 'a', preferences: '{}', created_at: at }
      await sql
        .insertInto('uploads')
        .values({ ...file, form_id: '1', user_id: 3, size: 6, sha256: upload })
        .execute()
      await sql
        .insertInto('shared_draft_files')
        .values({ ...file, size: 5, sha256: draft })
        .execute()
      await sql
        .insertInto('mail_imports')
        .values({ sha256: mail, message_id: '', article_id: 1, created_at: at })
        .execute()
      const stamps = { created_at: at, updated_at: at, created_by_id: 3, updated_by_id: 3 }
      await sql
        .insertInto('avatars')
        .values({
          ...stamps,
          user_id: w.ids['nils'] as number,
          sha256: picture,
          size: 7,
          mime_type: 'image/png',
          store_hash: picture.slice(0, 32),
          default: false,
          deletable: true,
          initial: false,
          source: 'upload',
        })
        .execute()
    })
    assert.deepEqual(await deleteUnusedFiles(desk), { files: 0, bytes: 0 })
    for (const sha256 of contents) assert.notEqual(await desk.files.size(sha256), undefined)
    await put('unused', 9)
    assert.deepEqual(await deleteUnusedFiles(desk), { files: 1, bytes: 6 })
  })
}

test('a deep check reads a file once that several rows refer to', async (t) => {
  const { desk, put } = await open(t)
  const sha256 = await put('shared', 0)
  const at = desk.now().toISOString()
  await desk.database.transaction(async ({ sql }) => {
    const upload = { filename: 'a', preferences: '{}', created_at: at, form_id: '1', user_id: 3, size: 6, sha256 }
    await sql.insertInto('uploads').values([upload, upload]).execute()
    await sql.insertInto('stored_files').values({ size: 6, sha256, created_at: at }).execute()
  })
  const verify = t.mock.method(desk.files, 'verify')
  for (const check of checks.filter(({ title }) => title === 'stored files')) {
    for await (const problem of findProblems(check, desk, { deep: true })) assert.fail(problem)
  }
  assert.equal(verify.mock.callCount(), 1)
})

test('a file that is stored while it is being deleted is kept, in every order of the steps', async (t) => {
  const { desk, put, age } = await open(t)
  const before = new Date(desk.now().getTime() - day)
  const again = () => desk.files.put(Buffer.from('twice'))
  const sha256 = await put('twice', 9)
  // Stored before the deletion renames it: it is too young.
  await again()
  assert.equal(await desk.files.discard(sha256, before, async () => false), false)
  assert.equal(await desk.files.size(sha256), 5)
  // Stored while it is renamed: it is written again.
  age(sha256, 9)
  const putNow = async () => {
    await again()
    return false
  }
  await desk.files.discard(sha256, before, putNow)
  assert.equal(await desk.files.size(sha256), 5)
  // A row refers to it while it is renamed: it is restored.
  age(sha256, 9)
  assert.equal(await desk.files.discard(sha256, before, async () => true), false)
  assert.equal(await desk.files.size(sha256), 5)
})

test('what a killed deletion or write left behind is restored or removed by the next clean-up', async (t) => {
  const { desk, pathOf, put } = await open(t)
  const [needed, needless] = [await put('needed', 9), await put('needless', 9)]
  for (const sha256 of [needed, needless]) renameSync(pathOf(sha256), `${pathOf(sha256)}.unused`)
  const partialFile = `${pathOf(needed)}.6f9619ff-8b86-d011-b42d-00cf4fc964ff`
  writeFileSync(partialFile, 'nee')
  writeFileSync(`${pathOf(needed)}~`, 'a file of another program')
  const isNeeded = async (sha256: string) => sha256 === needed
  // The rename is timed by the real clock, not the test's: a recently renamed file may still be in use.
  await desk.files.tidy(new Date(Date.now() - day), isNeeded)
  assert.equal(await desk.files.size(needed), undefined)
  await desk.files.tidy(new Date(Date.now() + day), isNeeded)
  assert.deepEqual([await desk.files.size(needed), await desk.files.size(needless)], [6, undefined])
  const remaining: string[] = []
  for await (const files of desk.files.old(new Date(Date.now() + day))) {
    remaining.push(...files.map(({ sha256 }) => sha256))
  }
  assert.deepEqual(remaining, [needed])
})
