import { test } from 'node:test'
import { surviveOutages } from './outages.ts'

test('kills, cut connections and restarts of the server lose nothing, write nothing twice, and last no longer than they do', async (t) => {
  const delays = await surviveOutages({ writers: 16, between: 400, cut: 10_000 })
  t.diagnostic(`milliseconds until every process answers: ${delays.map(Math.round).join(', ')}`)
})
