import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { declareCharsets } from './declare-charsets.ts'
import { parseMail } from './parse.ts'
import { repairParts } from './part-repairs.ts'

/** Texts, and their bytes in base64. */
const texts: readonly [charset: string, text: string, bytes: string][] = [
  [
    'shift_jis',
    '注文したプリンターがまだ届いていません。追跡番号を教えてください。',
    'ko2VtoK1gr2DdoOKg5ODXoFbgqqC3IK+k82CooLEgqKC3IK5gvGBQpLHkNWU1I2GgvCLs4KmgsSCrYK+grOCooFC',
  ],
  [
    'euc-jp',
    '注文したプリンターがまだ届いていません。追跡番号を教えてください。',
    'w+3KuKS3pL+l16XqpfOlv6G8pKyk3qTAxs+kpKTGpKSk3qS7pPOho8TJwNfI1rnmpPK2taSopMakr6TApLWkpKGj',
  ],
  [
    'gb2312',
    '我上周订购的打印机还没有收到，请告诉我快递单号和预计送达时间。',
    'ztLJz9bctqm5urXEtPLTobv6u7nDu9PQytW1vaOsx+u45svfztK/7LXdtaW6xbrN1KS8xsvNtO/KsbzkoaM=',
  ],
  [
    'big5',
    '我上週訂購的印表機還沒有收到，請告訴我快遞單號和預計送達時間。',
    'p9qkV7ZnrXHByqq6pkyq7b73wdmoU6azpqyo7KFBvdCnabZEp9qn1ru8s+a4ualNuXetcLBluUauybahoUM=',
  ],
  [
    'euc-kr',
    '지난주에 주문한 프린터가 아직 도착하지 않았습니다. 배송 번호를 알려 주세요.',
    'wfazrcHWv6Egwda5rsfRIMfBuLDFzbChIL7GwfcgtbXC+MfPwfYgvsq+0r3AtM+02S4guei82yC5+MijuKYgvsu3wSDB1ry8v+Qu',
  ],
  [
    'iso-2022-jp',
    '注文したプリンターがまだ届いていません。',
    'GyRCQ21KOCQ3JD8lVyVqJXMlPyE8JCwkXiRARk8kJCRGJCQkXiQ7JHMhIxsoQg==',
  ],
  [
    'koi8-r',
    'Принтер, который я заказал на прошлой неделе, ещё не пришёл.',
    '8NLJztTF0iwgy8/Uz9LZyiDRINrBy8HawcwgzsEg0NLP28zPyiDOxcTFzMUsIMXdoyDOxSDQ0snbo8wu',
  ],
  [
    'windows-1253',
    'Ο εκτυπωτής που παρήγγειλα δεν έχει φτάσει ακόμα, πείτε μου τον αριθμό.',
    'zyDl6vT18Pn03vIg8O/1IPDh8d7j4+Xp6+Eg5OXtIN335ekg9vTc8+XpIOHq/OzhLCDw5d/05SDs7/Ug9O/tIOHx6ejs/C4=',
  ],
  [
    'tis-620',
    'เครื่องพิมพ์ที่สั่งซื้อเมื่อสัปดาห์ที่แล้วยังไม่มาถึง กรุณาแจ้งหมายเลข',
    '4KTD1+jNp77Uwb7st9XoytHop6vX6c3gwdfozcrRu7TSy+y31ejhxenHwtGn5MHowdK21qcgocPYs9LhqOmny8HSwuDFog==',
  ],
  [
    'utf-8',
    'Der Drucker ist für das Büro, die Größe müsste für die Schläuche geprüft werden, natürlich möchten wir später über Gebühren sprechen, schöne Grüße aus München',
    'RGVyIERydWNrZXIgaXN0IGbDvHIgZGFzIELDvHJvLCBkaWUgR3LDtsOfZSBtw7xzc3RlIGbDvHIgZGllIFNjaGzDpHVjaGUgZ2VwcsO8ZnQgd2VyZGVuLCBuYXTDvHJsaWNoIG3DtmNodGVuIHdpciBzcMOkdGVyIMO8YmVyIEdlYsO8aHJlbiBzcHJlY2hlbiwgc2Now7ZuZSBHcsO8w59lIGF1cyBNw7xuY2hlbg==',
  ],
  [
    'iso-8859-1',
    'Der Drucker ist für das Büro, die Größe müsste für die Schläuche geprüft werden, natürlich möchten wir später über Gebühren sprechen, schöne Grüße aus München, Jürgen Müller, «für»äöü',
    'RGVyIERydWNrZXIgaXN0IGb8ciBkYXMgQvxybywgZGllIEdy9t9lIG38c3N0ZSBm/HIgZGllIFNjaGzkdWNoZSBnZXBy/GZ0IHdlcmRlbiwgbmF0/HJsaWNoIG32Y2h0ZW4gd2lyIHNw5HRlciD8YmVyIEdlYvxocmVuIHNwcmVjaGVuLCBzY2j2bmUgR3L832UgYXVzIE38bmNoZW4sIEr8cmdlbiBN/GxsZXIsIKtm/HK75Pb8',
  ],
]

