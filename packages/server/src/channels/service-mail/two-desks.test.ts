import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { emailChannels } from '../../resources/channel/read.ts'
import { taskPoller } from '../../tasks/tasks.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { newTicket } from '../../testing/new-ticket.ts'
import { type World, world } from '../../testing/world.ts'
import { taskHandlers } from '../../upkeep/task-handlers.ts'
import { senders, types } from '../../resources/article/kinds.ts'
import { mailTaskKind } from '../../resources/article/outgoing.ts'
import { type Listener, listen } from '../inbound/listener.ts'
import { openReader } from '../intake/reader.ts'
import { processWaiting } from '../intake/process-waiting.ts'

/** A desk that accepts mail and answers every mail of a customer. */
interface AnsweringDesk {
  readonly w: World
  readonly listener: Listener
}

const options = { poll: { embedded: 1, server: 1 }, concurrency: { perLane: 2, total: 9 }, grace: 0 }
/** The headers by which programs recognize automatic mails. */
const markings = /^(?:Auto-Submitted|Precedence|X-Loop|X-Auto-Response-Suppress): .*\r\n/gm

describe('two desks that answer each other automatically', () => {
  let relay: MailServer
  const desks: Record<string, AnsweringDesk> = {}

  async function answeringDesk(domain: string): Promise<AnsweringDesk> {
    const w = await world()
    const post = async (url: string, body: object) => {
      const reply = await w.request(url, { method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.json.id
    }
    const group_id = w.ids['Printers']
    const channel_id = await post('channels', {
      name: 'Mail',
      group_id,
      inbound: { adapter: 'smtp', host: '127.0.0.1', port: 0 },
      outbound: { adapter: 'smtp', host: '127.0.0.1', port: relay.port, security: 'none' },
    })
    const email_address_id = await post('email_addresses', { name: 'Help', email: `help@${domain}`, channel_id })
    await w.request(`groups/${group_id}`, { method: 'PUT', body: { email_address_id } })
    await post('triggers', {
      name: 'Answer everybody',
      condition: {
        'article.sender_id': { operator: 'is', value: [String(senders.customer)] },
        'article.type_id': { operator: 'is', value: [String(types.email)] },
      },
      perform: { 'notification.email': { recipient: 'article_last_sender', subject: 'Thanks', body: 'We read it.' } },
    })
    const [channel] = await emailChannels(w.desk, [channel_id])
    assert.ok(channel)
    return { w, listener: await listen(w.desk, channel) }
  }

  /** Lets a desk take the mails that have arrived, and send what it has written. */
  async function work({ w }: AnsweringDesk): Promise<void> {
    const reader = openReader(w.desk.files)
    await processWaiting(w.desk, reader)
    await reader.end()
    const poller = taskPoller(w.desk, async () => ({ [mailTaskKind]: taskHandlers[mailTaskKind]! }), options)
    await poller.poll()
    await poller.settled()
    await poller.stop()
    w.pass(1000)
  }

  /** Brings the mails in the relay to their desks. @returns their number. */
  async function carry(change: (raw: string) => string): Promise<number> {
    const mails = relay.mails.splice(0)
    for (const { from, to, raw } of mails) {
      const desk = desks[to[0]?.split('@')[1] ?? '']
      const transport = createTransport({ host: '127.0.0.1', port: desk?.listener.port, ignoreTLS: true })
      await transport.sendMail({ envelope: { from, to: [...to] }, raw: change(raw) }).finally(() => transport.close())
    }
    return mails.length
  }

  /** Lets an agent of the first desk write to the second one. Counts this mail and all that follow, until there are no more. */
  async function mailsAfterOne(change: (raw: string) => string): Promise<number> {
    const first = desks['a.example'] as AnsweringDesk
    const { id } = await newTicket(first.w)
    const body = { ticket_id: id, type: 'email', to: 'help@b.example', body: 'Do you have ink?' }
    assert.equal((await first.w.request('ticket_articles', { method: 'POST', body, as: 'rita' })).status, 201)
    let count = 0
    for (let round = 0; round < 40; round++) {
      for (const desk of Object.values(desks)) await work(desk)
      const carried = await carry(change)
      if (carried === 0) return count
      count += carried
    }
    return count
  }

  before(async () => {
    relay = await mailServer()
    for (const domain of ['a.example', 'b.example']) desks[domain] = await answeringDesk(domain)
  })
  after(async () => {
    for (const { w, listener } of Object.values(desks)) {
      await listener.close()
      await w.close()
    }
    await relay.close()
  })

  test('stop after one answer, which is marked as automatic', async () => {
    assert.equal(await mailsAfterOne((raw) => raw), 2)
  })

  test('stop after a few answers if mail servers remove the markings', async () => {
    const count = await mailsAfterOne((raw) => raw.replace(markings, ''))
    assert.ok(count > 2 && count <= 12, `${count} mails`)
    const limited = await Promise.all(
      Object.values(desks).map(async ({ w }) => (await w.request('automatic_mails?per_page=100')).json),
    )
    const prevented = limited.flat().filter(({ state }: { state: string }) => state === 'prevented')
    assert.match(prevented[0]?.reason ?? '', /5 automatic mails as answers in 60 minutes/)
  })
})
