/*
 * Sends large and hostile bodies to a service in a separate process while another client reads a ticket in a loop. Measures
 * the longest wait of that client, and the memory of the service in addition to its memory at rest. `npm run bench:bodies`;
 * `-- 'words|HTML'` runs only those whose name matches the pattern.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, attacksOn } from './bodies/attacks.ts'
import { newTicket, newWords, prose } from './bodies/content.ts'
import { startReader } from './bodies/reader.ts'
import { type BodyService, startService } from './bodies/service.ts'

/** Number of rounds. The fastest one counts, because other programs on the machine delay the client, too. */
const ROUNDS = 3

/** Number of articles that are created at the same time. They share commits, so the search document is written less often. */
const BATCH = 50

const service = await startService()
try {
  await main()
} finally {
  await service.close()
}

async function main(): Promise<void> {
  const customer = await createCustomer(service)
  const plain = await createTicket(service)
  const huge = await ticketWith(service, 10, () => newWords(1_490_000))
  const long = await ticketWith(service, 2000, () => prose(300))
  const attacks = attacksOn(service, { plain, huge, long }, [customer, service.admin])
  await pause(2000)
  const rest = service.memory('VmRSS')
  console.log(`at rest: ${rest.toFixed(0)} MB`)
  const pattern = new RegExp(process.argv[2] ?? '')
  for (const attack of attacks.filter(([name]) => pattern.test(name))) {
    await measure(attack, `${service.url}/api/v1/tickets/${plain}`, rest)
  }
}

/** Runs an attack and prints its status, the longest wait of the other client, and the additional memory. */
async function measure([name, run]: Attack, url: string, rest: number): Promise<void> {
  let status = 0
  let slowest = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const reader = await startReader(url, service.admin)
    status = await run()
    await pause(50)
    slowest = Math.min(slowest, await reader.stop())
  }
  const more = (kind: 'VmRSS' | 'VmHWM', width: number) => (service.memory(kind) - rest).toFixed(0).padStart(width)
  const wait = slowest.toFixed(0).padStart(5)
  console.log(
    `${name.padEnd(46)} ${String(status).padStart(4)}   others wait ${wait} ms   memory +${more('VmRSS', 4)} MB (peak so far +${more('VmHWM', 0)})`,
  )
}

/** Creates the customer of all tickets. Returns the customer's token. */
async function createCustomer({ request, tokenFor }: BodyService): Promise<string> {
  const email = 'eve@mail.example'
  await request('users', { email, firstname: 'Eve', password: 'Correct horse 1', roles: ['Customer'] })
  return tokenFor(email)
}

async function createTicket({ request }: BodyService): Promise<number> {
  const { id } = (await (await request('tickets', newTicket('text/plain', 'x'))).json()) as { id: number }
  return id
}

/** Creates a ticket with articles. */
async function ticketWith(on: BodyService, count: number, body: () => string): Promise<number> {
  const ticket_id = await createTicket(on)
  for (let remaining = count; remaining > 0; remaining -= BATCH) {
    const requests = Array.from({ length: Math.min(remaining, BATCH) }, () =>
      on.request('ticket_articles', { ticket_id, body: body() }),
    )
    for (const reply of await Promise.all(requests)) if (!reply.ok) throw new Error(await reply.text())
  }
  return ticket_id
}
