import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { createApp } from '../app.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { rawRequest, writeRaw } from './raw-http.ts'
import { type World, world } from './world.ts'

let w: World
/** The address of the service, which starts to listen on first use. */
const listening = async () => (w.app.http.server.listening ? w.app.http.listeningOrigin : w.listen())

before(async () => {
  w = await world()
})
after(() => w.close())

/** Attaches a file to the article with the text `to` (after `!` if it is internal). The URL is for `Label printer offline`. */
async function attach(name: string, type: string | undefined, content: string | Uint8Array, to = 'It blinks red.') {
  const { sha256, size } = await w.desk.files.put(Buffer.from(content))
  const article_id = w.ids[to] as number
  const id = await unitOfWork(w.desk, systemUser, async (unit) => {
    const stored = await unit.db.sql
      .selectFrom('stored_files')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    const store_file_id = stored?.id ?? (await insert(unit, 'stored_file', { sha256, size, created_at: unit.now }))
    const preferences = type === undefined ? {} : { 'Content-Type': type }
    return insert(unit, 'attachment', { article_id, store_file_id, filename: name, size, preferences })
  })
  return { id, sha256, url: `ticket_attachment/${w.ids['Label printer offline']}/${article_id}/${id}` }
}

test('a file is downloaded unchanged, with its type, size and name', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
  const { url } = await attach('log.txt', 'text/plain; charset=latin1', bytes)
  const base = await listening()
  const reply = await fetch(`${base}/api/v1/${url}`, { headers: { authorization: `Token ${w.tokens.rita}` } })
  assert.deepEqual(new Uint8Array(await reply.arrayBuffer()), bytes)
  assert.equal(reply.headers.get('content-type'), 'text/plain')
  assert.equal(reply.headers.get('content-length'), '70000')
  assert.equal(reply.headers.get('content-disposition'), `attachment; filename="log.txt"; filename*=UTF-8''log.txt`)
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
})

test('an article lists its files, with sizes as strings of digits', async () => {
  const { id } = await attach('a & b.pdf', 'application/pdf', '%PDF', 'We are out of toner')
  const { json } = await w.request(`ticket_articles/${w.ids['We are out of toner']}`, { as: 'rita' })
  assert.deepEqual(json.attachments, [
    {
      id,
      store_file_id: json.attachments[0].store_file_id,
      filename: 'a & b.pdf',
      size: '4',
      preferences: { 'Content-Type': 'application/pdf' },
    },
  ])
})

