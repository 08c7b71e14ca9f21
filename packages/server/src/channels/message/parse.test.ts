import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParsedMail } from './mail.ts'
import { parseMail } from './parse.ts'

const origin = { envelope: null, file_time: null, now: Date.parse('2026-03-02T09:00:00Z') }

const parse = (raw: string | Buffer, more: Partial<typeof origin> = {}): Promise<ParsedMail> =>
  parseMail(typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw, { ...origin, ...more })

const HEADER =
  'From: Rita Sand <rita@desk.example>\nTo: help@desk.example\nSubject: Printer\nMessage-ID: <1@desk.example>\n'

const list = async (head: string) => (await parse(`${head}${HEADER}\nx`)).list

const author = async (head: string) => {
  const { from, sender } = await parse(`${head}Subject: x\n\nx`)
  return [from.map(({ address }) => address).join(), sender.name, sender.address]
}

const multipart = (kind: string, ...parts: string[]) =>
  `${HEADER}MIME-Version: 1.0\nContent-Type: multipart/${kind}; boundary=b\n\n--b\n${parts.join('\n--b\n')}\n--b--\n`

const named = (header: string) =>
  `Content-Type: application/pdf${header}\nContent-Transfer-Encoding: base64\n\naGVsbG8=`

const picture = (id: string) =>
  `Content-Type: image/png\nContent-ID: <${id}>\nContent-Transfer-Encoding: base64\n\naGVsbG8=`

describe('headers', () => {
  it('reads an ordinary mail', async () => {
    const mail = await parse(
      `${HEADER}Cc: "Quill, Omar" <omar@x.example>, friends: a@x.example, b@x.example;\nReply-To: r@x.example\n` +
        'Date: Mon, 2 Mar 2026 08:00:00 +0100\nIn-Reply-To: Your message of today <0@desk.example>\n' +
        'References: <a@x>\n <b@x>\n\nIt blinks.\n',
    )
    assert.equal(mail.message_id, '<1@desk.example>')
    assert.deepEqual(mail.in_reply_to, ['<0@desk.example>'])
    assert.deepEqual(mail.references, ['<a@x>', '<b@x>'])
    assert.deepEqual(mail.from, [{ name: 'Rita Sand', address: 'rita@desk.example' }])
    assert.deepEqual(mail.cc, [
      { name: 'Quill, Omar', address: 'omar@x.example' },
      { name: '', address: 'a@x.example' },
      { name: '', address: 'b@x.example' },
    ])
    assert.equal(mail.date, '2026-03-02T07:00:00.000Z')
    assert.deepEqual([mail.text, mail.html, mail.content_type], ['It blinks.', null, 'text/plain'])
  })

  it('derives a missing Message-ID from the content', async () => {
    const [first, same, other] = [
      await parse('Subject: a\n\nx'),
      await parse('Subject: a\n\nx'),
      await parse('Subject: b\n\nx'),
    ]
    assert.equal(first.message_id, same.message_id)
    assert.notEqual(first.message_id, other.message_id)
    assert.match(first.message_id, /^<[0-9a-f]{40}@missing-message-id\.invalid>$/)
  })

  it('reads ids without brackets', async () => {
    assert.equal((await parse('Message-ID: 12@x.example\n\nx')).message_id, '<12@x.example>')
  })

  it('finds the sender in other headers', async () => {
    const address = async (head: string) => (await parse(`${head}Subject: x\n\nx`)).sender.address
    assert.equal(await address('From: Anonymous\nSender: s@x.example\n'), 's@x.example')
    assert.equal(await address('Return-Path: <r@x.example>\n'), 'r@x.example')
    const mbox = { envelope: { from: 'e@x.example', time: null } as never }
    assert.equal((await parse('Subject: x\n\nx', mbox)).sender.address, 'e@x.example')
    assert.equal(await address(''), '')
  })

  it('uses the first valid address in From as the author, and other headers only if there is none', async () => {
    const others = 'Reply-To: r@x.example\nSender: s@x.example\n'
    const [rita, nils] = ['rita@desk.example', 'nils@x.example']
    assert.deepEqual(await author(`From: Rita <${rita}>\n${others}`), [rita, 'Rita', rita])
    assert.deepEqual(await author(`From: =?iso-8859-1?Q?B=FCrling,=20A?= <${rita}>\n${others}`), [
      rita,
      'Bürling, A',
      rita,
    ])
    assert.deepEqual(await author(`From: Rita (${rita})\n${others}`), [rita, 'Rita', rita])
    assert.deepEqual(await author(`From: root, Nils <${nils}>, ${rita}\n${others}`), [
      `${nils},${rita}`,
      'root, Nils',
      nils,
    ])
    assert.deepEqual(await author(`From: ${rita}\nFrom: ${nils}\n${others}`), [`${rita},${nils}`, '', rita])
    assert.deepEqual(await author(`From: Anonymous\n${others}`), ['s@x.example', 'Anonymous', 's@x.example'])
    assert.deepEqual(await author('Reply-To: r@x.example\n'), ['r@x.example', '', 'r@x.example'])
  })

  it('finds the mailing list', async () => {
    assert.deepEqual(await list('List-Id: Irish Linux Users <ilug.linux.ie>\nList-Post: <mailto:ilug@linux.ie>\n'), {
      name: 'Irish Linux Users',
      address: 'ilug@linux.ie',
    })
    assert.deepEqual(await list('List-Id: <razor-users.example.net>\n'), { name: 'razor-users', address: null })
    assert.deepEqual(await list('List-Id: See http://x.example <news.x.example>\n'), { name: 'news', address: null })
    assert.deepEqual(await list('Mailing-List: contact sec-help@x.example; run by ezmlm\n'), {
      name: 'sec',
      address: 'sec@x.example',
    })
    assert.equal(await list('Delivered-To: rita@desk.example\n'), null)
    assert.equal((await list('Delivered-To: mailing list sec@x.example\n'))?.name, 'sec')
  })

  it('keeps control characters out of headers', async () => {
    const mail = await parse('From: "A\0\x07B" <a@x.example>\nSubject: one\0 two\n\tthree\x0b\n\nte\0xt\r\nmore\r')
    assert.equal(mail.subject, 'one two three')
    assert.equal(mail.sender.name, 'AB')
    assert.equal(mail.text, 'text\nmore')
  })

  it('ignores a From line of an mbox and empty lines above the header', async () => {
    const from = 'From rita@desk.example Mon Mar  2 08:00:00 2026\n'
    for (const before of [from, `>${from}`, '\r\n\n'])
      assert.equal((await parse(`${before}${HEADER}\nx`)).subject, 'Printer')
  })
})

