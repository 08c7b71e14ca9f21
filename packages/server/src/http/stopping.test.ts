import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { createApp } from '../app.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { world } from '../testing/world.ts'

test('a response that is sent while the service stops closes its connection', async () => {
  const w = await world()
  const blocked = Promise.withResolvers<void>()
  const inFlight = Promise.withResolvers<void>()
  const files = {
    ...w.desk.files,
    async open() {
      inFlight.resolve()
      await blocked.promise
      return { body: Readable.from([]), size: 0 }
    },
  }
  const app = await createApp({ ...w.desk, files })
  const { port, hostname } = new URL(await app.listen('127.0.0.1', 0))
  const path = await unitOfWork(w.desk, systemUser, async (unit) => {
    const store_file_id = await insert(unit, 'stored_file', { sha256: 'x', size: 0, created_at: unit.now })
    const article_id = w.ids['Nothing urgent'] as number
    const file = { article_id, store_file_id, filename: 'x', size: 0, preferences: {} }
    return `${w.ids['Quiet ticket']}/${article_id}/${await insert(unit, 'attachment', file)}`
  })
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const closed = once(socket, 'close')
  const headers = `Host: x\r\nAuthorization: Token ${w.tokens.admin}\r\n\r\n`
  socket.write(`GET /api/v1/ticket_attachment/${path} HTTP/1.1\r\n${headers}`)
  await inFlight.promise
  const since = performance.now()
  const stopped = app.http.close()
  blocked.resolve()
  await Promise.all([closed, stopped])
  assert.match(text, /^HTTP\/1\.1 200 /)
  assert.ok(performance.now() - since < 30_000, 'stopping waited for an idle connection')
  await w.close()
})

test('while the service stops, requests in progress are completed and new ones get 503', async () => {
  const w = await world()
  const pauseEnds = Promise.withResolvers<void>()
  const inFlight = Promise.withResolvers<void>()
  // The response to a wrong password is delayed, so this request is in progress.
  const pause = () => {
    inFlight.resolve()
    return pauseEnds.promise
  }
  const app = await createApp({ ...w.desk, pause })
  const { port, hostname } = new URL(await app.listen('127.0.0.1', 0))
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const wrong = `Authorization: Basic ${Buffer.from('admin@desk.example:wrong').toString('base64')}`
  socket.write(`GET /api/v1/users HTTP/1.1\r\nHost: x\r\n${wrong}\r\n\r\n`)
  await inFlight.promise
  const stopped = app.http.close()
  const second = once(app.http.server, 'request')
  socket.write('GET /api/v1/version HTTP/1.1\r\nHost: x\r\n\r\n')
  await second
  pauseEnds.resolve()
  await closed
  await stopped
  const [first = '', late = ''] = text.split(/(?=HTTP\/1\.1 \d)/)
  assert.match(first, /^HTTP\/1\.1 401 /)
  assert.match(late, /^HTTP\/1\.1 503 /)
  assert.match(late, /retry-after: 1/i)
  assert.match(late, /"error":"The database is busy, or the service is starting or stopping; try again\."/)
  await w.close()
})
