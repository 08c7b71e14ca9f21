import assert from 'node:assert/strict'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { splitMbox } from './mbox.ts'
import { findMessages, countFiles } from './sources.ts'

let folder = ''
before(() => (folder = mkdtempSync(join(tmpdir(), 'deskbell-sources-'))))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes files by their paths and returns the folder they are in. */
function files(name: string, contents: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content, 'latin1')
  }
  return root
}

const FROM = 'From rita@desk.example Mon Mar  2 08:00:00 2026\n'
const MAIL = 'Subject: one\n\nbody\n'

const foundIn = (...paths: string[]) =>
  [...findMessages(paths)].map((item) => [
    basename(item.location.path),
    item.kind === 'message' ? item.raw.toString('latin1') : item.kind,
  ])

/** The messages of an mbox, read in chunks of a given size. */
function split(mbox: string, chunk = 64, longest = 1_000_000) {
  const path = join(files('mbox', { file: mbox }), 'file')
  const open = openSync(path, 'r')
  try {
    return [...splitMbox(open, longest, chunk)]
  } finally {
    closeSync(open)
  }
}

const texts = (mbox: string, chunk?: number) => split(mbox, chunk).map(({ raw }) => raw?.toString('latin1'))

describe('mbox', () => {
  it('is split at its From lines', () => {
    const two = `${FROM}Subject: one\n\nbody\n\n${FROM}Subject: two\n\nmore\n`
    assert.deepEqual(texts(two), ['Subject: one\n\nbody\n', 'Subject: two\n\nmore\n'])
    assert.deepEqual(split(two)[0]?.envelope, { from: 'rita@desk.example', time: Date.UTC(2026, 2, 2, 8) })
  })

  it('is not split where a text begins with From', () => {
    const inside = ['From here on it is easy.\nSubject: no', 'From me to you at 10:00 in 2026\nplain text follows'].map(
      (line) => `${MAIL}\n${line}\n`,
    )
    for (const text of inside) assert.equal(texts(`${FROM}${text}`).length, 1, text)
    assert.equal(texts(`${FROM}Subject: x\n\nno empty line before\n${FROM}Subject: y\n\n`).length, 1)
  })

  it('is unquoted', () => {
    assert.deepEqual(texts(`${FROM}Subject: x\n\n>From a\n>>From b\n> From c\n`), [
      'Subject: x\n\nFrom a\n>From b\n> From c\n',
    ])
  })

  it('may have CRLF line breaks', () => {
    const crlf = `${FROM}Subject: one\n\nbody\n\n${FROM}Subject: two\n\nmore\n`.replaceAll('\n', '\r\n')
    assert.deepEqual(texts(crlf), ['Subject: one\r\n\r\nbody\r\n', 'Subject: two\r\n\r\nmore\r\n'])
  })

  it('yields the location of a message that is too long, and continues', () => {
    const mbox = `${FROM}Subject: big\n\n${'x'.repeat(9000)}\n\n${FROM}${MAIL}`
    const [big, small] = split(mbox, 100, 5000)
    assert.deepEqual([big?.raw, big?.offset, big?.length], [null, 0, mbox.indexOf(FROM, 10)])
    assert.equal(small?.raw?.toString(), MAIL)
  })

  it('gives the same messages for every chunk size, and loses no byte', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', FROM.trimEnd(), 'From x', 'Subject: a', '>From b', 'From a 10:00 2026'),
      fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, '')),
    )
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 300 }), (lines, chunk) => {
        const mbox = `${FROM}${lines.join('\n')}`
        assert.deepEqual(texts(mbox, chunk), texts(mbox, 1 << 20))
        const places = split(mbox, chunk)
        let end = 0
        for (const { offset, length } of places) {
          assert.equal(offset, end)
          end = offset + length
        }
        assert.equal(end, Buffer.byteLength(mbox, 'latin1'))
      }),
      { numRuns: 100 },
    )
  })
})

describe('findMessages', () => {
  it('reads folders in the order of names and reports files that are not mail', () => {
    const contents = {
      'b.eml': MAIL,
      'a/2.txt': 'Subject: two\n\n',
      'a/10': 'Subject: ten\n\n',
      'notes.txt': 'Remember: buy toner\n',
      'x.json': '{}',
      '.hidden': MAIL,
      'empty.eml': '',
    }
    const root = files('folder', contents)
    assert.deepEqual(foundIn(root), [
      ['10', 'Subject: ten\n\n'],
      ['2.txt', 'Subject: two\n\n'],
      ['b.eml', MAIL],
      ['empty.eml', ''],
      ['notes.txt', 'not mail'],
      ['x.json', 'not mail'],
    ])
    const { '.hidden': _, ...visible } = contents
    assert.deepEqual(countFiles([root]), { files: 6, bytes: Object.values(visible).join('').length })
  })

  it('reads a Maildir and its subfolders, but not the files of the server', () => {
    const root = files('Maildir', {
      'cur/1.host:2,S': MAIL,
      'new/2.host': 'no header, still a message',
      'tmp/3.host': MAIL,
      'dovecot-uidlist': MAIL,
      '.Sent/cur/4.host:2,': FROM + MAIL,
      '.Sent/new/.keep': '',
    })
    assert.deepEqual(foundIn(root), [
      ['4.host:2,', FROM + MAIL],
      ['1.host:2,S', MAIL],
      ['2.host', 'no header, still a message'],
    ])
  })

  it('reads files that are named explicitly', () => {
    const root = files('named', { box: `${FROM}${MAIL}\n${FROM}${MAIL}`, 'single.eml': FROM + MAIL, odd: 'nothing' })
    assert.deepEqual(foundIn(join(root, 'box')), [
      ['box', MAIL],
      ['box', MAIL],
    ])
    assert.deepEqual(foundIn(join(root, 'single.eml')), [['single.eml', FROM + MAIL]])
    assert.deepEqual(foundIn(join(root, 'odd')), [['odd', 'nothing']])
  })

  it('reports unreadable files and continues', () => {
    const root = files('links', { 'a.eml': MAIL })
    symlinkSync(root, join(root, 'loop'))
    symlinkSync(join(root, 'gone'), join(root, 'dead'))
    const all = [...findMessages([root, join(root, 'missing')])]
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['message', 'unreadable', 'unreadable'],
    )
    assert.equal(all[1]?.kind === 'unreadable' && all[1].reason, 'no such file or folder')
  })

  it('reports a link to itself and reads the remaining files of the folder', () => {
    const root = files('self', { 'a.eml': MAIL, 'c.eml': MAIL })
    symlinkSync(join(root, 'b'), join(root, 'b'))
    assert.deepEqual(foundIn(root), [
      ['a.eml', MAIL],
      ['b', 'unreadable'],
      ['c.eml', MAIL],
    ])
  })

  it('skips links to folders, in a Maildir as well, except those that are named explicitly', () => {
    const root = files('linked', { 'cur/1.host:2,S': MAIL, 'new/2.host': MAIL })
    symlinkSync(root, join(root, 'cur', 'cycle'))
    symlinkSync(root, join(folder, 'link'))
    assert.deepEqual(foundIn(join(folder, 'link')), [
      ['1.host:2,S', MAIL],
      ['2.host', MAIL],
    ])
  })
})
