import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { emailChannels } from '../../resources/channel/read.ts'
import { localhost } from '../../testing/localhost-certificate.ts'
import { mail } from '../../testing/mail-desk.ts'
import { until } from '../../testing/mail-service.ts'
import { receivedMail, receiveMails } from '../../testing/received.ts'
import { InFlight } from '../../text/in-flight.ts'
import { type World, world } from '../../testing/world.ts'
import { type Listener, listen } from './listener.ts'

for (const adapter of ['smtp', 'lmtp'] as const) {
  describe(`the ${adapter} listener`, () => {
    let w: World
    let listener: Listener
    let channelId: number
    before(async () => {
      w = await world()
      const post = async (url: string, body: object) => {
        const reply = await w.request(url, { method: 'POST', body })
        assert.equal(reply.status, 201, reply.text)
        return reply.json.id
      }
      const group_id = w.ids['Printers']
      const inbound = { adapter, host: '127.0.0.1', port: 0 }
      const channel_id = await post('channels', { name: 'In', group_id, inbound })
      channelId = channel_id
      await post('email_addresses', { name: 'Printers', email: 'printers@desk.example', channel_id })
      await post('email_addresses', { name: 'Old', email: 'old@desk.example', channel_id, active: false })
      const [channel] = await emailChannels(w.desk, [channel_id])
      assert.ok(channel)
      listener = await listen(w.desk, channel)
    })
    after(async () => {
      await listener.close()
      await w.close()
    })

    const send = (to: string[], raw: string, from = 'nils@desk.example') => {
      const transport = createTransport({
        host: '127.0.0.1',
        port: listener.port,
        lmtp: adapter === 'lmtp',
        ignoreTLS: true,
      })
      return transport.sendMail({ envelope: { from, to }, raw }).finally(() => transport.close())
    }
    const inbox = () => w.desk.database.sql.selectFrom('received_mails').selectAll().orderBy('id').execute()

    test('acknowledges a mail after storing it in the inbox with its envelope', async () => {
      const raw = mail({ id: 'a', to: 'printers@desk.example' })
      const info = await send(['Printers+tag@desk.example'], raw)
      const [row] = await inbox()
      assert.match(JSON.stringify(info), new RegExp(`2.0.0 queued as ${row?.id}`))
      assert.deepEqual([row?.via, row?.state, row?.envelope_from], [adapter, 'waiting', 'nils@desk.example'])
      assert.deepEqual(row?.envelope_to, { addresses: ['Printers+tag@desk.example'] })
      const shown = await w.request(`received_mails/${row?.id}/raw`)
      assert.equal(shown.text, raw.replaceAll('\n', '\r\n'))
    })

    test('refuses unknown recipients permanently, and inactive addresses temporarily', async () => {
      await assert.rejects(send(['unknown@desk.example'], 'From: a@x.example\n\nx'), /550 5\.1\.1/)
      await assert.rejects(send(['old@desk.example'], 'From: a@x.example\n\nx'), /450 4\.2\.1/)
    })

    test('accepts mail for the postmaster, and mail without a sender', async () => {
      await send(['postmaster@anything.example'], 'From: a@x.example\n\nx', '')
      assert.equal((await inbox()).at(-1)?.envelope_from, '')
    })

    test('lets the sender try again if the mail cannot be stored', async () => {
      const { files } = w.desk
      const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' })
      const put = files.put.bind(files)
      files.put = () => Promise.reject(full)
      try {
        const refused = await send(['printers@desk.example'], 'From: a@x.example\n\nx').then(
          ({ rejectedErrors = [] }) => rejectedErrors[0]?.response,
          (failure: Error) => failure.message,
        )
        assert.match(refused ?? '', /452 4\.3\.1/)
      } finally {
        files.put = put
      }
    })

    test('lets the sender try again if there is no memory for the mail, and accepts the next one', async () => {
      const [channel] = await emailChannels(w.desk, [channelId])
      assert.ok(channel)
      const small = await listen(w.desk, channel, new InFlight(200_000))
      const client = await open(small.port)
      const body = 'x'.repeat(76).concat('\r\n').repeat(4000)
      for (const [text, answer] of [
        [body, /^451 4\.3\.0/],
        ['short', /^250 2\.0\.0/],
      ] as const) {
        const hello = adapter === 'lmtp' ? 'LHLO x' : 'EHLO x'
        for (const line of [hello, 'MAIL FROM:<a@x.example>', 'RCPT TO:<printers@desk.example>', 'DATA'])
          await client.ask(line)
        assert.match(await client.ask(`From: a@x.example\r\n\r\n${text}\r\n.`), answer)
      }
      client.socket.destroy()
      await small.close()
    })

    test('lets one address open half of the connections, and asks its next client to try again later', async () => {
      const clients = await Promise.all(Array.from({ length: 50 }, () => open(listener.port)))
      const refused = connect(listener.port, '127.0.0.1').setEncoding('utf8')
      const [answer] = (await once(refused, 'data')) as [string]
      assert.match(answer, /^421 4\.7\.0 /)
      await once(refused, 'close')
      for (const { socket } of clients) {
        socket.destroy()
        await once(socket, 'close')
      }
      // It takes a moment until the listener notices that the other connections are closed.
      await until(() =>
        send(['printers@desk.example'], mail({ id: `later-${adapter}` })).then(
          () => true,
          () => false,
        ),
      )
    })

    test('stores nothing if the connection is cut before the end of a mail', async () => {
      const count = (await inbox()).length
      const client = await open(listener.port)
      const hello = adapter === 'lmtp' ? 'LHLO x' : 'EHLO x'
      for (const line of [hello, 'MAIL FROM:<a@x.example>', 'RCPT TO:<printers@desk.example>', 'DATA'])
        await client.ask(line)
      client.socket.write('From: a@x.example\r\nSubject: half\r\n\r\nof it')
      client.socket.destroy()
      await send(['printers@desk.example'], mail({ id: `after-${adapter}` }))
      assert.equal((await inbox()).length, count + 1)
    })

    test('makes one article of a mail that is sent again because its acknowledgement was lost', async () => {
      const raw = mail({ id: `lost-${adapter}`, to: 'printers@desk.example' })
      const client = await open(listener.port)
      const hello = adapter === 'lmtp' ? 'LHLO x' : 'EHLO x'
      for (const line of [hello, 'MAIL FROM:<a@x.example>', 'RCPT TO:<printers@desk.example>', 'DATA'])
        await client.ask(line)
      const put = w.desk.files.put.bind(w.desk.files)
      const stored = new Promise<void>((resolve) => {
        w.desk.files.put = (content) => {
          client.socket.destroy()
          w.desk.files.put = put
          return put(content).finally(() => setImmediate(resolve))
        }
      })
      client.socket.write(`${raw.replaceAll('\n', '\r\n')}\r\n.\r\n`)
      await stored
      await send(['printers@desk.example'], raw)
      const copies = (await inbox()).slice(-2).map(({ id }) => id)
      await receiveMails(w.desk, [])
      const [first, second] = await Promise.all(copies.map((id) => receivedMail(w.desk, id)))
      assert.deepEqual([first?.state, second?.state], ['taken', 'duplicate'])
      assert.equal(second?.article?.['id'], first?.article?.['id'])
    })

    test('treats a dot between bare line feeds as text, so that no second mail can be smuggled in', async () => {
      const client = await open(listener.port)
      const hello = adapter === 'lmtp' ? 'LHLO x' : 'EHLO x'
      for (const line of [hello, 'MAIL FROM:<a@x.example>', 'RCPT TO:<printers@desk.example>', 'DATA'])
        await client.ask(line)
      await client.ask('From: a@x.example\r\n\r\none\n.\nMAIL FROM:<evil@x.example>\r\n.')
      const last = (await inbox()).at(-1)
      const shown = await w.request(`received_mails/${last?.id}/raw`)
      assert.match(shown.text, /MAIL FROM:<evil@x\.example>/)
      client.socket.destroy()
    })

    test('accepts encrypted connections if it has a certificate, by TLS or STARTTLS', async () => {
      for (const security of ['tls', 'starttls'] as const) {
        const inbound = { adapter, host: '127.0.0.1', port: 0, security, ...localhost }
        const body = { name: security, group_id: w.ids['Printers'], inbound }
        const { json, text } = await w.request('channels', { method: 'POST', body })
        assert.ok(!text.includes('PRIVATE KEY'))
        const [channel] = await emailChannels(w.desk, [json.id])
        assert.ok(channel)
        const encrypted = await listen(w.desk, channel)
        const transport = createTransport({
          host: '127.0.0.1',
          port: encrypted.port,
          lmtp: adapter === 'lmtp',
          secure: security === 'tls',
          requireTLS: true,
          tls: { ca: localhost.certificate },
        })
        const envelope = { from: 'a@x.example', to: 'printers@desk.example' }
        const info = await transport.sendMail({ envelope, raw: mail({ id: `${security}-${adapter}` }) })
        assert.match(JSON.stringify(info), /2\.0\.0 queued/)
        transport.close()
        await encrypted.close()
      }
    })

    test('refuses a certificate without its private key', async () => {
      const inbound = { adapter, port: 0, host: '127.0.0.1', certificate: localhost.certificate }
      const body = { name: 'Keyless', group_id: w.ids['Printers'], inbound }
      const { status, json } = await w.request('channels', { method: 'POST', body })
      assert.deepEqual([status, json.details[0].path], [422, 'inbound.private_key'])
    })

    if (adapter === 'lmtp') {
      test('responds for each accepted recipient, even a repeated one', async () => {
        const client = await open(listener.port)
        const twice = ['RCPT TO:<printers@desk.example>', 'RCPT TO:<printers@desk.example>']
        for (const line of ['LHLO x', 'MAIL FROM:<a@x.example>', ...twice, 'DATA']) await client.ask(line)
        const answers = await client.ask('From: a@x.example\r\n\r\ntwice\r\n.', 2)
        assert.equal(answers.match(/^250 2\.0\.0 queued/gm)?.length, 2)
        client.socket.destroy()
      })
    }
  })
}

/** Opens a connection on which a test speaks the protocol itself. */
async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let [text, wanted, resolve]: [string, number, (answer: string) => void] = ['', 1, () => {}]
  const answered = () => (text.match(/^\d{3} .*\r\n/gm)?.length ?? 0) >= wanted
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (answered()) resolve(text)
  })
  const next = (count: number) =>
    new Promise<string>((settle) => {
      wanted = count
      resolve = settle
      if (answered()) settle(text)
    })
  await once(socket, 'connect')
  await next(1)
  return {
    socket,
    ask(line: string, answers = 1) {
      text = ''
      socket.write(`${line}\r\n`)
      return next(answers)
    },
  }
}
