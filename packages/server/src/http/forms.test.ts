import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../testing/world.ts'

/** Writes a multipart body of fields and files like a browser. */
const multipart = (parts: readonly (readonly [name: string, value: string, file?: string, type?: string])[]) =>
  `${parts
    .map(([name, value, file, type]) => {
      const about = file === undefined ? '' : `; filename="${file}"\r\nContent-Type: ${type}`
      return `--X\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n${value}\r\n`
    })
    .join('')}--X--\r\n`

describe('forms', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  const form = 'application/x-www-form-urlencoded'
  const send = (url: string, body: string | Buffer, type: string, as: 'rita' | 'nils' = 'rita') =>
    w.request(url, { method: 'POST', as, body: body as string, headers: { 'content-type': type } })

  const multi = 'multipart/form-data; boundary=X'

  test('a form with nested keys creates a ticket with an article', async () => {
    const body = [
      'title=Caf%C3%A9+is+closed',
      'group=Printers',
      'customer=nils%40desk.example',
      'article[body]=It%27s%20dark',
      'article[internal]=true',
      'article[attachments][0][filename]=a.txt',
      'article[attachments][0][data]=aGVsbG8%3D',
      'article[attachments][0][mime-type]=text/plain',
      'tags[]=one',
      'tags[]=two',
    ].join('&')
    const reply = await send('tickets', body, `${form}; charset=utf-8`)
    assert.equal(reply.status, 201, reply.text)
    assert.equal(reply.json.title, 'Café is closed')
    const [article] = (await w.request(`ticket_articles/by_ticket/${reply.json.id}`, { as: 'rita' })).json
    assert.deepEqual([article.body, article.internal], ["It's dark", true])
    assert.equal(article.attachments[0].filename, 'a.txt')
    assert.deepEqual((await w.request(`tags?object=Ticket&o_id=${reply.json.id}`, { as: 'rita' })).json.tags, [
      'one',
      'two',
    ])
  })

  test('numbers in brackets are the keys of a map unless they number the entries of a list', async () => {
    const { Network: network = 0, Printers: printers = 0 } = w.ids
    const fields = [
      'firstname=Greta',
      'email=greta@desk.example',
      'roles[0]=Agent',
      `group_ids[${network}]=read`,
      `group_ids[${printers}][]=change`,
      `group_ids[${printers}][]=read`,
    ]
    const reply = await w.request('users', {
      method: 'POST',
      body: fields.join('&'),
      headers: { 'content-type': form },
    })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.json.group_ids, { [network]: ['read'], [printers]: ['change', 'read'] })
  })

  test('entries of a list can be given without numbers', async () => {
    const files = ['one', 'two'].flatMap((name) => [
      `attachments[][filename]=${name}.txt`,
      `attachments[][data]=aGVsbG8%3D`,
      `attachments[][mime-type]=text/plain`,
    ])
    const body = [`ticket_id=${w.ids['Label printer offline']}`, 'body=Both', ...files].join('&')
    const { status, json, text } = await send('ticket_articles', body, form)
    assert.equal(status, 201, text)
    const names = json.attachments.map(({ filename }: Record<string, unknown>) => filename)
    assert.deepEqual(names, ['one.txt', 'two.txt'])
  })

  test('a query string has the notation of forms', async () => {
    const condition = 'condition[ticket.title][operator]=is&condition[ticket.title][value]=Label printer offline'
    const { json } = await w.request(`tickets/search?expand=true&${condition}`, { as: 'rita' })
    assert.deepEqual(
      json.map(({ title }: Record<string, unknown>) => title),
      ['Label printer offline'],
    )
    const twice = await w.request(`tickets/search?condition={}&${condition}`, { as: 'rita' })
    assert.match(twice.json.error, /^condition: given more than once/)
    const deep = await w.request(`tickets/search?a${'[b]'.repeat(9)}=1`, { as: 'rita' })
    assert.match(deep.json.error, /^query: nested too deep/)
  })

  test('a file that is uploaded ahead is private, is attached to the article with the same form_id, and can be copied', async () => {
    const reply = await send(
      'attachments',
      multipart([
        ['form_id', '77'],
        ['File', 'hello\0world', 'lög.txt', 'text/plain'],
      ]),
      multi,
    )
    assert.equal(reply.status, 200, reply.text)
    const { id, ...data } = reply.json.data
    assert.deepEqual(data, { filename: 'lög.txt', size: 11, contentType: 'text/plain' })
    assert.equal((await w.request(`attachments/${id}`, { as: 'rita' })).text, 'hello\0world')
    assert.equal((await w.request(`attachments/${id}`, { as: 'nils' })).status, 404)
    assert.equal((await w.request(`attachments/${id}`, { as: 'nils', method: 'DELETE' })).status, 404)
    const ticket_id = w.ids['Label printer offline']
    const theirs = await w.request('ticket_articles', {
      as: 'nils',
      method: 'POST',
      body: { ticket_id, body: 'x', form_id: '77' },
    })
    assert.deepEqual(theirs.json.attachments, [])
    const created = await w.request('ticket_articles', {
      as: 'rita',
      method: 'POST',
      body: { ticket_id, body: 'x', form_id: 77 },
    })
    assert.equal(created.json.attachments[0].filename, 'lög.txt')
    assert.equal((await w.request(`attachments/${id}`, { as: 'rita' })).status, 404)
    const clone = await w.request(`ticket_attachment_upload_clone_by_article/${created.json.id}`, {
      as: 'rita',
      method: 'POST',
      body: { form_id: 78 },
    })
    assert.deepEqual(
      clone.json.attachments.map(({ filename, size }: Record<string, unknown>) => [filename, size]),
      [['lög.txt', '11']],
    )
    const [{ id: copy }] = clone.json.attachments
    const cloneOnly = (attachment_ids: readonly number[]) =>
      w.request(`ticket_attachment_upload_clone_by_article/${created.json.id}`, {
        as: 'rita',
        method: 'POST',
        body: { form_id: 79, attachment_ids },
      })
    assert.equal((await cloneOnly([])).json.attachments.length, 0)
    assert.equal((await cloneOnly([created.json.attachments[0].id])).json.attachments[0].filename, 'lög.txt')
    assert.equal((await cloneOnly([1_000_000])).status, 404)
    assert.equal((await w.request('upload_caches/79', { as: 'rita' })).json.attachments.length, 1)
    assert.equal((await w.request(`attachments/${copy}`, { as: 'rita' })).status, 200)
    assert.equal((await w.request('upload_caches/78', { as: 'rita', method: 'DELETE' })).status, 200)
    assert.equal((await w.request(`attachments/${copy}`, { as: 'rita' })).status, 404)
  })

  test('an article and its files can be one multipart body', async () => {
    const ticket = String(w.ids['Label printer offline'])
    const body = multipart([
      ['ticket_id', ticket],
      ['body', 'See both'],
      ['attachments[]', 'one', '../../one.bin', 'application/octet-stream'],
      ['attachments[]', 'two', 'two.html', 'text/html'],
    ])
    const { status, json, text } = await send('ticket_articles', body, multi)
    assert.equal(status, 201, text)
    assert.deepEqual(
      json.attachments.map(({ filename, size }: Record<string, unknown>) => [filename, size]),
      [
        ['one.bin', '3'],
        ['two.html', '3'],
      ],
    )
    const page = await w.request(`ticket_attachment/${ticket}/${json.id}/${json.attachments[1].id}?view=inline`, {
      as: 'rita',
    })
    assert.equal(page.headers['content-type'], 'application/octet-stream')
  })

  for (const [description, body, type] of [
    ['a body that breaks off', '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nbro', multi],
    ['a file that breaks off', '--X\r\nContent-Disposition: form-data; name="File"; filename="a"\r\n\r\nbro', multi],
    ['headers that break off', '--X\r\nContent-Dispo', multi],
    ['a body without a boundary', multipart([['a', 'b']]), 'multipart/form-data'],
    ['a body with another boundary', multipart([['a', 'b']]), 'multipart/form-data; boundary=Y'],
    ['an empty body', '', multi],
    ['percent-encoded bytes that are not UTF-8', Buffer.from('title=%ff'), form],
    ['raw bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), form],
    ['a name that has both a value and nested values', 'title=x&title[a]=y', form],
    ['a deeply nested key', `a${'[b]'.repeat(50)}=1`, form],
    ['a very long list of fields', 'a=1&'.repeat(5000), form],
    ['a key that names the prototype', '__proto__[title]=x&constructor[prototype][group]=Printers', form],
    ['a file where a text belongs', multipart([['title', 'x', 'a.txt', 'text/plain']]), multi],
  ] as const) {
    test(`${description} is rejected`, async () => {
      const reply = await send('tickets', body, type)
      assert.ok(reply.status === 422 || reply.status === 400, `${reply.status} ${reply.text}`)
      assert.ok(reply.json.error)
      assert.equal(({} as Record<string, unknown>)['title'], undefined)
    })
  }

  for (const [file, sentence] of [
    [{ filename: 'a', data: 'aGVsbG8=' }, `Attachment needs 'mime-type' param for attachment with index '0'`],
    [
      { data: 'aGVsbG8=', 'mime-type': 'text/plain' },
      `Attachment needs 'filename' param for attachment with index '0'`,
    ],
    [{ filename: 'a', 'mime-type': 'text/plain' }, `Attachment needs 'data' param for attachment with index '0'`],
    [{ filename: 'a', data: 'aGVsbG8', 'mime-type': 'x/y' }, `Invalid base64 for attachment with index '0'`],
    [{ filename: 'a', data: 'aGVs bG8=', 'mime-type': 'x/y' }, `Invalid base64 for attachment with index '0'`],
    [{ filename: 'a', data: 'a-_sbG8=', 'mime-type': 'x/y' }, `Invalid base64 for attachment with index '0'`],
  ] as const) {
    test(`${JSON.stringify(file)} is not a valid attachment`, async () => {
      const body = { ticket_id: w.ids['Label printer offline'], body: 'x', attachments: [file] }
      const reply = await w.request('ticket_articles', { as: 'rita', method: 'POST', body })
      assert.equal(reply.status, 422)
      assert.equal(reply.json.error, sentence)
    })
  }

  const post = (body: string) =>
    w.request('ticket_articles', {
      as: 'rita',
      method: 'POST',
      body: { ticket_id: w.ids['Label printer offline'], body },
    })

  test('a text of 1,500,000 characters is accepted, a longer one is not', async () => {
    assert.equal((await post('x'.repeat(1_500_001))).status, 422)
    assert.equal((await post('😀'.repeat(1_500_000))).status, 201)
  })

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
