import { test } from 'node:test'
import { surviveOutages } from './outages.ts'
import { programs } from './postgres-programs.ts'

test(
  'killed processes, cut connections and restarts of the server lose nothing, and nothing is written twice',
  { skip: programs === undefined },
  async () => {
    await surviveOutages({ writers: 6, between: 30, cut: 100 })
  },
)
