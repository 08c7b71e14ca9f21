import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, world } from './world.ts'

test('each report sends one request, with its options as parameters', async (t) => {
  const server = await world(t)
  const row = { created: 1, closed: 0, reopened: 0, open: 1 }
  server.intercept = (_, response) => send(response, 200, { rows: [row] })
  const { reports } = server.client
  const { rows } = await reports.tickets({ by: ['day', 'group'], from: '2026-03-02', group_id: [1, 2] })
  assert.deepEqual(rows, [row])
  await reports.times()
  await reports.agreements({ by: 'month' })
  await reports.backlog({ tags: 'spare part' })
  await reports.ownDay({ date: '2026-03-29' })
  assert.deepEqual(
    server.log.map((line) => decodeURIComponent(line).replaceAll('+', ' ')),
    [
      'GET /api/v1/reports/tickets?by=day,group&from=2026-03-02&group_id=1,2',
      'GET /api/v1/reports/times',
      'GET /api/v1/reports/agreements?by=month',
      'GET /api/v1/reports/backlog?tags=spare part',
      'GET /api/v1/reports/own_day?date=2026-03-29',
    ],
  )
})
