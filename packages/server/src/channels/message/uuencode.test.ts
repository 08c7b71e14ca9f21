import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseMail } from './parse.ts'
import { extractUuFiles } from './uuencode.ts'

const parse = (raw: string) =>
  parseMail(Buffer.from(raw, 'latin1'), { envelope: null, file_time: null, now: Date.parse('2026-03-02T09:00:00Z') })

const HEADER = 'From: Rita Sand <rita@desk.example>\nSubject: Printer\nMIME-Version: 1.0\n'

/** Encodes a file as programs do: with a space or a backquote for zero, with or without trailing spaces. */
function uuencode(data: Uint8Array, { zero = '`', trims = false, name = 'log.bin' } = {}): string {
  const sign = (value: number) => (value === 0 ? zero : String.fromCharCode(value + 0x20))
  const lines = []
  for (let at = 0; at < data.length; at += 45) {
    const bytes = data.subarray(at, at + 45)
    const groups = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, group) => {
      const [a = 0, b = 0, c = 0] = bytes.subarray(group * 3, group * 3 + 3)
      return [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(sign).join('')
    })
    const line = sign(bytes.length) + groups.join('')
    lines.push(trims ? line.trimEnd() : line)
  }
  return [`begin 644 ${name}`, ...lines, zero, 'end', ''].join('\n')
}

describe('uuencode', () => {
  it('in a text gives files that equal the encoded ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 }),
        fc.record({ zero: fc.constantFrom('`', ' '), trims: fc.boolean() }),
        (contents, style) => {
          const text = ['before', ...contents.map((data) => uuencode(data, style)), 'after'].join('\n')
          const extracted = extractUuFiles(text)
          assert.deepEqual(
            extracted.files.map(({ data }) => data),
            contents.map((data) => Buffer.from(data)),
          )
          assert.equal(extracted.text.replace(/\n+/g, ' '), 'before after')
        },
      ),
    )
  })

  it('becomes attachments of a mail and is removed from its text', async () => {
    const pdf = uuencode(Buffer.from('%PDF'), { name: 'Bill of May.pdf' })
    const mail = await parse(`${HEADER}\nSee below.\n\n${pdf}\nRegards\n${uuencode(Buffer.from([0, 255]))}`)
    assert.deepEqual(
      mail.attachments.map(({ filename, mime_type, data }) => [filename, mime_type, data.toString('latin1')]),
      [
        ['Bill of May.pdf', 'application/pdf', '%PDF'],
        ['log.bin', 'application/octet-stream', '\0\xff'],
      ],
    )
    assert.match(mail.text, /^See below\.\s+Regards$/)
  })

  it('is decoded as a transfer encoding of texts and files', async () => {
    for (const name of ['x-uuencode', 'X-UUENCODE', 'uuencode', 'x-uue']) {
      const encoding = `Content-Transfer-Encoding: ${name}\n\n`
      const [text, file] = ['Grüße\n', 'a\0b'].map((content) => uuencode(Buffer.from(content)))
      const mail = await parse(
        `${HEADER}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n${encoding}${text}` +
          `--b\nContent-Type: image/png\n${encoding}${file}\n--b\nContent-Type: image/gif; name=x.gif\n${encoding}${file}--b--\n`,
      )
      assert.equal(mail.text, 'Grüße')
      assert.deepEqual(
        mail.attachments.map(({ filename, data }) => [filename, data.toString()]),
        [
          ['log.bin', 'a\0b'],
          ['x.gif', 'a\0b'],
        ],
      )
    }
    const whole = await parse(
      `${HEADER}Content-Type: application/octet-stream\nContent-Transfer-Encoding: x-uuencode\n\n${uuencode(Buffer.from('a'))}`,
    )
    assert.deepEqual(
      whole.attachments.map(({ filename, data }) => [filename, data.toString()]),
      [['log.bin', 'a']],
    )
  })

  it('stays in the text if it is invalid or has no end', async () => {
    for (const text of [
      'begin 644 coffee\nand so on\nend',
      uuencode(Buffer.from('abc')).replace('end', 'etc.'),
      'begin 644 x\n#86)C\nand more\nend',
      'begin 99 x\n`\nend',
    ]) {
      const mail = await parse(`${HEADER}\n${text}`)
      assert.deepEqual([mail.text, mail.attachments.length], [text.trim(), 0])
    }
  })

  it('gives at most 200 files, even in a text with thousands of beginnings', async () => {
    // The original of the mail may be attached, too.
    for (const text of ['begin 644 x\n', 'begin 644 x\n#86)C\n', 'begin 644 x\n`\nend\n', 'M'])
      assert.ok((await parse(`${HEADER}\n${text.repeat(20_000)}`)).attachments.length <= 201)
  })
})
