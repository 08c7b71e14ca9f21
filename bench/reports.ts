import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { generated } from './data.ts'
import { startServer } from './load.ts'

/**
 * Measures the reports of the dashboard over HTTP, in a small desk and in a large one with the same number of tickets a day,
 * so that their ratio shows the cost of the size. Each request is the first after a commit, so no response is cached.
 */
const { values: options } = parseArgs({
  options: { tickets: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
})
const rounds = Number(options.rounds)
/**
 * Returns the parameters for the last `days` days in which tickets were created. The first generated ticket was created
 * 1,700,000,000,000 ms after the beginning of 1970, and the others a minute apart.
 */
function lastDays(tickets: number, days: number): string {
  const end = 1_700_000_000_000 + tickets * 60_000
  const day = (before: number) => new Date(end - before * 86_400_000).toISOString().slice(0, 10)
  return `from=${day(days - 1)}&to=${day(0)}`
}
const reports: Record<string, (tickets: number) => string> = {
  'tickets by day, 2 weeks': (of) => `tickets?by=day&${lastDays(of, 14)}`,
  'tickets, 2 weeks': (of) => `tickets?${lastDays(of, 14)}`,
  'tickets by day and group, 2 weeks': (of) => `tickets?by=day,group&${lastDays(of, 14)}`,
  'times by group, 2 weeks': (of) => `times?by=group&${lastDays(of, 14)}`,
  'agreements, 2 weeks': (of) => `agreements?${lastDays(of, 14)}`,
  'tickets by week, a year': (of) => `tickets?by=week&${lastDays(of, 365)}`,
  'times by group, a year': (of) => `times?by=group&${lastDays(of, 365)}`,
  'backlog by group': () => 'backlog?by=group',
}

/** The requests of the dashboard when it opens: two weeks, compared with the two weeks before. */
function dashboard(tickets: number): string[] {
  const range = lastDays(tickets, 14)
  return [
    `tickets?by=day&compare=true&${range}`,
    `times?by=group&compare=true&${range}`,
    `agreements?${range}`,
    'backlog',
  ]
}

const sizes = [Number(options.tickets) / 20, Number(options.tickets)]
const results: Map<string, number>[] = []
for (const size of sizes) results.push(await measure(size))
const [small, large] = results as [Map<string, number>, Map<string, number>]
console.log(`\n${'median, ms'.padEnd(36)}${sizes.map((size) => String(size).padStart(12)).join('')}       ratio`)
for (const name of [...Object.keys(reports), 'the dashboard, 2 weeks']) {
  const [a, b] = [small.get(name) as number, large.get(name) as number]
  console.log(
    name.padEnd(36) + [a, b].map((ms) => ms.toFixed(1).padStart(12)).join('') + (b / a).toFixed(1).padStart(12),
  )
}

async function measure(tickets: number): Promise<Map<string, number>> {
  const { folder: source, token } = await generated({ tickets, articles: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-reports-'))
  cpSync(source, folder, { recursive: true })
  addProgress(join(folder, 'deskbell.db'))
  const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
  const server = await startServer(command, ['start', '--data', folder, '--port', '0'])
  const headers = { authorization: `Token token=${token}` }
  const read = async (query: string) => {
    const response = await fetch(`${server.url}/api/v1/reports/${query}`, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
  }
  const medians = new Map<string, number>()
  const single = Object.entries(reports).map(([name, query]) => [name, [query(tickets)]] as const)
  for (const [name, queries] of [...single, ['the dashboard, 2 weeks', dashboard(tickets)] as const]) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      // The commit empties the cache.
      await fetch(`${server.url}/api/v1/tags/add?object=Ticket&o_id=2&item=round-${round}`, { method: 'POST', headers })
      const began = performance.now()
      await Promise.all(queries.map(read))
      if (round > 0) times.push(performance.now() - began)
    }
    medians.set(name, times.toSorted((a, b) => a - b)[rounds >> 1] as number)
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  return medians
}

/**
 * Adds replies to nine tenths of the generated tickets, and closes 97 % of them, up to some days after their creation. The products
 * with large primes scatter the times.
 */
function addProgress(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma synchronous = off;
    begin;
    update tickets set first_response_at = ${later('1 + id * 7919 % 300')} where id % 10 < 9;
    update tickets set state_id = 4 where id % 100 < 97;
    update tickets set close_at = ${later('300 + id * 104729 % 5000')}, first_response_diff_in_min = id % 7 - 1,
      close_diff_in_min = id % 9 - 1 where state_id = 4;
    update tickets set last_close_at = close_at;
    insert into histories (object, o_id, type, attribute, value_from, value_to, id_from, id_to, created_by_id, created_at)
      select 'Ticket', id, 'updated', 'state', 'new', 'open', 1, 2, 1, first_response_at from tickets
      where first_response_at is not null;
    insert into histories (object, o_id, type, attribute, value_from, value_to, id_from, id_to, created_by_id, created_at)
      select 'Ticket', id, 'updated', 'state', 'open', 'closed', 2, 4, 1, close_at from tickets where close_at is not null;
    commit`)
  db.close()
}

/** Returns SQL for a time after the creation. @param minutes an SQL expression. */
function later(minutes: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || (${minutes}) || ' minutes')`
}
