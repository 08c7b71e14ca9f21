import { test } from 'node:test'
import { surviveOutages } from './outages.ts'

test('kills, cut connections and restarts of the server lose nothing and write nothing twice, and the service recovers from each', async (t) => {
  const delays = await surviveOutages({ writers: 16, between: 400, cut: 10_000 })
  t.diagnostic(`milliseconds until every process answers: ${delays.map(Math.round).join(', ')}`)
})
