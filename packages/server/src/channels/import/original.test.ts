import assert from 'node:assert/strict'
import { rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { referencedHashes } from '../../upkeep/stored-files.ts'
import { writeBackup } from '../../backup/backup.ts'
import { deleteUnusedFiles } from '../../upkeep/stored-files.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { findProblems } from '../../testing/mail-desk.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { importMail } from './import.ts'

/** Bytes that decoding as text would change: Latin-1, three kinds of line ends, NUL. */
const odd = Buffer.from(
  'Message-ID: <odd@x.example>\nFrom: Nils <nils@desk.example>\r\nSubject: caf\xe9\nDate: 2 Feb 2026 10:00:00 +0000\n\nna\xefve\0\r\x80 \n\n',
  'latin1',
)
const copy = Buffer.concat([Buffer.from('Received: from elsewhere\n'), odd])
const second = Buffer.from('From: zoe@ohara.example\nSubject: Quoted\n\nFrom the start\n')
const mbox = Buffer.concat([
  Buffer.from('From a@x.example Mon Mar  2 08:00:00 2026\n'),
  Buffer.from(second.toString().replace('\nFrom the', '\n>From the')),
  Buffer.from('\n'),
])

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`original bytes of imported mail on ${dialect}`, () => {
    let w: World
    let folder: string
    let url: string
    before(async () => {
      w = await world(open)
      url = await w.listen()
      folder = mkdtempSync(join(tmpdir(), 'deskbell-original-'))
      await importFiles(['odd.eml', odd], ['second.mbox', mbox])
    })
    after(async () => {
      await w.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function importFiles(...files: [name: string, content: Buffer][]) {
      const root = mkdtempSync(join(folder, 'mail-'))
      for (const [name, content] of files) writeFileSync(join(root, name), content)
      return importMail(w.desk, [root], { quarantine: join(folder, 'quarantine'), group: 'Printers' })
    }

    const articleOf = (subject: string) =>
      w.desk.database.sql
        .selectFrom('ticket_articles')
        .select(['id', 'ticket_id'])
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()

    async function plain(id: number, as: Person) {
      const reply = await fetch(`${url}/api/v1/ticket_article_plain/${id}`, {
        headers: { authorization: `Token token=${w.tokens[as]}` },
      })
      return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
    }

    it('are returned by ticket_article_plain, byte for byte', async () => {
      for (const [subject, bytes] of [
        ['café', odd],
        ['Quoted', second],
      ] as const) {
        const { id } = await articleOf(subject)
        const reply = await plain(id, 'rita')
        assert.equal(reply.status, 200)
        assert.deepEqual(reply.bytes, bytes)
        assert.equal(reply.headers.get('content-type'), 'message/rfc822')
        assert.equal(reply.headers.get('content-disposition'), `attachment; filename="article-${id}.eml"`)
      }
    })

    it('are refused to users who may not read the article', async () => {
      const { id } = await articleOf('café')
      const seen = async () => [(await plain(id, 'rita')).status, (await plain(id, 'nils')).status]
      assert.deepEqual(await seen(), [200, 200])
      assert.equal((await plain(id, 'zoe')).status, 403)
      const hide = { as: 'rita', method: 'PUT', body: { internal: true } } as const
      assert.equal((await w.request(`ticket_articles/${id}`, hide)).status, 200)
      assert.deepEqual(await seen(), [200, 403])
    })

    it('are not replaced by another copy of the mail', async () => {
      const { id } = await articleOf('café')
      const summary = await importFiles(['copy.eml', copy])
      assert.deepEqual([summary.alreadyImported, summary.articles], [1, 0])
      assert.deepEqual((await plain(id, 'rita')).bytes, odd)
      assert.deepEqual(
        [(await importFiles(['copy.eml', copy], ['odd.eml', odd])).alreadyImported, await findProblems(w.desk)],
        [2, []],
      )
    })

    it('are part of backups, and checked for existence', async () => {
      const rows = await w.desk.database.sql.selectFrom('mail_imports').select(['id', 'sha256', 'size']).execute()
      assert.deepEqual(new Set(rows.map(({ size }) => size)), new Set([odd, copy, second].map((raw) => raw.length)))
      assert.deepEqual(await referencedHashes(w.desk.database), rows.map(({ sha256 }) => sha256).toSorted())
      const { fileCount, lost } = await writeBackup(w.desk, join(folder, `${dialect}.tar`))
      assert.deepEqual([fileCount, lost], [rows.length, []])
      const { id, sha256 = '' } = rows[0] ?? {}
      const path = join(w.desk.files.place, sha256.slice(0, 2), sha256.slice(2))
      rmSync(path)
      const [sentence = '', ...more] = await findProblems(w.desk)
      assert.ok(sentence.startsWith(`Original mail ${id} (${sha256}) is missing: a mail in ticket `))
      assert.deepEqual(more, [])
      writeFileSync(path, odd)
    })

    it('are deleted with their ticket', async () => {
      const { id, ticket_id } = await articleOf('café')
      assert.equal((await w.request(`tickets/${ticket_id}`, { method: 'DELETE' })).status, 200)
      assert.equal((await plain(id, 'admin')).status, 404)
      // The times of files are those of the real clock.
      const inTwoDays = { ...w.desk, now: () => new Date(Date.now() + 48 * 3600 * 1000) }
      assert.deepEqual(await deleteUnusedFiles(inTwoDays), { files: 2, bytes: odd.length + copy.length })
    })
  })
}
