import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMail } from './parse.ts'
import { filesInTnef } from './tnef.ts'

const number = (bytes: 2 | 4, value: number): Buffer => {
  const data = Buffer.alloc(bytes)
  data.writeUIntLE(value, 0, bytes)
  return data
}

/** An attribute of an attachment: level 2, id, type, length, data and a checksum, which is not checked. */
const attribute = (id: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([2]), number(2, id), number(2, 0), number(4, data.length), data, number(2, 0)])

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & 3)])

/** A property: its type and id, and what follows them. */
const property = (type: number, id: number, ...value: Buffer[]): Buffer =>
  Buffer.concat([number(2, type), number(2, id), ...value])

const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf16le')
/** One value of variable length, after the number of values and its length. */
const counted = (value: Buffer): Buffer => Buffer.concat([number(4, 1), number(4, value.length), padded(value)])

/** Properties of an attachment: a number, one with a name, and the long file name. */
function properties(name: string): Buffer {
  const named = Buffer.concat([Buffer.alloc(16), number(4, 1), number(4, text('ab').length), padded(text('ab'))])
  return Buffer.concat([
    number(4, 3),
    property(3, 0x3705, number(4, 1)),
    property(0x1f, 0x8001, named, counted(text('cd'))),
    property(0x1f, 0x3707, counted(text(name))),
  ])
}

/** An attachment: rendering, short name, data, and possibly the properties with the long name; `tnef.ts` names the ids. */
const file = (short: string, content: string, long?: string): Buffer[] => [
  attribute(0x9002, Buffer.alloc(14)),
  attribute(0x8010, Buffer.from(`${short}\0`, 'latin1')),
  attribute(0x800f, Buffer.from(content)),
  ...(long === undefined ? [] : [attribute(0x9005, properties(long))]),
]

const tnef = (...parts: Buffer[]) => Buffer.concat([number(4, 0x223e9f78), number(2, 1), ...parts])

const read = (data: Buffer) => filesInTnef(data).map(({ filename, data: content }) => [filename, content.toString()])

/** The names and types of the files of a message with a `winmail.dat`. */
const filesOf = async (data: Buffer, type = 'application/ms-tnef') => {
  const part = `Content-Type: ${type}; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\n${data.toString('base64')}`
  const raw = `From: kim@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nText\n--b\n${part}\n--b--\n`
  const { attachments } = await parseMail(Buffer.from(raw), { envelope: null, file_time: null, now: 0 })
  return attachments.map(({ filename, mime_type }) => `${filename} (${mime_type})`)
}

describe('a winmail.dat', () => {
  const whole = tnef(
    attribute(0x8004, Buffer.from('A subject\0')),
    ...file('PLAN~1.PDF', 'one', 'Größe und Plan.pdf'),
    ...file('Büro.txt', 'two'),
  )

  test('has files with long and short names', () => {
    assert.deepEqual(read(whole), [
      ['Größe und Plan.pdf', 'one'],
      ['Büro.txt', 'two'],
    ])
  })

  test('that is truncated anywhere has the files that are complete, and never fails', () => {
    for (let end = 0; end < whole.length; end += 1) {
      for (const [, content] of read(whole.subarray(0, end))) assert.ok(content === 'one' || content === 'two')
    }
    assert.deepEqual(read(Buffer.from('no such file')), [])
  })

  test('is replaced by its files; one without files stays', async () => {
    assert.deepEqual(await filesOf(whole), ['Größe und Plan.pdf (application/pdf)', 'Büro.txt (text/plain)'])
    assert.deepEqual(await filesOf(whole, 'application/octet-stream'), await filesOf(whole))
    assert.deepEqual(await filesOf(tnef()), ['winmail.dat (application/ms-tnef)'])
  })
})
