import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bytes, describeMails, file, head, multipart, plain } from '../../testing/mail-cases.ts'
import { decodeKorean } from './korean.ts'

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const text = (charset: string, body: string) => `${head}Content-Type: text/plain; charset=${charset}\n\n${body}`
const base64 = (charset: string, body: Buffer) =>
  `${head}Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: base64\n\n${body.toString('base64')}`

describeMails('UTF-16', {
  'declared in a meta element of HTML in Windows-1252': [
    `${head}Content-Type: text/html\n\n<meta content="text/html; charset=unicode"><p>Gr\xfc\xdfe aus K\xf6ln</p>`,
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'Grüße aus Köln' },
  ],
  'declared for an attachment whose file name is in raw Latin-1': [
    multipart(
      'mixed',
      plain,
      file(
        'Content-Type: text/csv; charset=utf-16; name="Gr\xfc\xdfe.csv"\nContent-Transfer-Encoding: base64',
        'aGVsbG8=',
      ),
    ),
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'See below.', files: ['Grüße.csv (text/csv) hello'] },
  ],
  'big-endian, without a byte order mark': [
    base64('utf-16', Buffer.from('Grüße', 'utf16le').swap16()),
    { subject: 'Printer', text: 'Grüße' },
  ],
  'little-endian, declared as "unicode"': [
    base64('unicode', Buffer.from('Grüße', 'utf16le')),
    { subject: 'Printer', text: 'Grüße' },
  ],
  'declared for text in UTF-8': [text('utf-16', utf8('Grüße aus Köln')), { text: 'Grüße aus Köln' }],
})

describeMails('Korean as Windows writes it, and Japanese', {
  'syllables that are not in KS X 1001': [
    text('ks_c_5601-1987', bytes('8c63b9e6b0a2c7cf20bc84bdc3c4dd')),
    { text: '똠방각하 펲시콜' },
  ],
  'a subject with a syllable that is not in KS X 1001': [
    'From: kim@x.example\nSubject: =?euc-kr?B?vIS9wyDB1rmu?=\n\nx',
    { subject: '펲시 주문' },
  ],
  'escape sequences of ISO-2022-JP that follow each other': [
    text('iso-2022-jp', '\x1b$B$3\x1b(B\x1b$B$s\x1b(B ok'),
    { text: 'こん ok' },
  ],
  'encoded words in ISO-2022-JP and a raw header': [
    'From: kim@x.example\nSubject: =?iso-2022-jp?B?GyRCJDMbKEI=?=\n =?iso-2022-jp?B?GyRCJHMbKEI=?=\nTo: \x1b$B$3$s\x1b(B <help@desk.example>\n\nx',
    { subject: 'こん', to: 'こん <help@desk.example>' },
  ],
})

describe('Unified Hangul Code', () => {
  const pairs = { '8141': '갂', '8c63': '똠', b0a1: '가', c652: '힣', c8fe: '힝' }
  it('has the syllables of Windows code page 949', () => {
    for (const [pair, syllable] of Object.entries(pairs))
      assert.equal(decodeKorean(Buffer.from(pair, 'hex')), syllable, pair)
  })
})

describeMails('a wrong or unusual label of a character set', {
  'Windows-1251 for UTF-8': [text('windows-1251', utf8('Привет, дела?')), { text: 'Привет, дела?' }],
  'KOI8-R for UTF-8': [text('koi8-r', utf8('Привет, дела?')), { text: 'Привет, дела?' }],
  'GBK for UTF-8': [text('gbk', utf8('您好，请问')), { text: '您好，请问' }],
  'Windows-1251 for a subject in UTF-8': [
    'From: kim@x.example\nSubject: =?windows-1251?B?0J/RgNC40LLQtdGCINCy0YHQtdC8?=\n\nx',
    { subject: 'Привет всем' },
  ],
  'GB 2312 for two characters whose bytes are also valid UTF-8': [text('gb2312', bytes('c4b3c4b3')), { text: '某某' }],
  'UTF-8 for text with a few bytes of Windows-1252': [
    text('utf-8', `${utf8('Schöne Grüße, schöne Wörter')} f\xfcr K\xf6ln`),
    { text: 'Schöne Grüße, schöne Wörter für Köln' },
  ],
  'UTF-8 in single quotes': [text("'utf-8'", utf8('Grüße ок')), { text: 'Grüße ок' }],
  'UTF-8 with a semicolon in the quotes': [text('"utf-8;"', utf8('Привет')), { text: 'Привет' }],
  'Windows-1251 without its hyphen': [text('windows1251', bytes('cff0e8e2e5f2')), { text: 'Привет' }],
  'Windows-1251, abbreviated': [text('win-1251', bytes('cff0e8e2e5f2')), { text: 'Привет' }],
})
