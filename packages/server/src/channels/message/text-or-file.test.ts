import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMail } from './parse.ts'
import { bytes, describeMails, file, head, multipart, plain } from '../../testing/mail-cases.ts'

const gruesse = bytes('4772c3bcc39f65')
const mailOfType = (type: string, body = gruesse) => `${head}Content-Type: ${type}\n\n${body}`

describeMails('a text that is a file', {
  'with a name, after the text': [
    multipart('mixed', plain, file('Content-Type: text/plain; name="server.log"')),
    { text: 'See below.', files: ['server.log (text/plain) hello'] },
  ],
  'with a name and inline': [
    multipart(
      'mixed',
      plain,
      file('Content-Type: text/html\nContent-Disposition: inline; filename="report.html"', '<p>'),
    ),
    { text: 'See below.', files: ['report.html (text/html) <p>'] },
  ],
  'with an unknown disposition (RFC 2183)': [
    multipart('mixed', plain, file('Content-Type: text/plain\nContent-Disposition: attachement; filename=notes.txt')),
    { text: 'See below.', files: ['notes.txt (text/plain) hello'] },
  ],
})

describeMails('a text that is no file', {
  'although it has a name, because it is the first': [
    multipart(
      'mixed',
      file('Content-Type: text/plain; name=text.txt'),
      file('Content-Type: image/png; name=a.png', 'PNG'),
    ),
    { text: 'hello', files: ['a.png (image/png) PNG'] },
  ],
  'although it has a name, because it is an alternative': [
    multipart('alternative', plain, file('Content-Type: text/html; name=mail.html', '<p>hello</p>')),
    { text: 'See below.', files: [] },
  ],
  'with an empty type': [mailOfType(''), { text: 'Grüße', files: [] }],
  'with parameters but no type': [mailOfType('charset=utf-8'), { text: 'Grüße', files: [] }],
  'with an empty type in a part': [multipart('mixed', `Content-Type: \n\n${gruesse}`), { text: 'Grüße', files: [] }],
  'with a subtype alone': [mailOfType('html; charset=utf-8', `<p>${gruesse}</p>`), { text: 'Grüße', files: [] }],
  'with its type and subtype in the wrong order': [
    mailOfType('plain/text; charset=utf-8'),
    { text: 'Grüße', files: [] },
  ],
  'with the type of an application': [mailOfType('application/text; charset=utf-8'), { text: 'Grüße', files: [] }],
  'with an unknown subtype (RFC 2046)': [mailOfType('text/markdown; charset=utf-8'), { text: 'Grüße', files: [] }],
})

// The last line break of a part, here `\r\n`, belongs to the delimiter below it.
describe('attachments without a transfer encoding', () => {
  const content = 'PK\x03\r\n\r\n\0\r\r\n\xff\r\nEND\r'
  for (const encoding of ['binary', '8bit', '7bit'])
    it(`keep all bytes in ${encoding}`, async () => {
      const part = `Content-Type: application/zip; name=x.zip\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r`
      const mail = await parseMail(Buffer.from(multipart('mixed', plain, part), 'latin1'), {
        envelope: null,
        file_time: null,
        now: 0,
      })
      assert.equal(mail.attachments[0]?.data.toString('latin1'), content)
    })

  it('keep the line breaks of an attached message', async () => {
    const inner = 'Subject: Inner\r\nContent-Type: text/plain; format=flowed\r\n\r\n> one \r\ntwo'
    const part = `Content-Type: message/rfc822\r\n\r\n${inner}\r`
    const mail = await parseMail(Buffer.from(multipart('mixed', plain, part)), {
      envelope: null,
      file_time: null,
      now: 0,
    })
    assert.equal(mail.attachments[0]?.data.toString(), inner)
  })
})

describeMails('files without a name', {
  'are numbered, with .txt for types that people can read': [
    multipart(
      'report',
      plain,
      file('Content-Type: message/delivery-status', 'Action: failed'),
      file('Content-Type: text/rfc822-headers', 'Subject: One'),
      file('Content-Type: application/x-unknown'),
    ),
    {
      files: [
        'attachment-1.txt (message/delivery-status) Action: failed',
        'attachment-2.txt (text/rfc822-headers) Subject: One',
        'attachment-3.bin (application/x-unknown) hello',
      ],
    },
  ],
})
