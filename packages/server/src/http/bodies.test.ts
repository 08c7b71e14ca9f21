import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const search = (body: string | Buffer, type = 'application/json') =>
  w.request('tickets/search', { method: 'POST', body, headers: { 'content-type': type } })

test('a JSON body and a query string mean the same and can be combined', async () => {
  const inQuery = await w.request('tickets/search?query=printer&per_page=1&expand=true')
  const inBody = await search('{"query":"printer","per_page":1,"expand":true}')
  assert.equal(inBody.status, 200)
  assert.deepEqual(inBody.json, inQuery.json)
  const both = await w.request('tickets/search?query=printer', {
    method: 'POST',
    body: '{"per_page":"1","expand":1}',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual(both.json, inQuery.json)
})

test('the content type may have a charset and upper-case letters', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
    assert.equal((await search('{"query":"printer"}', type)).status, 200, type)
  }
})

test('an empty body with a JSON content type is accepted, because clients send it with DELETE', async () => {
  const reply = await w.request('tickets/search?query=printer&expand=true', {
    method: 'POST',
    body: '',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.json, (await w.request('tickets/search?query=printer&expand=true')).json)
})

test('a preflight request gets 200 and an empty body', async () => {
  for (const url of ['/api/v1/tickets', '/api/v1/tickets/1', '/api/v1/']) {
    const reply = await w.request(url, { method: 'OPTIONS', as: 'anonymous' })
    assert.equal(reply.status, 200, url)
    assert.equal(reply.text, '')
    assert.equal(reply.headers['content-length'], '0')
    assert.match(reply.headers['access-control-allow-methods'] ?? '', /DELETE/)
  }
})

test('the body of a preflight request is not read', async () => {
  const url = `${await w.listen()}/api/v1/triggers/try`
  for (const body of ['{"name":1}', '[[[', 'x'.repeat(3_000_000)]) {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'OPTIONS', headers, body })
    assert.deepEqual([reply.status, await reply.text()], [200, ''])
    assert.match(reply.headers.get('access-control-allow-methods') ?? '', /DELETE/)
  }
})

const notJson = ['{"query":', '{query: 1}', "{'query':'x'}", 'null x', '[1,]', '\u0000', '{"a":1}}']
for (const body of notJson) {
  test(`${JSON.stringify(body)} is rejected with 400, because it is not valid JSON`, async () => {
    const reply = await search(body)
    assert.equal(reply.status, 400)
    assert.equal(reply.json.error, 'The body is not valid JSON.')
    assert.equal(reply.json.error_human, reply.json.error)
  })
}

for (const body of ['{"__proto__":{"x":1}}', '{"condition":{"constructor":{"prototype":1}}}']) {
  test(`${body} is rejected with a sentence about its key`, async () => {
    const reply = await search(body)
    assert.equal(reply.status, 400)
    assert.match(reply.json.error, /^The body has a key that is not allowed: __proto__/)
  })
}

test('JSON that is not UTF-8 is rejected, instead of being stored with replacement characters', async () => {
  const latin = Buffer.from('{"query":"Café"}', 'latin1')
  for (const [body, type] of [
    [latin, 'application/json'],
    [latin, 'application/json; charset=iso-8859-1'],
    // `{"a":"…"}` with a surrogate, which UTF-8 does not allow.
    [Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]), 'application/json'],
  ] as const) {
    const reply = await search(body, type)
    assert.deepEqual([reply.status, reply.json.error], [400, 'The body is not valid JSON.'])
  }
  // A byte order mark is accepted.
  assert.equal((await search(Buffer.from('\ufeff{"query":"Café"}'))).status, 200)
})

for (const type of [
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'multipart/mixed; boundary=x',
  'nonsense',
  'a/b; c',
]) {
  test(`a body of type ${type} is rejected with 415`, async () => {
    const reply = await search('query=printer', type)
    assert.equal(reply.status, 415)
    assert.match(reply.json.error, /application\/json/)
  })
}

test('a value of the wrong type is rejected with 422 and its key', async () => {
  const wrong: [body: string, path: string][] = [
    ['{"per_page":"abc"}', 'per_page'],
    ['{"per_page":1.5}', 'per_page'],
    ['{"per_page":null}', 'per_page'],
    ['{"page":[1]}', 'page'],
    ['{"page":{}}', 'page'],
    ['{"page":1e400}', 'page'],
    ['{"query":{}}', 'query'],
    ['{"query":[1]}', 'query'],
    ['{"query":true}', 'query'],
    ['{"fields":5}', 'fields'],
    ['{"fields":[5]}', 'fields'],
    ['{"sort_by":{"a":1}}', 'sort_by'],
    ['{"order_by":[null]}', 'order_by'],
  ]
  for (const [body, path] of wrong) {
    const reply = await search(body)
    assert.equal(reply.status, 422, body + reply.text)
    assert.equal(reply.json.details[0].path, path, body)
  }
})

test('a body that is an array, a number, a text or null causes no internal error', async () => {
  for (const body of ['[]', '["a"]', '5', '"text"', 'null', 'true']) {
    const reply = await search(body)
    assert.ok(reply.status === 200 || reply.status === 422, `${body} gave ${reply.status}`)
  }
})

test('NUL and lone surrogates in a query cause no internal error', async () => {
  for (const query of ['a\0b', '\ud800', 'title:\0', '"\0"', '\0']) {
    const reply = await search(JSON.stringify({ query }))
    assert.ok([200, 422].includes(reply.status), `${JSON.stringify(query)} gave ${reply.status}`)
  }
})

test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
