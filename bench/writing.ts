import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Generated } from './data.ts'
import { type Load, load, startServer, type BenchRequest } from './load.ts'

/** Measures the creation of tickets with article, history and search document: the rate, and how its time depends on the size of the desk. */
export async function measureWrites(small: Generated, large: Generated, seconds: number): Promise<string[]> {
  const concurrent = await onCopy(small, (run) => run(32, seconds))
  const inSmall = await onCopy(small, (run) => run(1, seconds))
  const inLarge = await onCopy(large, (run) => run(1, seconds))
  const cpuRatio = inLarge.cpu / inSmall.cpu
  const waitRatio = inLarge.p50 / inSmall.p50
  return [
    `new tickets with an article, 32 connections: ${concurrent.perSecond.toFixed(0)}/s, p99 ${concurrent.p99.toFixed(1)} ms (target ≥ 1,000/s, ≤ 100 ms)`,
    `one of them with ${large.size.tickets} tickets compared with ${small.size.tickets}: ${cpuRatio.toFixed(2)} times the processor time, ${waitRatio.toFixed(2)} times the wait (target ≤ 1.3)`,
  ]
}

/** Measures a service on a copy of the data folder, so that every measurement starts with the same records. */
async function onCopy(
  desk: Generated,
  measure: (run: (connections: number, seconds: number) => Promise<Load>) => Promise<Load>,
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  try {
    cpSync(desk.folder, folder, { recursive: true })
    const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
    const service = await startServer(command, ['start', '--data', folder, '--port', '0'])
    const headers = `Authorization: Token token=${desk.token}\r\n`
    let count = 0
    const next = (): BenchRequest => ({ method: 'POST', path: '/api/v1/tickets', body: ticket((count += 1)) })
    const measured = await measure((connections, seconds) =>
      load(service, next, { connections, seconds, warmUp: 1, headers }),
    )
    await service.stop()
    return measured
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ticket = (n: number): object => ({
  title: `Label printer offline ${n}`,
  group: `Group ${2 + (n % 19)}`,
  customer_id: 10 + (n % 900),
  article: {
    subject: 'No labels',
    body: `It blinks red since this morning, number ${n}.`,
    type: 'phone',
    sender: 'Customer',
  },
})
