import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openLog } from '../../config.ts'
import { openDesk } from '../../setup/desk.ts'
import { commandLine } from '../../testing/cli.ts'
import { freePort } from '../../testing/dovecot.ts'
import { mail } from '../../testing/mail-desk.ts'
import { openMailService, until } from '../../testing/mail-service.ts'
import { accept } from '../intake/inbox.ts'

const MAILS = 80
const KILLS = 6

test('a service that is killed while it processes its inbox makes one article of each mail', async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  // The first start creates the database.
  const first = await cli.start()
  first.signal('SIGTERM')
  await first.ended
  const desk = await openDesk({ data: join(cli.folder, 'deskbell-data'), databaseUrl: undefined }, openLog('silent'))
  t.after(() => desk.database.close())
  for (let number = 0; number < MAILS; number += 1) {
    // Every fourth mail answers the one before it.
    const answers = number % 4 === 3 ? { head: `In-Reply-To: <m${number - 1}@x.example>\n` } : {}
    const raw = mail({ id: `m${number}`, subject: `Topic ${number}`, ...answers })
    await accept(desk, Buffer.from(raw), { via: 'pipe', channel_id: null })
  }
  const count = async (state: 'waiting' | 'taken') => {
    const rows = await desk.database.sql
      .selectFrom('received_mails')
      .select('article_id')
      .where('state', '=', state)
      .execute()
    return rows.length
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await count('taken')
    const service = await cli.start()
    while ((await count('taken')) === before && (await count('waiting')) > 0) await nextTurn()
    service.signal('SIGKILL')
    await service.ended
  }
  const last = await cli.start()
  while ((await count('waiting')) > 0) await nextTurn()
  last.signal('SIGTERM')
  await last.ended
  assert.equal(await count('taken'), MAILS)
  const articles = await desk.database.sql
    .selectFrom('ticket_articles')
    .select(['id', 'ticket_id'])
    .where('message_id', 'like', '<m%@x.example>')
    .execute()
  assert.equal(articles.length, MAILS)
})

test('a service that is killed while a server sends it mail makes one article of each mail', async (t) => {
  const service = await openMailService(t)
  const port = await freePort()
  const inbound = { adapter: 'smtp', host: '127.0.0.1', port }
  const channel_id = await service.create('channels', { name: 'In', group_id: 1, inbound })
  await service.create('email_addresses', { name: 'Help', email: 'help@desk.example', channel_id })
  for (const [number, step] of steps.entries()) {
    for (const round of [0, 1]) {
      const text = mail({ id: `d${number}${round}`, to: 'help@desk.example', subject: `Killed ${step} ${round}` })
      const socket = await openData(port)
      await write(socket, sentUntil(text, step))
      await service.restart()
      socket.destroy()
      const again = await openData(port)
      await write(again, sentUntil(text, 'after the end'))
      assert.match(await replyOf(again), /^250 /)
      again.destroy()
    }
  }
  await until(async () => (await service.count('received_mails', 'waiting')) === 0)
  assert.equal(await service.articles(), steps.length * 2)
})

/** The moments at which the service is killed. After the end of a mail, the service may already have stored the mail. */
const steps = ['before any byte', 'in the middle', 'before the end', 'after the end'] as const

/** Returns the part of a mail that the sending server has sent when the service is killed. */
function sentUntil(mail: string, step: (typeof steps)[number]): string {
  const bytes = `${mail.replaceAll(/\r?\n/g, '\r\n')}\r\n`
  const lengths = { 'before any byte': 0, 'in the middle': bytes.length / 2, 'before the end': bytes.length }
  return step === 'after the end' ? `${bytes}.\r\n` : bytes.slice(0, lengths[step])
}

/** Sends the envelope of a mail; connects again and again until the service is running. */
async function openData(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    try {
      await replyOf(socket)
      for (const line of ['EHLO mx.example', 'MAIL FROM:<nils@x.example>', 'RCPT TO:<help@desk.example>', 'DATA']) {
        await write(socket, `${line}\r\n`)
        assert.match(await replyOf(socket), /^[23]/)
      }
      return socket
    } catch (failure) {
      socket.destroy()
      if (failure instanceof assert.AssertionError) throw failure
      await nextTurn()
    }
  }
}

const write = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve())))

/** Returns the last line of a reply. @throws Error if the connection ends before it arrives. */
async function replyOf(socket: Socket): Promise<string> {
  let text = ''
  while (!/^\d{3} .*\r\n$/m.test(text)) {
    const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown]
    if (!Buffer.isBuffer(chunk)) throw new Error('The connection has ended.')
    text += chunk.toString()
  }
  return text.trimEnd().split('\r\n').at(-1) ?? ''
}
