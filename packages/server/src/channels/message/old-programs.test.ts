import { bytes, describeMails, head } from '../../testing/mail-cases.ts'

const text = (charset: string, body: string) => `${head}Content-Type: text/plain; charset=${charset}\n\n${body}`

describeMails('mail of old programs', {
  'DOS code page 437': [text('cp437', bytes('477281e165')), { text: 'Grüße' }],
  'DOS code page 850': [text('IBM850', bytes('477281e165203530')), { text: 'Grüße 50' }],
  'DOS code page 858, with the sign of the euro': [text('cp858', bytes('d53530')), { text: '€50' }],
  'DOS code page 852': [text('cp852', bytes('5a61be')), { text: 'Zaż' }],
  'Korean with the number of its Windows code page': [text('cp949', bytes('b9e6c7cfb4d9')), { text: '방하다' }],
  'Japanese with the number of its Windows code page': [
    text('cp932', bytes('82b182f182c982bf82cd')),
    { text: 'こんにちは' },
  ],
  'Chinese of seven bits (RFC 1922)': [text('iso-2022-cn', '\x1b$)A\x0eVPND\x0f ok'), { text: '中文 ok' }],
  'a character that is split between encoded words of different case and encoding': [
    'From: kim@x.example\nSubject: =?UTF-8?Q?Gr=C3?=\n =?utf-8?B?vMOfZQ==?= =?utf-8?Q?_aus?=\n\nx',
    { subject: 'Grüße aus' },
  ],
  'soft line breaks with spaces that a server has added': [
    `${head}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nHello=20=  \r\nWorld=\t\n!=\n`,
    { text: 'Hello World!' },
  ],
})
