/* Delivers e-mails over LMTP at a constant rate, to a desk with 50 triggers and agents who are notified, while the API is read.
 * Prints how many are processed per second, the processor time of each, and how long the reads take, with and without mail. The
 * target is 100 mails per second with reads below 20 ms (p99). `npm run bench:mail`; `-- --rate 50 --seconds 10`.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { generated } from './data.ts'
import { processorTimeOf, startServer } from './load.ts'
import { mail, sender } from './mails.ts'
import { conditions } from './rules.ts'

const { values: options } = parseArgs({
  options: { rate: { type: 'string', default: '100' }, seconds: { type: 'string', default: '20' } },
})
const [rate, seconds] = [Number(options.rate), Number(options.seconds)]
const TRIGGERS = 50
const READS_PER_SECOND = 100
/** Number of LMTP connections. */
const CONNECTIONS = 8
/** Seconds for which mail is delivered before anything is measured. */
const WARM_UP = 10

const desk = await generated({ tickets: 10_000, articles: 3 })
const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
cpSync(desk.folder, folder, { recursive: true })
const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
const service = await startServer(command, ['start', '--data', folder, '--port', '0'])
try {
  const port = await prepare()
  const db = new DatabaseSync(join(folder, 'deskbell.db'), { readOnly: true })
  /** Counts received mails that wait, or that were taken, which means that they have become articles. */
  const count = (state: 'waiting' | 'taken') =>
    Number(db.prepare('select count(*) as count from received_mails where state = ?').get(state)?.['count'])
  const finish = async () => {
    while (count('waiting') > 0) await pause(20)
  }
  // In the first seconds, code is compiled.
  await deliver(port, { from: 0, seconds: WARM_UP })
  await finish()
  const takenBefore = count('taken')
  const calm = await reads(seconds)
  const before = processorTimeOf(service.process.pid)
  const began = performance.now()
  const [busy] = await Promise.all([reads(seconds), deliver(port, { from: WARM_UP * rate, seconds })])
  const taken = count('taken') - takenBefore
  await finish()
  const all = count('taken') - takenBefore
  const took = (performance.now() - began) / 1000
  const time = processorTimeOf(service.process.pid) - before
  db.close()
  console.log(
    `${all} mails arrived in ${seconds} s; ${(taken / seconds).toFixed(0)} per second became articles meanwhile, the last after ${took.toFixed(1)} s`,
  )
  console.log(`${(time / 1000 / all).toFixed(1)} ms of processor time for a mail and the reads meanwhile`)
  console.log(`reads without mail: ${calm}`)
  console.log(`reads with mail:    ${busy}`)
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Creates the channel and the triggers. Returns the port at which mail arrives. */
async function prepare(): Promise<number> {
  const port = await freePort()
  const inbound = { adapter: 'lmtp', host: '127.0.0.1', port }
  const { id } = await post('channels', { name: 'Mail', group_id: 2, inbound })
  const { id: address } = await post('email_addresses', { name: 'Help', email: 'help@desk.example', channel_id: id })
  await post('groups/2', { email_address_id: address }, 'PUT')
  for (let n = 0; n < TRIGGERS; n++) {
    const condition = conditions[n % conditions.length]?.(n)
    await post('triggers', { name: `Trigger ${n}`, condition, perform: { 'ticket.priority_id': { value: '1' } } })
  }
  // The service looks at its channels every two seconds, and then opens the port.
  await pause(4000)
  return port
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function post(path: string, body: object, method = 'POST'): Promise<{ id: number }> {
  const headers = { authorization: `Token token=${desk.token}`, 'content-type': 'application/json' }
  const reply = await fetch(new URL(`/api/v1/${path}`, service.url), { method, headers, body: JSON.stringify(body) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
  return JSON.parse(text) as { id: number }
}

/** Delivers e-mails at the rate, from the n-th on. A third of them are answers to earlier ones. */
async function deliver(port: number, run: { readonly from: number; readonly seconds: number }): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
  })
  const sent: Promise<unknown>[] = []
  const began = performance.now()
  for (let at = 0; at < rate * run.seconds; at++) {
    const n = run.from + at
    await pause(Math.max(0, began + (at * 1000) / rate - performance.now()))
    sent.push(transport.sendMail({ envelope: { from: sender(n), to: 'help@desk.example' }, raw: mail(n) }))
  }
  await Promise.all(sent)
  transport.close()
}

/** Reads tickets, lists and searches at a constant rate. Returns the measured times as a sentence. */
async function reads(duration: number): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < duration * READS_PER_SECOND; n++) {
    await pause(Math.max(0, began + (n * 1000) / READS_PER_SECOND - performance.now()))
    // The generated tickets have the ids 2 to 10,000.
    const paths = [`tickets/${2 + (n % 9000)}`, 'tickets?per_page=20&expand=true', `tickets/search?query=number ${n}`]
    sent.push(read(agent, paths[n % paths.length] as string).then((time) => void times.push(time)))
  }
  await Promise.all(sent)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  return `${times.length}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the slowest ${(times.at(-1) ?? Number.NaN).toFixed(1)} ms`
}

function read(agent: Agent, path: string): Promise<number> {
  const began = performance.now()
  const headers = { authorization: `Token token=${desk.token}` }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(`/api/v1/${path}`, service.url), { agent, headers }, (reply) => {
      reply.resume().once('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${path} failed with ${reply.statusCode}.`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
