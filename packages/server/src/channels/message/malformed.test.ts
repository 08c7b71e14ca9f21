import { bytes, describeMails, file, head, multipart, plain } from '../../testing/mail-cases.ts'

const parts = (delimiter: string) =>
  `--${delimiter}\nContent-Type: text/plain\n\nHello\n--${delimiter}\n${file('Content-Type: text/csv; name=a.csv')}\n--${delimiter}--\n`
const expected = { text: 'Hello', files: ['a.csv (text/csv) hello'] }

describeMails('malformed mail', {
  'a space before the colon of From, in the first line': [
    'From : Kim <kim@x.example>\nReply-To: lee@x.example\nSubject : Printer\n\nx',
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'x' },
  ],
  'no semicolon before the boundary': [
    `${head}Content-Type: multipart/mixed boundary="b"\n\n--b\nContent-Type: text/plain\n\nHello\n--b\n${file('Content-Type: text/csv name=a.csv')}\n--b--\n`,
    { text: 'Hello', files: ['a.csv (text/csv) hello'] },
  ],
  'no semicolon before the character set': [
    `${head}Content-Type: text/html charset=utf-8\n\n<p>${bytes('4772c3bcc39f65')}</p>`,
    { text: 'Grüße', files: [] },
  ],
  'no empty line below the header': [
    'From: kim@x.example\nSubject: Printer\nHello, it blinks.\nThanks: Kim\n\nSecond paragraph.',
    { subject: 'Printer', text: 'Hello, it blinks.\nThanks: Kim\n\nSecond paragraph.' },
  ],
  'no empty line below the headers of parts': [
    multipart(
      'alternative',
      'Content-Type: text/plain\nDear Sir: it blinks.\nSecond line',
      'Content-Type: text/html\n<p>Dear Sir</p>',
    ),
    { text: 'Dear Sir: it blinks.\nSecond line', files: [] },
  ],
  'a part with neither a header nor an empty line': [multipart('mixed', 'Hello'), { text: 'Hello' }],
  'header lines that are wrapped without white space': [
    'From: kim@x.example\nSubject: The printer\nblinks\nTo: help@desk.example,\nLee <lee@x.example>\nX-Mailer: y\n\nx',
    { subject: 'The printer blinks', to: 'help@desk.example, Lee <lee@x.example>', text: 'x' },
  ],
  'a type with a wrapped boundary': [
    `${head}Content-Type: multipart/mixed;\nboundary="b"\nX-Mailer: y\n\n--b\nContent-Type: text/plain\n\nHello\n--b--\n`,
    { text: 'Hello', files: [] },
  ],
  'no boundary': [`${head}Content-Type: multipart/mixed\n\n${parts('xyz')}`, expected],
  'a boundary in single quotes': [`${head}Content-Type: multipart/mixed; boundary='b1'\n\n${parts('b1')}`, expected],
  'a boundary in the wrong case': [`${head}Content-Type: multipart/mixed; boundary=ABC\n\n${parts('abc')}`, expected],
  'a boundary that does not occur': [`${head}Content-Type: multipart/mixed; boundary=b1\n\n${parts('zz')}`, expected],
  'a boundary with too many dashes': [
    `${head}Content-Type: multipart/mixed; boundary=b1\n\n${parts('--b1')}`,
    expected,
  ],
  'a nested multipart without a boundary': [
    multipart(
      'mixed',
      `Content-Type: multipart/alternative\n\n${parts('xyz')}`,
      file('Content-Type: image/png; name=a.png'),
    ),
    { text: 'Hello', files: ['a.csv (text/csv) hello', 'a.png (image/png) hello'] },
  ],
  'a second type, to which the body belongs': [
    `${head}Content-Type: text/plain\nContent-Type: multipart/mixed; boundary=b\n\n${parts('b')}`,
    expected,
  ],
  'plain text that declares base64': [
    `${head}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nHello, this is no base64 at all. It is plain text!\nOne more line.`,
    { text: 'Hello, this is no base64 at all. It is plain text!\nOne more line.' },
  ],
  'plain text below a file in base64': [
    multipart(
      'mixed',
      plain,
      file(
        'Content-Type: application/x-one; name=a.bin\nContent-Transfer-Encoding: base64',
        'QUJDREVG\nRw==\n\n-- \nScanned by X!',
      ),
    ),
    { text: 'See below.', files: ['a.bin (application/x-one) ABCDEFG'] },
  ],
  'quotes that flow within words (RFC 3676)': [
    `${head}Content-Type: text/plain; format=flowed; delsp=yes\n\nA para \ngraph.\n\n> quoted li \n> ne he \n> re\n>> deeper \n-- \nKim`,
    { text: 'A paragraph.\n\n> quoted line here\n>> deeper\n-- \nKim' },
  ],
})