const parse = (head: string, body: Buffer) =>
  parseMail(Buffer.concat([Buffer.from(`From: a@x.example\n${head}\n\n`, 'latin1'), body]), {
    envelope: null,
    file_time: null,
    now: Date.parse('2026-03-02T09:00:00Z'),
  })

const as = (charset: string) => `Content-Type: text/plain; charset="${charset}"`

describe('character sets that are missing or wrong', () => {
  for (const [charset, text, base64] of texts) {
    const bytes = Buffer.from(base64, 'base64')
    it(`reads undeclared ${charset}`, async () => {
      assert.equal((await parse('Subject: x', bytes)).text, text)
      assert.equal((await parse('Content-Transfer-Encoding: base64', Buffer.from(base64))).text, text)
    })

    for (const wrong of ['us-ascii', 'utf-8', 'iso-8859-1', 'windows-1252', 'x-unknown', '']) {
      it(`reads ${charset} declared as "${wrong}"`, async () => {
        assert.equal((await parse(as(wrong), bytes)).text, text)
      })
    }

    it(`reads raw headers in ${charset}, and encoded words that declare another set`, async () => {
      const word = `=?utf-8?B?${base64}?=`
      const mail = await parse(`Subject: ${bytes.toString('latin1')}\nTo: ${word} <b@x.example>`, bytes)
      assert.deepEqual([mail.subject, mail.to[0]?.name], [text, text])
    })
  }

  it('follows a declaration in spite of a few broken characters', async () => {
    const [, text, base64] = texts.find(([charset]) => charset === 'gb2312') ?? ['', '', '']
    const broken = Buffer.concat([
      ...Array.from({ length: 3 }, () => Buffer.from(base64, 'base64')),
      Buffer.from([0xff]),
    ])
    assert.equal((await parse(as('gb2312'), broken)).text, `${text.repeat(3)}\uFFFD`)
  })

  it('reads Western text with decoration, and text too short for detection, declared or not', async () => {
    for (const [text, bytes] of [
      ['»»»» caf\u00e9 ««««', '\xbb\xbb\xbb\xbb caf\xe9 \xab\xab\xab\xab'],
      ['ÀÉÎÕÜ', '\xc0\xc9\xce\xd5\xdc'],
      ['€ 1.000,–', '\x80 1.000,\x96'],
    ] as const) {
      assert.equal((await parse(as('iso-8859-1'), Buffer.from(bytes, 'latin1'))).text, text)
      assert.equal((await parse('Subject: x', Buffer.from(bytes, 'latin1'))).text, text)
    }
  })

  it('uses a set declared elsewhere in the mail for text too short for detection', async () => {
    const subject = 'Subject: =?koi8-r?B?8NLJ18XU?='
    assert.equal((await parse(subject, Buffer.from('8NLJ18XU', 'base64'))).text, 'Привет')
  })

  it('reads plain text that a mailing list appended to base64', async () => {
    const text = 'Grüße und ein Satz, der länger ist als eine Zeile in base64, damit es zwei werden.'
    const base64 = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')
    const footer = '_______________\nList mailing list\nlist@x.example\n'
    const type = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64'
    const whole = await parse(type, Buffer.from(`${base64}\n${footer}`))
    assert.equal(whole.text.replace(/\s+/g, ' '), `${text} ${footer.replace(/\s+/g, ' ').trim()}`)
    const part = `--b\n${type}\n\n${base64}\n${footer}--b\nContent-Type: image/png\n\nx\n--b--\n`
    const mixed = await parse('Content-Type: multipart/mixed; boundary=b', Buffer.from(part))
    assert.deepEqual([mixed.text, mixed.attachments.length], [whole.text, 1])
  })

  it('decodes a character that is split between two encoded words', async () => {
    const subject = '=?utf-8?Q?split_=E2=82?= =?utf-8?Q?=AC_sign?='
    assert.equal((await parse(`Subject: ${subject}`, Buffer.from([0xe9]))).subject, 'split € sign')
  })

  it('detects the set of a mail at most once, even if none fits', (t) => {
    const decodedTexts = (count: number) => {
      const parts = '--b\nContent-Type: text/plain\n\n\x81\n'.repeat(count)
      const raw = `Content-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`
      const message = repairParts(Buffer.from(raw, 'latin1'))
      assert.ok(message)
      const toString = t.mock.method(Buffer.prototype, 'toString')
      declareCharsets(message)
      toString.mock.restore()
      return toString.mock.callCount()
    }
    // The detection decodes all texts: if each part repeated it, twice as many parts would need four times as many.
    assert.ok(decodedTexts(20) < 3 * decodedTexts(10))
  })
})
