import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dovecot, mailboxPassword, noDovecot } from '../../testing/dovecot.ts'
import { openMailService, until } from '../../testing/mail-service.ts'
import { noPostfix, postfix } from '../../testing/postfix.ts'

const [help, kim, gone] = ['help@desk.test', 'kim@customer.test', 'gone@customer.test'] as const
const skip = noDovecot || noPostfix

test(
  'each reply arrives with its Message-ID, and a bounce finds its article, even if services restart',
  { skip },
  async (t) => {
    const box = await dovecot([help, kim])
    t.after(() => box.close())
    const relay = await postfix(['desk.test', 'customer.test'], box.lmtpPort)
    t.after(() => relay.close())
    const service = await openMailService(t)
    const host = { host: '127.0.0.1', security: 'none' }
    const inbound = { ...host, adapter: 'imap', port: box.imapPort, user: help, password: mailboxPassword }
    const outbound = { ...host, adapter: 'smtp', port: relay.port }
    const channel_id = await service.create('channels', { name: 'Help', group_id: 1, inbound, outbound })
    const email_address_id = await service.create('email_addresses', { name: 'Help', email: help, channel_id })
    await service.update('groups/1', { email_address_id })
    const customer_id = await service.create('users', { firstname: 'Kim', email: kim })
    const article = { body: 'No ink.' }
    const ticket_id = await service.create('tickets', { title: 'Ink', group_id: 1, customer_id, article })
    const reply = async (to: string, body: string) => {
      const id = await service.create('ticket_articles', { ticket_id, type: 'email', to, body })
      return { id, body, message_id: (await service.get(`ticket_articles/${id}`)).message_id as string }
    }

    const replies: Awaited<ReturnType<typeof reply>>[] = []
    const breaks: (() => Promise<unknown> | void)[] = [
      () => service.restart(),
      () => relay.restart(),
      () => box.restart(),
      () => service.restart(),
    ]
    for (const [round, fail] of breaks.entries()) {
      for (let at = 0; at < 40; at++) replies.push(await reply(kim, `Answer ${round}.${at}`))
      await fail()
    }
    const bounced = await reply(gone, 'To an old address')

    const arrived = () => box.mails(kim)
    await until(() =>
      replies.every(({ message_id }) => arrived().some((raw) => raw.includes(`Message-ID: ${message_id}`))),
    )
    for (const { body, message_id } of replies) {
      const copies = arrived().filter((raw) => raw.includes(`Message-ID: ${message_id}`))
      assert.ok(
        copies.every((raw) => raw.includes(body)),
        'repeated mails are the same',
      )
    }
    await until(async () => (await service.count('tasks')) === 0)
    const delivery = async () => (await service.get(`ticket_articles/${bounced.id}/delivery`)).recipients[0]
    await until(async () => (await delivery()).state === 'failed')
    assert.match((await delivery()).text, /550/)
    t.diagnostic(`${arrived().length - replies.length} of ${replies.length} replies arrived twice`)
  },
)