const names: [name: string, plain: string, encoded: string][] = [
  ['plain.txt', 'plain.txt', 'plain.txt'],
  ['two words.txt', 'two words.txt', 'two%20words.txt'],
  ['quote".txt', 'quote_.txt', 'quote%22.txt'],
  ['back\\slash.txt', 'back_slash.txt', 'back%5Cslash.txt'],
  ["it's (a) *.txt", "it's (a) *.txt", 'it%27s%20%28a%29%20%2A.txt'],
  ['Rechnung für Öl.pdf', 'Rechnung f_r _l.pdf', 'Rechnung%20f%C3%BCr%20%C3%96l.pdf'],
  ['\u{1f600}.png', '__.png', '%F0%9F%98%80.png'],
  ['a\r\nSet-Cookie: x=1\r\n\r\n<b>', 'a__Set-Cookie: x=1____<b>', 'a%0D%0ASet-Cookie%3A%20x%3D1%0D%0A%0D%0A%3Cb%3E'],
  ['..%2f..%2fetc', '.._2f.._2fetc', '..%252f..%252fetc'],
  ['../../etc/passwd', '../../etc/passwd', '..%2F..%2Fetc%2Fpasswd'],
  ['a;b="c".txt', 'a;b=_c_.txt', 'a%3Bb%3D%22c%22.txt'],
  ['\ud800.txt', '_.txt', '%EF%BF%BD.txt'],
  ['', '', ''],
]
for (const [name, plain, encoded] of names) {
  test(`the name ${JSON.stringify(name)} is written for old and new clients (RFC 6266)`, async () => {
    const { url } = await attach(name, 'image/png', 'x')
    for (const kind of ['attachment', 'inline']) {
      const reply = await w.request(`${url}?disposition=${kind}`, { as: 'rita' })
      assert.equal(reply.status, 200)
      const expected = `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
      assert.equal(reply.headers['content-disposition'], expected)
      assert.equal(reply.headers['set-cookie'], undefined)
    }
  })
}

const harmless = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'IMAGE/PNG; x=y',
]
const active = [
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/xml',
  'text/javascript',
  'text/ecmascript',
  'text/xsl',
  'text/cache-manifest',
  'application/xhtml+xml',
  'application/xml',
  'application/rss+xml',
  'application/mathml+xml',
  'application/javascript',
  'application/x-javascript',
  'application/x-shockwave-flash',
  'image/svg+xml',
  'image/svg',
  'message/rfc822',
  'multipart/x-mixed-replace',
  'nonsense',
  'a/b/c',
  'image/png\r\nX-Evil: 1',
  ' text/html',
  '',
]
test('active content is neither shown inline nor sent with its media type', async () => {
  for (const type of [...active, undefined]) {
    const { url } = await attach('file', type, '<script>alert(1)</script>')
    for (const query of ['', '?disposition=inline', '?view=inline', '?view=preview']) {
      const reply = await w.request(`${url}${query}`, { as: 'rita' })
      assert.match(reply.headers['content-disposition'] ?? '', /^attachment;/, String(type))
      assert.equal(reply.headers['x-evil'], undefined)
      const activeType = /html|xml|script|svg|xsl|manifest|multipart|flash|rfc822/i
      assert.doesNotMatch(reply.headers['content-type'] ?? '', activeType, String(type))
      assert.match(reply.headers['content-security-policy'] ?? '', /sandbox/)
    }
  }
})

test('images and PDF files are shown inline by default, other harmless files on request', async () => {
  for (const type of harmless) {
    const { url } = await attach('file', type, 'x')
    const saved = await w.request(`${url}?disposition=attachment`, { as: 'rita' })
    assert.match(saved.headers['content-disposition'] ?? '', /^attachment;/)
    const byDefault = type === 'text/plain' ? /^attachment;/ : /^inline;/
    for (const query of ['', '?view=preview']) {
      const reply = await w.request(`${url}${query}`, { as: 'rita' })
      assert.match(reply.headers['content-disposition'] ?? '', byDefault, type)
    }
    for (const query of ['?disposition=inline', '?view=inline']) {
      const reply = await w.request(`${url}${query}`, { as: 'rita' })
      assert.match(reply.headers['content-disposition'] ?? '', /^inline;/, type)
    }
  }
})

/** The status of an address for each caller. */
async function statuses(url: string): Promise<Record<string, number>> {
  const byCaller: Record<string, number> = {}
  for (const as of ['rita', 'ines', 'nils', 'maya', 'zoe', 'omar', 'admin', 'plain', 'anonymous'] as const) {
    byCaller[as] = (await w.request(url, { as })).status
  }
  return byCaller
}

test('files are readable with their article only; files of internal articles by agents only', async () => {
  const open = await attach('open.txt', 'text/plain', 'open')
  const hidden = await attach('hidden.txt', 'text/plain', 'secret', '!Spare drum ordered from Kyocera')
  const others = { zoe: 403, omar: 403, admin: 403, plain: 403, anonymous: 403 }
  assert.deepEqual(await statuses(open.url), { rita: 200, ines: 200, nils: 200, maya: 200, ...others })
  assert.deepEqual(await statuses(hidden.url), { rita: 200, ines: 200, nils: 403, maya: 403, ...others })
})

test('an address of unrelated records is 403, of a missing record 404', async () => {
  const { id } = await attach('x.txt', 'text/plain', 'x')
  const ticket = w.ids['Label printer offline']
  const article = w.ids['It blinks red.']
  const other = w.ids['We are out of toner']
  const cases: [string, number, string][] = [
    [`${w.ids['Paper jam again']}/${article}/${id}`, 403, 'Not authorized'],
    [`${ticket}/${other}/${id}`, 403, 'Not authorized'],
    [`${ticket}/${article}/999999`, 404, "Couldn't find Store with 'id'=999999"],
    [`${ticket}/999999/${id}`, 404, "Couldn't find Ticket::Article with 'id'=999999"],
    [`abc/${article}/${id}`, 404, "Couldn't find Ticket with 'id'=abc"],
    [`${ticket}/${article}/..`, 404, ''],
  ]
  for (const [path, status, error] of cases) {
    const reply = await w.request(`ticket_attachment/${path}`, { as: 'rita' })
    assert.equal(reply.status, status, path)
    if (error !== '') assert.equal(reply.json.error, error)
  }
})

test('a file missing on disk is 404 with a message, and logged', async () => {
  const { url, sha256 } = await attach('gone.txt', 'text/plain', 'will be gone')
  await rm(join(w.desk.files.place, sha256.slice(0, 2), sha256.slice(2)))
  const reply = await w.request(url, { as: 'rita' })
  assert.equal(reply.status, 404)
  assert.equal(reply.json.error, 'The stored file is missing on the server.')
  const [{ fields } = { fields: {} }] = w.logged.splice(0)
  assert.match(String((fields as { error?: Error }).error?.cause), new RegExp(`stored file ${sha256} is missing`))
})

for (const [size, kind] of [
  [1000, 'small'],
  [400_000, 'large'],
] as const) {
  test(`a ${kind} file that is too short or too long, or has a wrong byte, is rejected, and repaired when it is stored again`, async () => {
    const base = await listening()
    const content = Buffer.alloc(size, kind)
    const { url, sha256 } = await attach('damaged.bin', undefined, content)
    const path = join(w.desk.files.place, sha256.slice(0, 2), sha256.slice(2))
    const request = async () => {
      const reply = await fetch(`${base}/api/v1/${url}`, { headers: { authorization: `Token ${w.tokens.rita}` } })
      return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
    }
    const wrong = Buffer.from(content)
    wrong[size - 1] = 0
    for (const damaged of [content.subarray(0, -1), wrong, Buffer.concat([content, content])]) {
      await writeFile(path, damaged)
      const refused = await request()
      assert.equal(refused.status, 404)
      assert.match(refused.bytes.toString(), /The stored file is damaged on the server\./)
      await attach('again.bin', undefined, content)
      assert.deepEqual(await request(), { status: 200, bytes: content })
    }
    assert.equal(w.logged.splice(0).length, 3)
  })
}

test('an unreadable file is rejected like a missing one', async () => {
  const { url, sha256 } = await attach('unreadable.bin', undefined, Buffer.from('unreadable'))
  const path = join(w.desk.files.place, sha256.slice(0, 2), sha256.slice(2))
  await rm(path)
  await mkdir(path)
  const reply = await w.request(url, { as: 'rita' })
  assert.deepEqual([reply.status, reply.json.error], [404, 'The stored file is unreadable on the server.'])
  assert.equal(w.logged.splice(0).length, 1)
})

test('the connection is aborted if a file changes while it is sent', async () => {
  const base = await listening()
  const { url, sha256 } = await attach('late.bin', undefined, Buffer.alloc(20_000_000, 'late'))
  const path = join(w.desk.files.place, sha256.slice(0, 2), sha256.slice(2))
  const request = get(`${base}/api/v1/${url}`, { headers: { authorization: `Token ${w.tokens.rita}` } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  await truncate(path, 19_000_000)
  await assert.rejects(async () => {
    for await (const _ of reply);
  }, /aborted/)
})

test('a matching If-None-Match gets 304, HEAD gets the headers, and no file stays open', async () => {
  const opened: { destroyed: boolean; closed: Promise<void> }[] = []
  const files: typeof w.desk.files = {
    ...w.desk.files,
    async open(sha256) {
      const content = await w.desk.files.open(sha256)
      opened.push({
        get destroyed() {
          return content.body.destroyed
        },
        closed: new Promise((resolve) => content.body.once('close', resolve)),
      })
      return content
    },
  }
  const app = await createApp({ ...w.desk, files })
  const { url } = await attach('big.bin', undefined, new Uint8Array(300_000))
  const headers = { authorization: `Token ${w.tokens.rita}` }
  const first = await app.http.inject({ url: `/api/v1/${url}`, headers })
  const again = { ...headers, 'if-none-match': String(first.headers.etag) }
  const second = await app.http.inject({ url: `/api/v1/${url}`, headers: again })
  assert.equal(second.statusCode, 304)
  assert.equal(second.body, '')
  const head = await app.http.inject({ method: 'HEAD', url: `/api/v1/${url}`, headers })
  assert.equal(head.headers['content-length'], '300000')
  assert.equal(head.body, '')
  assert.equal(opened.length, 3)
  await Promise.all(opened.map(({ closed }) => closed))
  assert.ok(opened.every(({ destroyed }) => destroyed))
  await app.http.close()
})

test('a client may disconnect in the middle of a file', async () => {
  const { url } = await attach('big.bin', undefined, new Uint8Array(5_000_000))
  const base = new URL(w.app.http.listeningOrigin)
  const request = rawRequest(`GET /api/v1/${url}`, [`Authorization: Token ${w.tokens.rita}`])
  const { connect } = await import('node:net')
  await new Promise<void>((resolve) => {
    const socket = connect(Number(base.port), base.hostname, () => socket.write(request))
    socket.once('data', () => socket.destroy())
    socket.once('close', () => resolve())
  })
  assert.equal((await writeRaw(base.href, rawRequest('GET /api/v1/version'))).status, 200)
  assert.deepEqual(w.logged, [])
})