describe('character sets', () => {
  const bodies: readonly [string, string, string][] = [
    ['koi8-r', 'f0d2c9d7c5d4', 'Привет'],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
    ['iso-8859-5', 'bfe0d8d2d5e2', 'Привет'],
    ['iso-8859-2', 'bd6c7574fd206bf9f2', '˝lutý kůň'],
    ['iso-8859-15', 'a43130', '€10'],
    ['windows-1252', '8033', '€3'],
    ['gb2312', 'c4e3bac3', '你好'],
    ['gbk', 'c4e3bac3', '你好'],
    ['big5', 'a741a66e', '你好'],
    ['shift_jis', '82b182f1', 'こん'],
    ['euc-jp', 'a4b3a4f3', 'こん'],
    ['euc-kr', 'b0a1', '가'],
    ['utf-8', 'c3a9', 'é'],
    ['us-ascii', 'e9', 'é'],
    ['no-such-charset', 'e9', 'é'],
    ['utf-7', '2b414f6b2d2079656c6c6f77202b2d', 'é yellow +'],
    ['iso-2022-kr', '1b2429430e4176332d41563f210f20610a0e41770f', '지난주에 a\n직'],
    ['hz-gb-2312', '7e7b4e52494f7e7d7e7e200a7e7b355a7e7d', '我上~ \n第'],
  ]
  for (const [charset, hex, text] of bodies) {
    it(`reads ${charset}`, async () => {
      const raw = Buffer.concat([
        Buffer.from(`${HEADER}Content-Type: text/plain; charset="${charset}"\n\n`),
        Buffer.from(hex, 'hex'),
      ])
      assert.equal((await parse(raw)).text, text)
    })
  }

  it('reads iso-2022-jp, whose escape sequences look like text', async () => {
    assert.equal(
      (await parse(`${HEADER}Content-Type: text/plain; charset=ISO-2022-JP\n\n\x1b$B$3$s\x1b(B ok`)).text,
      'こん ok',
    )
  })

  const words: readonly [string, string][] = [
    ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
    ['=?iso-8859-1?Q?Caf=E9_am_Eck?=', 'Café am Eck'],
    ['=?utf-8?Q?split_=E2=82?= =?utf-8?Q?=AC_sign?=', 'split € sign'],
    ['=?utf-8?B?w6k=?=\n =?utf-8?B?w6k=?=', 'éé'],
    ['=?UTF-8*en?Q?caf=C3=A9?=', 'café'],
    ['Re: =?gb2312?B?xOO6ww==?= !', 'Re: 你好 !'],
    ['=?utf-8?Q?unfinished', '=?utf-8?Q?unfinished'],
    ['=?nonsense?Q?caf=E9?=', 'café'],
    ['=?utf-8?Q?has a space=21?=', 'has a space!'],
    ['=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
    ['plain =?', 'plain =?'],
  ]
  for (const [header, text] of words) {
    it(`decodes ${JSON.stringify(header)}`, async () => {
      assert.equal((await parse(`Subject: ${header}\n\nx`)).subject, text)
    })
  }

  it('decodes undeclared text in a set declared elsewhere in the mail, else in Windows-1252', async () => {
    assert.equal((await parse('Subject: caf\xe9\n\nna\xefve \x80')).text, 'naïve €')
    assert.equal((await parse('Subject: caf\xe9\n\nx')).subject, 'café')
    const cyrillic = await parse('Subject: \xf0\xd2\nContent-Type: text/plain; charset=koi8-r\n\n\xf0\xd2')
    assert.deepEqual([cyrillic.subject, cyrillic.text], ['Пр', 'Пр'])
    const mislabelled = await parse(`${HEADER}Content-Type: text/plain; charset=utf-8\n\ncaf\xe9`)
    assert.equal(mislabelled.text, 'café')
    const quoted = `${HEADER}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9`
    assert.equal((await parse(quoted)).text, 'café')
  })

  it('detects the character set of each part separately', async () => {
    const mail = await parse(
      `${HEADER}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n\xc3\xa9\n` +
        '--b\n\n\xe9\n--b\nContent-Type: text/plain; charset=iso-8859-15\n\n\xa4\n--b--\n',
    )
    assert.equal(mail.text.replace(/\s+/g, ' '), 'é é €')
  })

  it('reads raw UTF-8 headers', async () => {
    assert.equal((await parse(Buffer.from('Subject: Grüße\n\nx'))).subject, 'Grüße')
  })
})

describe('bodies and attachments', () => {
  it('prefers HTML among alternatives and keeps the plain text', async () => {
    const mail = await parse(
      multipart(
        'alternative',
        'Content-Type: text/plain\n\nplain',
        'Content-Type: text/html\n\n<p onclick=x()>rich</p>',
      ),
    )
    assert.deepEqual([mail.content_type, mail.html, mail.text], ['text/html', '<p>rich</p>', 'plain'])
  })

  it('derives the text from the HTML if there is no text, and ignores HTML that shows nothing', async () => {
    const rich = await parse(`${HEADER}Content-Type: text/html\n\n<h1>Hi</h1>&amp; bye`)
    assert.equal(rich.text, 'Hi\n& bye')
    const blank = multipart(
      'alternative',
      'Content-Type: text/plain\n\nplain',
      'Content-Type: text/html\n\n<style>a{}</style>',
    )
    assert.deepEqual([(await parse(blank)).html, (await parse(blank)).content_type], [null, 'text/plain'])
  })

  it('keeps attachments with safe names', async () => {
    const mail = await parse(
      multipart(
        'mixed',
        'Content-Type: text/plain\n\nsee below',
        named('; name="a.pdf"'),
        named('\nContent-Disposition: attachment; filename="C:\\\\temp\\\\b.pdf"'),
        named('\nContent-Disposition: attachment; filename="../../../etc/passwd"'),
        named("\nContent-Disposition: attachment; filename*=utf-8''%E2%82%AC%20rates.pdf"),
        named('\nContent-Disposition: attachment; filename="=?utf-8?Q?caf=C3=A9.pdf?="'),
        named('\nContent-Disposition: attachment; filename=".."'),
        named('\nContent-Disposition: attachment'),
      ),
    )
    const names = mail.attachments.map(({ filename }) => filename)
    assert.deepEqual(names, [
      'a.pdf',
      'b.pdf',
      'passwd',
      '€ rates.pdf',
      'café.pdf',
      'attachment-6.pdf',
      'attachment-7.pdf',
    ])
    assert.ok(mail.attachments.every(({ data, inline }) => data.toString() === 'hello' && !inline))
    assert.equal(mail.text, 'see below')
  })

  it('distinguishes embedded images from attached ones', async () => {
    const html = 'Content-Type: text/html\n\n<img src="cid:one%40x"><img src="data:image/gif;base64,R0lG">'
    const mail = await parse(multipart('related', html, picture('one@x'), picture('two@x')))
    assert.deepEqual(
      mail.attachments.map(({ content_id, inline }) => [content_id, inline]),
      [
        ['one@x', true],
        ['two@x', false],
        ['image1@data', true],
      ],
    )
    assert.equal(mail.html, '<img src="cid:one%40x"><img src="cid:image1@data">')
  })

  it('attaches an embedded mail', async () => {
    const mail = await parse(
      multipart('mixed', 'Content-Type: text/plain\n\nfwd', `Content-Type: message/rfc822\n\n${HEADER}\ninner`),
    )
    assert.deepEqual(
      mail.attachments.map(({ filename }) => filename),
      ['Printer.eml'],
    )
    assert.match(mail.attachments[0]?.data.toString() ?? '', /Subject: Printer[^]*inner/)
    assert.equal(mail.text, 'fwd')
  })

  it('reads an unterminated multipart message, and one without a boundary', async () => {
    const open = `${HEADER}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nneedle`
    assert.equal((await parse(open)).text, 'needle')
    assert.match((await parse(`${HEADER}Content-Type: multipart/mixed\n\nneedle`)).subject, /Printer/)
  })

  it('cuts a text that is too long and attaches it in full', async () => {
    const mail = await parse(`${HEADER}\n${'x'.repeat(1_600_000)}`)
    assert.equal(mail.text.length, 1_500_000)
    // The parser ends the text with a line break.
    assert.deepEqual(
      mail.attachments.map(({ filename, data }) => [filename, data.length]),
      [['message.txt', 1_600_001]],
    )
  })
})
