import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tour } from '../../../examples/tour.ts'
import { helpdesk, world } from './world.ts'

test('the tour prints the expected output', async (t) => {
  const server = await world(t, helpdesk(50, 100))
  const lines: string[] = []
  await tour(
    server.client,
    (line) => lines.push(line),
    async ({ id }) => {
      const ticket = server.records['tickets']?.find((record) => record['id'] === id)
      assert.ok(ticket)
      Object.assign(ticket, { article_count: 2, updated_at: '2025-01-01T00:00:00.000Z' })
    },
  )
  assert.equal(lines.at(-1), '1 articles before, 2 now')
  assert.deepEqual(
    server.log.filter((line) => line.includes('/users?')),
    [1, 2, 10].map((page) => `GET /api/v1/users?page=${page}&per_page=10&expand=false`),
  )
  assert.equal(server.log.filter((line) => line === 'GET /api/v1/users/2').length, 3)
})
