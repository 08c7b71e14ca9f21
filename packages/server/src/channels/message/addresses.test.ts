import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseAddresses } from './addresses.ts'
import { formatMailboxes } from '../intake/article.ts'

const ANNE = 'a@b.example'

const inBase64 = (text: string): string =>
  [...text.matchAll(/[^]{1,10}/gu)].map(([piece]) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' ')

/** Encodes a text in Q encoding. @param plain matches the characters that are not encoded. */
const inQ = (text: string, plain: RegExp): string =>
  `=?UTF-8?q?${Array.from(text, (character) => (plain.test(character) ? character : hex(character))).join('')}?=`

const hex = (character: string): string =>
  Buffer.from(character)
    .toString('hex')
    .replace(/../g, (byte) => `=${byte.toUpperCase()}`)

describe('parseAddresses', () => {
  const table: readonly [header: string, ...mailboxes: [name: string, address: string][]][] = [
    ['Rita Sand <rita@desk.example>', ['Rita Sand', 'rita@desk.example']],
    ['<rita@desk.example>', ['', 'rita@desk.example']],
    ['rita@desk.example', ['', 'rita@desk.example']],
    ['a@x.example, b@x.example;c@x.example', ['', 'a@x.example'], ['', 'b@x.example'], ['', 'c@x.example']],
    ['a@x.example b@x.example', ['', 'a@x.example'], ['', 'b@x.example']],
    ['"Sand, Rita" <a@b.example>', ['Sand, Rita', ANNE]],
    ['"Rita \\"Rio\\" \\\\ Sand" <a@b.example>', ['Rita "Rio" \\ Sand', ANNE]],
    ['"Nils"<a@b.example>', ['Nils', ANNE]],
    ['"a@b.example" <a@b.example>', ['', ANNE]],
    // Encoded words that contain separators.
    ['=?iso-8859-1?Q?B=FCrling,=20Andreas?= <a@b.example>', ['Bürling, Andreas', ANNE]],
    ['=?utf-8?Q?a<x@y.example>;b:_(c)?= <a@b.example>', ['a<x@y.example>;b: (c)', ANNE]],
    ['=?utf-8?Q?B=C3=BC?= =?utf-8?Q?rling,_A?= <a@b.example>, c@d.example', ['Bürling, A', ANNE], ['', 'c@d.example']],
    ['"=?utf-8?Q?B=C3=BCrling,_A?=" <a@b.example>', ['Bürling, A', ANNE]],
    ['=?utf-8?Q?boss@corp.example?= <a@b.example>', ['boss@corp.example', ANNE]],
    ['=?utf-8?Q?boss@corp.example?=', ['boss@corp.example', '']],
    ['=?utf-8?Q?Anne_<a@b.example>?=', ['Anne', ANNE]],
    // Comments.
    ['Rita Sand (a@b.example)', ['Rita Sand', ANNE]],
    ['a@b.example (Rita Sand)', ['Rita Sand', ANNE]],
    ['a@b.example (=?utf-8?Q?B=C3=BCrling?=)', ['Bürling', ANNE]],
    ['Rita (at (the) desk) <a@b.example>', ['Rita', ANNE]],
    ['(Rita \\) Sand) <a@b.example>', ['Rita ) Sand', ANNE]],
    // Groups.
    ['undisclosed-recipients:;'],
    ['Undisclosed recipients:'],
    ['friends: a@b.example, Nils <n@x.example>; c@d.example', ['', ANNE], ['Nils', 'n@x.example'], ['', 'c@d.example']],
    // Malformed headers that real programs write.
    ['Sand, Rita <a@b.example>', ['Sand, Rita', ANNE]],
    ['Sand, Rita, Dr. <a@b.example>, c@d.example', ['Sand, Rita, Dr.', ANNE], ['', 'c@d.example']],
    ['root, a@b.example', ['root', ''], ['', ANNE]],
    ['Rita [Sales] <a@b.example>', ['Rita [Sales]', ANNE]],
    ['Rita [mailto:a@b.example]', ['Rita', ANNE]],
    ['mailto:a@b.example', ['', ANNE]],
    ['<mailto:a@b.example>', ['', ANNE]],
    ['<@relay.example,@other.example:a@b.example>', ['', ANNE]],
    ['<a\n @b.example>', ['', ANNE]],
    ['D <"kim..lee"@x.example>', ['D', 'kim..lee@x.example']],
    ['<"kim lee"@x.example>', ['', '"kim lee"@x.example']],
    ['(hi) Rita (middle) Sand <a(comment)@b.example> (end)', ['Rita Sand', ANNE]],
    ['Rita <a@b.example (Rita Sand)>', ['Rita', ANNE]],
    ['Rita <a@b.example\u200b>', ['Rita', ANNE]],
    ['Rita Sand <a@b.example> lost words', ['Rita Sand', ANNE]],
    ['<a@b .example>', ['', ANNE]],
    ["'a@b.example' <a@b.example>", ["'a@b.example'", ANNE]],
    ['Rita a@b.example', ['Rita', ANNE]],
    ['Rita <a@b.example', ['Rita', ANNE]],
    ['<a@b.example <a@b.example>', ['', ANNE]],
    ['"Rita <a@b.example>', ['"Rita', ANNE]],
    ['Rita :-( <a@b.example>', ['-(', ANNE]],
    ['"x@y.example" (z)', ['x@y.example', '']],
    ['"quoted local"@b.example', ['', '"quoted local"@b.example']],
    ['"a"@b.example', ['', ANNE]],
    ['"x@y.example"@b.example', ['', '"x@y.example"@b.example']],
    ['=?utf-8?Q?a?=@b.example', ['', '=?utf-8?Q?a?=@b.example']],
    ['Undisclosed Recipients <not an@b.example>', ['Undisclosed Recipients', 'not an@b.example']],
    ['a@b.example.', ['', ANNE]],
    ['user@[192.0.2.1]', ['', 'user@[192.0.2.1]']],
    ['=?utf-8?Q?Rita_,_B?= <a@b.example>', ['Rita , B', ANNE]],
    ['Anonymous', ['Anonymous', '']],
    [''],
    [',;, <>'],
  ]
  for (const [header, ...mailboxes] of table) {
    it(`reads ${JSON.stringify(header)}`, () => {
      assert.deepEqual(
        parseAddresses(header),
        mailboxes.map(([name, address]) => ({ name, address })),
      )
    })
  }

  /** A display name that the parser returns unchanged: one line, shorter than its limit. */
  const name = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((text) => text !== '' && !text.includes('=?'))
  const address = fc.emailAddress().filter((text) => text.length < 200 && !text.includes('"'))

  const forms: Readonly<Record<string, (name: string, address: string) => string>> = {
    'a quoted string': (text, to) => `"${text.replace(/["\\]/g, '\\$&')}" <${to}>`,
    'words in base64': (text, to) => `${inBase64(text)} <${to}>`,
    'a word in Q': (text, to) => `${inQ(text, /[a-z0-9]/i)} <${to}>`,
    'a word in Q with unencoded special characters': (text, to) =>
      `${inQ(text, /[\x21-\x3c\x3e\x40-\x5e\x60-\x7e]/)} <${to}>`,
    'encoded words in quotes': (text, to) => `"${inBase64(text)}" <${to}>`,
    'an encoded comment': (text, to) => `${to} (${inBase64(text)})`,
    'the From of an article': (text, to) => formatMailboxes([{ name: text, address: to }]),
  }
  for (const [form, write] of Object.entries(forms)) {
    it(`reads any names written as ${form}`, () => {
      fc.assert(
        fc.property(
          fc.array(fc.record({ name, address }, { noNullPrototype: true }), { minLength: 1, maxLength: 4 }),
          (mailboxes) => {
            const expected = mailboxes.map((mailbox) =>
              mailbox.name === mailbox.address ? { ...mailbox, name: '' } : mailbox,
            )
            const header = mailboxes.map((mailbox) => write(mailbox.name, mailbox.address)).join(', ')
            assert.deepEqual(parseAddresses(header), expected)
          },
        ),
        { numRuns: 300 },
      )
    })
  }

  it('takes linear time', () => {
    for (const piece of [
      'a',
      '<',
      '(',
      '((',
      '()',
      '"',
      '"\\',
      '<a@b',
      '=?utf-8?Q?a',
      '=',
      '[',
      ',',
      ':',
      ';',
      "'",
      '@',
      'a@b ',
      ' ',
      'a,',
    ])
      for (const end of ['', ')', '"', '>', 'x']) {
        const header = (length: number) => piece.repeat(length / piece.length) + end
        // Sixteen times the length takes about sixteen times as long, not 256 times. Less than 5 ms cannot be measured well.
        assert.ok(workOf(header(64_000)) < 64 * Math.max(workOf(header(4000)), 5000), piece + end)
      }
  })
})

/** Returns the microseconds of processor time that parsing a header takes. */
function workOf(header: string): number {
  const before = process.cpuUsage()
  parseAddresses(header)
  return process.cpuUsage(before).user
}
