import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { type World, world } from '../../testing/world.ts'
import { parseMail } from './parse.ts'

let w: World
let ticket: number
before(async () => {
  w = await world()
  ticket = w.ids['Label printer offline'] as number
})
after(() => w.close())

const origin = { envelope: null, file_time: null, now: Date.parse('2026-03-02T09:00:00.000Z') }
const post = async (more: object) => {
  const body = { ticket_id: ticket, type: 'email', to: 'nils@bakery.example', body: 'x', ...more }
  const reply = await w.request('ticket_articles', { method: 'POST', as: 'rita', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json
}
const plain = (id: number, as: 'rita' | 'nils' | 'zoe' = 'rita') => w.request(`ticket_article_plain/${id}`, { as })
const read = async (id: number) => parseMail(Buffer.from((await plain(id)).text), origin)

test('the mail of an article can be parsed, and has its content', async () => {
  const attachments = [
    {
      filename: 'Rechnung für Öl.pdf',
      data: Buffer.alloc(1000, 'ä').toString('base64'),
      'mime-type': 'application/pdf',
    },
    { filename: 'empty.txt', data: '', 'mime-type': 'text/plain' },
  ]
  const { id } = await post({
    sender: 'Customer',
    from: '"Brandt, Zoë" <zoe@bakery.example>',
    to: 'Jürgen Weiß <j@x.example>, plain@x.example',
    cc: 'c@x.example',
    subject: `Toner ist leer: ${'Ölofen '.repeat(30)}`,
    message_id: '<one@x.example>',
    in_reply_to: '<zero@x.example>',
    references: '<a@x.example> <b@x.example>',
    body: '<p>Grüße \u{1f600}</p>',
    content_type: 'text/html',
    attachments,
  })
  const reply = await plain(id)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'message/rfc822')
  assert.match(reply.headers['content-disposition'] as string, /^attachment; filename="article-\d+\.eml"$/)
  assert.ok(reply.text.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line)))
  const mail = await read(id)
  assert.equal(mail.subject, `Toner ist leer: ${'Ölofen '.repeat(30)}`.trim())
  assert.deepEqual([mail.sender.name, mail.sender.address], ['Brandt, Zoë', 'zoe@bakery.example'])
  assert.deepEqual(
    mail.to.map(({ address }) => address),
    ['j@x.example', 'plain@x.example'],
  )
  assert.equal(mail.to[0]?.name, 'Jürgen Weiß')
  assert.equal(mail.message_id, '<one@x.example>')
  assert.deepEqual([mail.in_reply_to, mail.references], [['<zero@x.example>'], ['<a@x.example>', '<b@x.example>']])
  assert.match(mail.html ?? '', /Grüße \u{1f600}/u)
  const [first] = mail.attachments
  assert.equal(first?.filename, 'Rechnung für Öl.pdf')
  assert.deepEqual(first?.data, Buffer.alloc(1000, 'ä'))
})

test('no content of an article can inject a header', async () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 200 })
    .map((one) => `x ${one.replaceAll('\0', '')} x`)
  await fc.assert(
    fc.asyncProperty(text, text, async (subject, from) => {
      const { id } = await post({
        sender: 'Customer',
        subject: `${subject}\r\nBcc: evil@x.example`,
        from: `${from}\r\nBcc: y`,
      })
      const { status, text: source } = await plain(id)
      assert.equal(status, 200)
      const [head = ''] = source.split('\r\n\r\n')
      for (const line of head.split('\r\n')) {
        assert.match(line, /^([A-Z][\w-]*:| )[\x20-\x7e]*$/)
        assert.doesNotMatch(line, /^Bcc/)
      }
    }),
    { numRuns: 40 },
  )
})

test('the mail of an article has an ETag and is refused to callers who may not read it; a note has no mail', async () => {
  const mail = await post({ internal: true })
  assert.equal((await plain(mail.id, 'nils')).status, 403)
  assert.equal((await plain(mail.id, 'zoe')).status, 403)
  const note = await post({ type: 'note' })
  assert.equal((await plain(note.id)).status, 404)
  assert.equal((await plain(999_999)).status, 404)
  const etag = (await plain(mail.id)).headers['etag'] as string
  const again = await w.request(`ticket_article_plain/${mail.id}`, { as: 'rita', headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})

test('no errors are logged', () => assert.deepEqual(w.logged, []))
