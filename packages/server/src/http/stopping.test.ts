import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createApp } from '../app.ts'
import { world } from '../testing/world.ts'

test('while the service stops, requests in flight are answered and new ones are told to come again', async () => {
  const w = await world()
  const pauseEnds = Promise.withResolvers<void>()
  const inFlight = Promise.withResolvers<void>()
  // A wrong password is answered after a pause: the request that is in flight.
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
  assert.match(late, /"error":"The database is busy or the service is shutting down; try again\."/)
  await w.close()
})
