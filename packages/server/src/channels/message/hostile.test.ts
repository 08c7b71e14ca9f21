import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { BadMail, type ParsedMail } from './mail.ts'
import { parseMail } from './parse.ts'

const parse = (raw: string): Promise<ParsedMail> =>
  parseMail(Buffer.from(raw, 'latin1'), { envelope: null, file_time: null, now: Date.parse('2026-03-02T09:00:00Z') })

const HEADER =
  'From: Rita Sand <rita@desk.example>\nTo: help@desk.example\nSubject: Printer\nMessage-ID: <1@desk.example>\n'

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`).join('')

describe('hostile mail', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['deep nesting', `${HEADER}${nested(1000)}Content-Type: text/plain\n\nneedle\n`, /needle/],
    ['parts without a boundary', `${HEADER}Content-Type: multipart/mixed\n\n--b\n\nneedle\n`, /needle/],
    ['a boundary that does not occur', `${HEADER}Content-Type: multipart/mixed; boundary=b\n\nneedle\n`, /needle/],
    ['200,000 parts', `${HEADER}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(200_000)}`, /x/],
    ['a header of 5 MB', `${HEADER}X-A: ${'y'.repeat(5_000_000)}\n\nneedle`, /needle/],
    ['500,000 headers', `${HEADER}${'X-A: y\n'.repeat(500_000)}\nneedle`, /needle/],
    ['400,000 lines', `${HEADER}\n${'a\n'.repeat(400_000)}`, /a/],
  ]
  for (const [name, raw, text] of cases) {
    it(`survives ${name} and keeps the original`, async () => {
      const mail = await parse(raw)
      assert.equal(mail.subject, 'Printer')
      assert.match(mail.text, text)
      const original = mail.attachments.find(({ filename }) => filename === 'original-message.eml')
      assert.equal(original?.data.length, raw.length)
    })
  }

  it('reads lines that end with a carriage return alone', async () => {
    const mail = await parse(`${HEADER}\nfirst\nsecond\n`.replaceAll('\n', '\r'))
    assert.deepEqual([mail.subject, mail.sender.address], ['Printer', 'rita@desk.example'])
    assert.match(mail.text, /first\s+second/)
  })

  for (const head of [
    'Delivered-To',
    'In-Reply-To',
    'References',
    'List-Id',
    'List-Post',
    'From',
    'Date',
    'Received',
    'Subject',
  ]) {
    it(`reads a long ${head} quickly`, async () => {
      for (const piece of ['a', '<', '(', '<a@b', '=?utf-8?Q?a', '[', '"']) {
        const long = piece.repeat(100_000 / piece.length)
        assert.equal((await parse(`${head}: ${long}\nMIME-Version: 1.0\n\nneedle`)).text, 'needle')
      }
    })
  }

  it('refuses messages without a header', async () => {
    for (const raw of ['', '\n\n', 'just some text\nwithout headers', '{"json": true}', '\x00\x01\x02', 'From x\n']) {
      await assert.rejects(parse(raw), BadMail, JSON.stringify(raw))
    }
  })

  it('reads any message with a header', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'Content-Type: multipart/mixed; boundary=b',
              '--b',
              '--b--',
              '',
              'Content-Type: text/html',
              '=?utf-8?B?',
            ),
            fc.constantFrom(
              'Content-Transfer-Encoding: base64',
              'Content-Type: message/rfc822',
              'From: <<a@b',
              '\tfolded',
              ':',
            ),
            fc.string({ unit: 'binary' }),
          ),
        ),
        async (lines) => {
          const mail = await parse(`Subject: x\n${lines.join('\n')}`)
          assert.ok(!/\0/.test(mail.text + mail.subject + (mail.html ?? '')))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('strange declarations', () => {
  for (const charset of ['constructor', '__proto__', 'toString']) {
    it(`a character set called ${charset} is unknown, and breaks nothing`, async () => {
      const { sender, text } = await parse(
        `From: a@x.example\nSubject: =?${charset}?q?x?=\nContent-Type: text/plain; charset=${charset}\n\nHello\n`,
      )
      assert.equal(sender.address, 'a@x.example')
      assert.match(text, /Hello/)
    })
  }

  it('a boundary of nine million characters is no boundary', async () => {
    const type = `multipart/mixed; boundary="${'b'.repeat(9_000_000)}"`
    const { sender } = await parse(`From: a@x.example\nContent-Type: ${type}\n\nHello\n`)
    assert.equal(sender.address, 'a@x.example')
  })
})
