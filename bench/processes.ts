import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, urlIn } from '../packages/server/src/testing/postgres-server.ts'
import {
  authorization,
  compareWithHand,
  type Cpu,
  databaseServer,
  kindsOf,
  measure,
  print,
  startService,
} from './by-hand.ts'
import type { BenchRequest } from './load.ts'
import { generatedOn } from './postgres-data.ts'

/* Measures the gain of a second process of the service, and compares the service with hand-written statements, on a PostgreSQL
 * server that the benchmark starts. `npm run bench:processes`; `-- --tickets 2000` for a quick look.
 * On a machine with two cores, two processes and the database server cannot have a core each, so rates are not meaningful. The table
 * therefore contains processor times: with enough cores, two processes answer `2 × (time with one) / (time with two)` times
 * as many requests as one, which is the gain. The last column is the number of processes that keep one core of the database server busy.
 */
const { values: options } = parseArgs({
  options: { tickets: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '4' } },
})
const seconds = Number(options.seconds)
const size = { tickets: Number(options.tickets), articles: 3 }
const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
const database = await createServer(folder, ['synchronous_commit=on', 'shared_buffers=256MB', 'autovacuum=on'])

try {
  await database.start()
  const desk = {
    url: urlIn(folder),
    folder,
    token: await generatedOn(urlIn(folder), folder, size),
    tickets: size.tickets,
  }
  console.log('cpu: microseconds of processor time for a request, of the service and of the database server\n')
  print(['', 'one process', 'two', 'database', 'gain of the second', 'processes a core'])
  for (const [name, { service }] of Object.entries(kindsOf(size.tickets))) {
    const [one, two] = [await measureProcesses(1, service), await measureProcesses(2, service)]
    const gain = (2 * one.service) / two.service
    const figures = [one.service, two.service, one.database].map((cpu) => cpu.toFixed(0))
    print([name, ...figures, gain.toFixed(2), (one.service / one.database).toFixed(1)])
  }
  console.log()
  await compareWithHand(desk, seconds)

  async function measureProcesses(count: number, next: () => BenchRequest): Promise<Cpu> {
    const servers = await Promise.all(Array.from({ length: count }, () => startService(desk)))
    try {
      return await measure(servers, await databaseServer(desk.url), next, authorization(desk), seconds)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
