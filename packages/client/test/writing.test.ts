import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { world as service } from '../../server/src/testing/world.ts'
import { ConflictError, createClient, NotFoundError, ValidationError, withResponse } from '../src/index.ts'

/** Starts the real service with a client and the list of its requests. `tagOf` returns the entity tag of a ticket, and empties the list. */
async function start(t: TestContext) {
  const w = await service()
  t.after(() => w.close())
  const url = await w.listen()
  const client = createClient({ url, auth: { token: w.tokens.admin } })
  const sent: string[] = []
  client.on('request', (request) => sent.push(`${request.method} ${request.url.slice(`${url}/api/v1/`.length)}`))
  const tagOf = async (id: number) => {
    const { response } = await withResponse((options) => client.tickets(id).reload(options))
    sent.length = 0
    return response.headers.get('etag') ?? assert.fail('no entity tag')
  }
  return { client, sent, tagOf }
}

const isStale = (error: unknown) => error instanceof ConflictError && error.status === 412

suite('changes with an entity tag', () => {
  test('are refused if the record has changed since', async (t) => {
    const { client, sent, tagOf } = await start(t)
    const ifMatch = await tagOf(1)
    await client.tickets(1).update({ title: 'First' }, { ifMatch })
    await assert.rejects(client.tickets(1).update({ title: 'Second' }, { ifMatch }), isStale)
    await assert.rejects(client.request('PUT', 'tickets/1', { json: { title: 'Third' }, ifMatch }), isStale)
    assert.deepEqual(sent, ['PUT tickets/1', 'PUT tickets/1', 'PUT tickets/1'])
    assert.equal((await client.tickets(1).reload()).title, 'First')
  })

  test('can be deletions', async (t) => {
    const { client, sent, tagOf } = await start(t)
    await assert.rejects(client.tickets(1).delete({ ifMatch: '"old"' }), isStale)
    await client.tickets(1).delete({ ifMatch: await tagOf(1) })
    assert.deepEqual(sent, ['DELETE tickets/1'])
    await assert.rejects(client.tickets(1).reload(), NotFoundError)
  })
})

suite('uploads', () => {
  test('send one request, and the article of the form gets the file', async (t) => {
    const { client, sent } = await start(t)
    const parts: number[] = []
    const onProgress = (part: number) => void parts.push(part)
    const file = new File(['12:00 paper jam'], 'log.txt', { type: 'text/plain' })
    const { id, ...upload } = await client.upload('form 7', file, { onProgress })
    assert.deepEqual(upload, { filename: 'log.txt', size: 15, contentType: 'text/plain' })
    assert.deepEqual(parts, [1])
    const named = { name: 'note.md', type: 'text/markdown', data: 'hello' }
    assert.notEqual((await client.upload('form 7', named)).id, id)
    assert.deepEqual(sent, ['POST attachments', 'POST attachments'])
    const { attachments } = await client.tickets(1).createArticle({ body: 'See', form_id: 'form 7' })
    assert.deepEqual(
      attachments.map(({ filename }) => filename),
      ['log.txt', 'note.md'],
    )
  })

  test('fail like other requests and are not retried', async (t) => {
    const { client, sent } = await start(t)
    await assert.rejects(client.upload('', new Blob(['x'])), ValidationError)
    await assert.rejects(
      client.upload('f', new Blob(['x']), { signal: AbortSignal.abort(new Error('no')) }),
      /^Error: no$/,
    )
    assert.deepEqual(sent, ['POST attachments'])
  })
})

test('a date or a number that JSON cannot express is refused before anything is sent', async (t) => {
  const { client, sent } = await start(t)
  const pending = { title: 'Later', group: 'Users', customer_id: 2, state: 'pending reminder' } as const
  await assert.rejects(
    client.tickets.create({ ...pending, pending_time: new Date('soon') }),
    /^TypeError: pending_time: expected a valid date or number, got Invalid Date$/,
  )
  await assert.rejects(client.tickets(1).update({ priority_id: NaN }), /^TypeError: priority_id: .*, got NaN$/)
  assert.deepEqual(sent, [])
})
