import { parseArgs } from 'node:util'
import { loadavg } from 'node:os'
import { openPageDesk } from './page/desk.ts'
import { measureLoading } from './page/loading.ts'
import { measureMemory } from './page/memory.ts'
import { measureOpening } from './page/opening.ts'
import { measureScrolling } from './page/scrolling.ts'
import { measureShifts } from './page/shifts.ts'
import { type Line, printTable } from './page/table.ts'

/**
 * Measures the page in Chromium at a service with 100,000 tickets: how soon it is ready, how soon a ticket is open, whether a long
 * list scrolls smoothly, what moves on the screen without an action of the user, and whether memory grows.
 * `-- --only opening` measures one of these.
 */
const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '20' },
    openings: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
const [rounds, openings, seconds] = [options.rounds, options.openings, options.seconds].map(Number) as [
  number,
  number,
  number,
]

const desk = await openPageDesk(Number(options.tickets))
const parts: Record<string, () => Promise<Line[]>> = {
  loading: () => measureLoading(desk, rounds),
  opening: () => measureOpening(desk, rounds),
  scrolling: () => measureScrolling(desk, 5),
  shifts: () => measureShifts(desk, seconds),
  memory: () => measureMemory(desk, [openings / 10, openings / 2, openings]),
}
for (const [name, measure] of Object.entries(parts)) {
  if (!name.includes(options.only)) continue
  printTable(await measure())
}
await desk.close()
console.log(`load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
