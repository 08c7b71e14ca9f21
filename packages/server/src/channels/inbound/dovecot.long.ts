import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { dovecot, mailboxPassword, noDovecot } from '../../testing/dovecot.ts'
import { mail } from '../../testing/mail-desk.ts'
import { openMailService, until } from '../../testing/mail-service.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'

const user = 'help@desk.test'

/** Starts a Dovecot server with one mailbox, and a service that reads it through a connection that the test can cut. */
async function open(t: TestContext, mails: number, inbound: object = {}) {
  const server = await dovecot([user])
  t.after(() => server.close())
  const texts = Array.from({ length: mails }, (_, at) => numbered(at))
  server.deliver(user, texts)
  const proxy = await tcpProxy({ port: server.imapPort, host: '127.0.0.1' })
  t.after(() => proxy.close())
  const service = await openMailService(t)
  const account = {
    adapter: 'imap',
    host: '127.0.0.1',
    port: proxy.port,
    security: 'none',
    user,
    password: mailboxPassword,
  }
  await service.create('channels', { name: 'Box', group_id: 1, inbound: { ...account, ...inbound } })
  return { server, proxy, service }
}

/** Every tenth mail answers the one before it; each comes from one of 500 people. */
const numbered = (at: number): string =>
  mail({
    id: `n${at}`,
    from: `p${at % 500}@customers.test`,
    subject: `Topic ${at}`,
    ...(at % 10 === 9 ? { head: `In-Reply-To: <n${at - 1}@x.example>\n` } : {}),
  })

test(
  'each of 10,000 mails becomes one article, even if service, server and connection fail',
  { skip: noDovecot },
  async (t) => {
    const count = 10_000
    const { server, proxy, service } = await open(t, count)
    const fetched = () => service.count('received_mails')
    const kill = () => service.restart()
    const cut = () => {
      proxy.cut()
      proxy.restore()
    }
    const breaks: (() => Promise<unknown> | void)[] = [kill, () => server.restart(), cut, kill, cut, kill]
    // The failures are spread evenly over the first three quarters of the mails.
    for (const [at, fail] of breaks.entries()) {
      await until(async () => (await fetched()) >= (count * (at + 1)) / (breaks.length + 2))
      await fail()
    }
    await until(async () => (await service.count('received_mails', 'taken')) === count)
    assert.equal(await fetched(), count)
    assert.equal(await service.articles(), count)
    // `S` is the flag of mail that was read.
    await until(() => server.mails(user, 'S').length === count)
  },
)

test(
  'a mail is taken as soon as the server announces it, also after a restart of the server',
  { skip: noDovecot },
  async (t) => {
    const { server, service } = await open(t, 1, { after: 'delete' })
    await until(() => server.mails(user).length === 0)
    server.deliver(user, [numbered(1)])
    await until(() => server.mails(user).length === 0)
    server.stop()
    server.deliver(user, [numbered(2)])
    server.start()
    await until(() => server.mails(user).length === 0)
    await until(async () => (await service.articles()) === 3)
  },
)
