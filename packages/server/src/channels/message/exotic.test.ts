import { bytes, describeMails, file, head, multipart, plain } from '../../testing/mail-cases.ts'

describeMails('exotic mail', {
  'a file name in numbered parts with a charset (RFC 2231)': [
    multipart(
      'mixed',
      plain,
      file(
        'Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*1*=%20und%20;\n filename*0*=utf-8\'\'Gr%C3%BC%C3%9Fe;\n filename*2="mehr.pdf"',
      ),
    ),
    { text: 'See below.', files: ['Grüße und mehr.pdf (application/pdf) hello'] },
  ],
  'a percent-encoded file name in Latin-1 that is declared as ASCII': [
    multipart(
      'mixed',
      plain,
      file("Content-Type: text/csv\nContent-Disposition: attachment; filename*=us-ascii''f%FCr.csv"),
    ),
    { files: ['für.csv (text/csv) hello'] },
  ],
  'a file name in encoded words within quotes and in two lines': [
    multipart(
      'mixed',
      plain,
      file(
        'Content-Type: text/csv;\n name="=?utf-8?Q?Preisliste_?=\n =?utf-8?Q?M=C3=A4rz.csv?="\nContent-Disposition: attachment',
      ),
    ),
    { files: ['Preisliste März.csv (text/csv) hello'] },
  ],
  'a file name of raw UTF-8': [
    multipart(
      'mixed',
      plain,
      file(
        `Content-Type: text/csv\nContent-Disposition: attachment; filename="${Buffer.from('Größe.csv').toString('latin1')}"`,
      ),
    ),
    { files: ['Größe.csv (text/csv) hello'] },
  ],
  'two files with the same name': [
    multipart('mixed', plain, ...['one', 'two'].map((text) => file('Content-Type: image/png; name="image.png"', text))),
    { files: ['image.png (image/png) one', 'image.png (image/png) two'] },
  ],
  'a forwarded mail that contains another one': [
    multipart(
      'mixed',
      plain,
      'Content-Type: message/rfc822\n\nFrom: lee@y.example\nSubject: Outer\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=c\n\n' +
        '--c\nContent-Type: message/rfc822\n\nFrom: ana@z.example\nSubject: Inner\n\nDeep.\n--c--',
    ),
    { subject: 'Printer', text: 'See below.', files: ['Outer.eml (message/rfc822) From: lee@y.example'] },
  ],
  'a winmail.dat that cannot be unpacked': [
    multipart('mixed', plain, file('Content-Type: application/ms-tnef; name="winmail.dat"', 'TNEF')),
    { text: 'See below.', files: ['winmail.dat (application/ms-tnef) TNEF'] },
  ],
  'delimiter lines that end with spaces, and no last delimiter line': [
    `${head}Content-Type: multipart/mixed; boundary="b"\n\n--b  \nContent-Type: text/plain\n\nOne.\n--b \t\nContent-Type: text/csv; name=a.csv\n\nhello`,
    { text: 'One.', files: ['a.csv (text/csv) hello'] },
  ],
  'an inner boundary that begins like the outer one': [
    `${head}Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: multipart/alternative; boundary="b2"\n\n--b2\nContent-Type: text/plain\n\nOne.\n--b2--\n--b\nContent-Type: text/csv; name=a.csv\n\nhello\n--b--\n`,
    { text: 'One.', files: ['a.csv (text/csv) hello'] },
  ],
  'a part without any header': [multipart('mixed', '\nBare.'), { text: 'Bare.', files: [] }],
  'raw headers in GB18030': [
    `From: "${bytes('d6d0b9fab9a4b3ccd4ba')}" <kim@x.example>\nSubject: ${bytes('d6d0b9fab9a4b3ccd4bab5e7d7d3d3cabcfecfb5cdb3b2e2cad4')}\nContent-Type: text/plain; charset=gb18030\n\n${bytes('d6d0b9fa95328237')}`,
    { sender: '中国工程院 <kim@x.example>', subject: '中国工程院电子邮件系统测试', text: '中国𠀁' },
  ],
  'ISO-2022-JP in a subject of two encoded words': [
    'From: =?ISO-2022-JP?B?GyRCOzNFRBsoQg==?= <kim@x.example>\nSubject: =?ISO-2022-JP?B?GyRCJDMkcxsoQg==?=\n =?ISO-2022-JP?B?GyRCJEskQSRPGyhC?=\n\nx',
    { sender: '山田 <kim@x.example>', subject: 'こんにちは' },
  ],
  'a uuencoded file below the text': [
    `${head}\nSee below.\n\nbegin 644 a.txt\n%:&5L;&\\\n\`\nend\n`,
    { text: 'See below.', files: ['a.txt (text/plain) hello'] },
  ],
  'lines that flow, with quotes and a signature (RFC 3676)': [
    `${head}Content-Type: text/plain; charset=utf-8; format=flowed\n\n> A quote that \n> goes on.\nA line that \nflows.\n  indented\n-- \nKim\n`,
    { text: '> A quote that\n> goes on.\nA line that flows.\n indented\n-- \nKim' },
  ],
  'quotes between lines that flow': [
    `${head}Content-Type: text/plain; format=flowed\n\nKim wrote: \n> A quote. \nAn answer \nthat flows.\n`,
    { text: 'Kim wrote:\n> A quote.\nAn answer that flows.' },
  ],
  'lines that flow without their spaces (DelSp)': [
    `${head}Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\nhttps://x.example/a \nb/c\nend\n`,
    { text: 'https://x.example/ab/c\nend' },
  ],
  'a header line of 200,000 characters': [
    `X-Spam: ${'y'.repeat(200_000)}\n${head}\nStill read.`,
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'Still read.' },
  ],
  'a thousand recipients in one header': [
    `From: kim@x.example\nTo: ${Array.from({ length: 1000 }, (_, at) => `p${at}@x.example`).join(',\n ')}\n\nx`,
    { to: Array.from({ length: 1000 }, (_, at) => `p${at}@x.example`).join(', ') },
  ],
  'no date, no id, no subject and an empty text': [
    'From: kim@x.example\nTo: help@desk.example\n\n',
    { sender: 'kim@x.example', to: 'help@desk.example', subject: '', text: '' },
  ],
  'recipients in groups, one of them empty': [
    'From: kim@x.example\nTo: undisclosed-recipients:;\nCc: A team: Ann <ann@x.example>, "Lee; B" <lee@x.example>;, zoe@x.example\n\nx',
    { to: '', cc: 'Ann <ann@x.example>, Lee; B <lee@x.example>, zoe@x.example' },
  ],
  'an empty From, and an author in Reply-To': [
    'From: <>\nReply-To: Kim <kim@x.example>\nTo: help@desk.example\n\nx',
    { sender: 'Kim <kim@x.example>' },
  ],
  'an author whose name is an address, and addresses with comments': [
    'From: "kim@x.example" (work (main)) <kim@x.example>\nTo: help(desk)@desk.example (Help)\n\nx',
    { sender: 'kim@x.example', to: 'desk Help <help@desk.example>' },
  ],
  'an address within an address': ['From: Kim <kim@x.example <kim@x.example>>\n\nx', { sender: 'Kim <kim@x.example>' }],
  'two subjects, two recipients and two types': [
    'From: kim@x.example\nSubject: One\nSubject: Two\nTo: a@x.example\nTo: b@x.example\nContent-Type: text/plain\nContent-Type: text/html\n\n<b>x</b>',
    { subject: 'One', to: 'a@x.example, b@x.example' },
  ],
  'header names in capitals, spaces before colons, and a line without a colon': [
    'FROM : Kim <kim@x.example>\nthis is no header\nSUBJECT : Printer\n\nx',
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'x' },
  ],
  'quoted-printable with broken escapes': [
    `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n100 =3D 1=\n00 =ZZ caf=c3=a9=`,
    { text: '100 = 100 =ZZ café' },
  ],
  'base64 with stray characters and without padding': [
    `${head}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVs!bG8g\n d29y bGQ`,
    { text: 'hello world' },
  ],
  'a transfer encoding that does not exist': [
    `${head}Content-Type: text/plain\nContent-Transfer-Encoding: 8bit-ish\n\nhello`,
    { text: 'hello' },
  ],
  'an invitation without any text': [
    `${head}Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Visit\\, at last\nDTSTART:20260302T090000Z\nLOCATION:Hall\n  2\nEND:VEVENT\nEND:VCALENDAR\n`,
    { text: 'Visit, at last\n2026-03-02 09:00 UTC\nHall 2', files: ['invite.ics (text/calendar) BEGIN:VCALENDAR'] },
  ],
  'text, a picture, and more text, as Apple Mail writes them': [
    multipart(
      'mixed',
      'Content-Type: text/plain\n\nAbove.',
      file('Content-Type: image/png; name=a.png'),
      'Content-Type: text/plain\n\nBelow.',
    ),
    { text: 'Above.\n\nBelow.', files: ['a.png (image/png) hello'] },
  ],
  'a signed mail, with its signature as a file': [
    multipart(
      'signed; protocol="application/pgp-signature"',
      plain,
      file('Content-Type: application/pgp-signature; name="signature.asc"', 'SIG'),
    ),
    { text: 'See below.', files: ['signature.asc (application/pgp-signature) SIG'] },
  ],
  'an encrypted mail': [
    multipart(
      'encrypted; protocol="application/pgp-encrypted"',
      file('Content-Type: application/pgp-encrypted', 'Version: 1'),
      file('Content-Type: application/octet-stream; name="encrypted.asc"', 'SECRET'),
    ),
    {
      files: [
        'attachment-1.bin (application/pgp-encrypted) Version: 1',
        'encrypted.asc (application/octet-stream) SECRET',
      ],
    },
  ],
  'a file name with a right-to-left override': [
    multipart('mixed', plain, file(`Content-Type: application/pdf; name="=?utf-8?Q?invoice=E2=80=AEfdp.exe?="`)),
    { files: ['invoice fdp.exe (application/pdf) hello'] },
  ],
  'HTML in UTF-16': [
    `${head}Content-Type: text/html; charset=utf-16le\nContent-Transfer-Encoding: base64\n\n${Buffer.from('<p>Grüße</p>', 'utf16le').toString('base64')}`,
    { text: 'Grüße' },
  ],
  'UTF-7 in the subject and in the text': [
    'From: Kim <kim@x.example>\nSubject: =?utf-7?Q?Gr+APwA3w-e?=\nContent-Type: text/plain; charset=utf-7\n\n+ALs-Hall+APY-+AKs-',
    { subject: 'Grüße', text: '»Hallö«' },
  ],
  'a byte order mark above the header': [
    `\xef\xbb\xbf${head}\nx`,
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'x' },
  ],
  'a type without a subtype': [`${head}Content-Type: text; charset=utf-8\n\nhello`, { text: 'hello', files: [] }],
  'a character set with a quotation mark that is not closed': [
    `${head}Content-Type: text/plain; charset="utf-8\n\n${bytes('4772c3bcc39f65')}`,
    { text: 'Grüße' },
  ],
  'HTML whose character set is declared in the document alone': [
    `${head}Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n${Buffer.from(`<meta charset="windows-1251"><p>${bytes('cff0e8e2e5f2')}</p>`, 'latin1').toString('base64')}`,
    { text: 'Привет' },
  ],
  'a character that is split between two encoded words': [
    'From: kim@x.example\nSubject: =?utf-8?B?R3LD?=\n =?utf-8?B?vMOfZQ==?=\n\nx',
    { subject: 'Grüße' },
  ],
  'a language in an encoded word (RFC 2231)': [
    'From: kim@x.example\nSubject: =?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=\n\nx',
    { subject: 'Grüße' },
  ],
  'a comma and an address within encoded names': [
    'From: =?utf-8?B?TGVlLCBLaW0=?= <kim@x.example>\nTo: =?utf-8?Q?a=40b=2Eexample?= <help@desk.example>\n\nx',
    { sender: 'Lee, Kim <kim@x.example>', to: 'a@b.example <help@desk.example>' },
  ],
  'an address with letters outside ASCII (RFC 6532)': [
    Buffer.from('From: Jürgen <jürgen@bücher.example>\n\nx').toString('latin1'),
    { sender: 'Jürgen <jürgen@bücher.example>' },
  ],
  'an address with a route': ['From: <@relay.example,@b.example:kim@x.example>\n\nx', { sender: 'kim@x.example' }],
  'a group without members as the author': [
    'From: Team: ;\nSender: Kim <kim@x.example>\n\nx',
    { sender: 'Kim <kim@x.example>' },
  ],
  'NUL bytes in header and text': [
    'From: Kim <kim@x.example>\nSubject: Pri\0nter\n\na\0b',
    { subject: 'Pri nter', text: 'ab' },
  ],
  'a boundary of all characters that are allowed': [
    `${head}Content-Type: multipart/mixed; boundary="=_(a)'+,-./:=? b"\n\n--=_(a)'+,-./:=? b\n\nOne.\n--=_(a)'+,-./:=? b\nContent-Type: text/csv; name=a.csv\n\nhello\n--=_(a)'+,-./:=? b--\n`,
    { text: 'One.', files: ['a.csv (text/csv) hello'] },
  ],
  'a part of a message in several mails (RFC 2046)': [
    `${head}Content-Type: message/partial; id="x@y"; number=1; total=2\n\nSubject: Long\n\nFirst half`,
    { subject: 'Printer', text: '', files: ['attachment-1.txt (message/partial) Subject: Long'] },
  ],
  'a signed mail within its signature (S/MIME)': [
    `${head}Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\nContent-Transfer-Encoding: base64\n\nUEtDUw==`,
    { text: '', files: ['smime.p7m (application/pkcs7-mime) PKCS'] },
  ],
  'a digest, whose parts are mails without a type': [
    multipart('digest', '\nFrom: a@x.example\nSubject: One\n\nx', '\nFrom: b@x.example\nSubject: Two\n\ny'),
    {
      files: ['One.eml (message/rfc822) From: a@x.example', 'Two.eml (message/rfc822) From: b@x.example'],
    },
  ],
  'a text within sixty nested multiparts': [
    `${head}${Array.from({ length: 60 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')}Content-Type: text/plain\n\nDeep.\n`,
    { text: 'Deep.' },
  ],
  'HTML before its text and a third version for AMP': [
    multipart(
      'alternative',
      'Content-Type: text/html\n\n<p>HTML</p>',
      plain,
      'Content-Type: text/x-amp-html\n\n<html amp4email>',
    ),
    { text: 'See below.' },
  ],
})
