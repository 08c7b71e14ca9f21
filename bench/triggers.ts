/* Measures the cost of 1,000 triggers for a write: the same writes alternately in two desks, one without triggers and one with
 * 1,000. Prints the median time of each and the ratio, which should stay below 1.5. `npm run bench:triggers`; `-- --postgres` measures PostgreSQL.
 */
import { eachDialect } from '../packages/server/src/testing/each-dialect.ts'
import { type World, world } from '../packages/server/src/testing/world.ts'
import { conditions } from './rules.ts'

const TRIGGERS = 1000
const ROUNDS = 150
const WARM_UP = 20

const open = process.argv.includes('--postgres') ? eachDialect.postgres : eachDialect.sqlite
if (!open) throw new Error('There is no PostgreSQL on this machine.')
const [none, many] = [await world(open), await world(open)]
for (let n = 0; n < TRIGGERS; n++) {
  const condition = conditions[n % conditions.length]?.(n)
  const body = { name: `Trigger ${n}`, condition, perform: { 'ticket.priority_id': { value: '1' } } }
  const { status, text } = await many.request('triggers', { method: 'POST', body })
  if (status !== 201) throw new Error(text)
}

/** The writes that are measured. */
const writes: Readonly<Record<string, (desk: World, round: number) => Promise<{ status: number }>>> = {
  'new ticket': (desk, round) => desk.request('tickets', { method: 'POST', as: 'rita', body: ticket(desk, round) }),
  'change of a title': (desk, round) => put(desk, { title: `Title ${round}` }),
  'change of a state': (desk, round) => put(desk, { state_id: 1 + (round % 2) }),
  'reply of a customer': (desk, round) =>
    desk.request('ticket_articles', { method: 'POST', as: 'nils', body: reply(desk, round) }),
  note: (desk, round) => put(desk, { article: { body: `Note ${round}`, internal: true } }),
}

const ticket = ({ ids }: World, round: number) => ({
  title: `Request ${round}`,
  group_id: ids['Printers'],
  customer_id: ids['nils'],
  article: { body: 'The printer is on fire.' },
})

const reply = ({ ids }: World, round: number) => ({
  ticket_id: ids['Label printer offline'],
  type: 'web',
  body: `It still burns, for ${round} days.`,
})

const put = (desk: World, body: object) => desk.request('tickets/1', { method: 'PUT', as: 'admin', body })

async function timeOf(work: () => Promise<{ status: number }>): Promise<number> {
  const start = performance.now()
  const { status } = await work()
  if (status >= 300) throw new Error(`A write failed with ${status}.`)
  return performance.now() - start
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

console.log(`${'write'.padEnd(20)}${'without'.padStart(10)}${`${TRIGGERS}`.padStart(10)}${'ratio'.padStart(8)}`)
for (const [name, write] of Object.entries(writes)) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const pair = [await timeOf(() => write(none, round)), await timeOf(() => write(many, round))]
    if (round >= WARM_UP) for (const at of [0, 1] as const) times[at].push(pair[at] as number)
  }
  const [without, all] = [median(times[0]), median(times[1])]
  const shown = [without, all].map((time) => `${time.toFixed(2)} ms`.padStart(10)).join('')
  console.log(`${name.padEnd(20)}${shown}${(all / without).toFixed(2).padStart(8)}`)
}
await Promise.all([none.close(), many.close()])
