import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emailChannels } from '../../resources/channel/read.ts'
import { type ImapServer, startImapServer } from '../../testing/imap-server.ts'
import { mail } from '../../testing/mail-desk.ts'
import { type World, world } from '../../testing/world.ts'
import type { Connection } from './connection.ts'
import { watchMailbox } from './mailbox.ts'

/** Waits until the connection in the background has fulfilled a condition. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await nextTurn()
}

describe('an IMAP mailbox', () => {
  let [w, imapServer, id]: [World, ImapServer, number] = [undefined as never, undefined as never, 0]
  let connection: Connection | undefined

  beforeEach(async () => {
    w = await world()
    imapServer = await startImapServer()
  })
  afterEach(async () => {
    await connection?.close()
    connection = undefined
    await imapServer.close()
    await w.close()
  })

  const create = async (inbound: object = {}) => {
    const server = {
      adapter: 'imap',
      host: '127.0.0.1',
      port: imapServer.port,
      security: 'none',
      user: 'desk',
      password: 'secret',
    }
    const body = { name: 'Box', group_id: 1, inbound: { ...server, ...inbound } }
    const reply = await w.request('channels', { method: 'POST', body })
    assert.equal(reply.status, 201, reply.text)
    id = reply.json.id
  }
  const watch = async () => {
    const [channel] = await emailChannels(w.desk, [id])
    assert.ok(channel)
    connection = await watchMailbox(w.desk, channel)
  }
  const stop = async () => {
    await connection?.close()
    connection = undefined
  }
  const inbox = () => w.desk.database.sql.selectFrom('received_mails').selectAll().orderBy('id').execute()
  const channel = async () => (await w.request(`channels/${id}`)).json
  const arrived = (count: number) => until(async () => (await inbox()).length >= count)

  test('is read beginning with its unread mail, which is marked as read', async () => {
    imapServer.deliver(mail({ id: 'old' }), ['\\Seen'])
    imapServer.deliver(mail({ id: 'new' }))
    await create()
    await watch()
    await arrived(1)
    await until(() => imapServer.commands.includes('IDLE'))
    imapServer.deliver(mail({ id: 'later' }))
    await arrived(2)
    await until(() => imapServer.mails.every(({ flags }) => flags.has('\\Seen')))
    assert.equal((await inbox()).length, 2)
    assert.deepEqual([(await channel()).status_in, (await channel()).last_log_in], ['ok', null])
    const raw = await w.request(`received_mails/${(await inbox())[0]?.id}/raw`)
    assert.equal(raw.text, imapServer.mails[1]?.raw)
  })

  test('whose mail stays unchanged is read from the first connection on', async () => {
    imapServer.deliver(mail({ id: 'old' }))
    await create({ after: 'keep' })
    await watch()
    await until(() => imapServer.commands.includes('IDLE'))
    imapServer.deliver(mail({ id: 'new' }))
    await arrived(1)
    await stop()
    assert.equal((await inbox()).length, 1)
    assert.ok(imapServer.mails.every(({ flags }) => flags.size === 0))
  })

  test('can be emptied: mail is moved to another folder, or deleted', async () => {
    for (const after of ['move', 'delete']) {
      const count = (await inbox()).length
      imapServer.deliver(mail({ id: `${after}-1` }))
      imapServer.deliver(mail({ id: `${after}-2` }), ['\\Seen'])
      if (after === 'move') await create({ after, move_to: 'Done' })
      else
        await w.request(`channels/${id}`, { method: 'PUT', body: { inbound: { ...(await channel()).inbound, after } } })
      await watch()
      await arrived(count + 2)
      await until(() => imapServer.mails.length === 0)
      await stop()
    }
    assert.equal(imapServer.moved.length, 2)
  })

  /** When the connection is lost: before the command, before its response, or in the middle of the response. */
  const losses = ['cut', 'cut after', 'cut in literal'] as const
  /** `UID FETCH 1,2` reads the sizes of both mails, `UID FETCH 1 ` the first mail. */
  const steps = ['LOGIN', 'SELECT', 'UID SEARCH', 'UID FETCH 1,2', 'UID FETCH 1 ', 'UID MOVE']
  for (const step of steps) {
    for (const how of losses) {
      test(`brings each mail once if the connection is lost at ${step} (${how})`, async () => {
        imapServer.deliver(mail({ id: '1' }))
        imapServer.deliver(mail({ id: '2' }))
        let isDone = false
        imapServer.onCommand = (command) => {
          if (isDone || !command.startsWith(step)) return undefined
          isDone = true
          return how
        }
        await create({ after: 'move', move_to: 'Done' })
        await watch()
        await until(() => isDone)
        await stop()
        // Every mail that was moved is in the inbox.
        assert.ok((await inbox()).length >= imapServer.moved.length)
        await watch()
        await arrived(2)
        await until(() => imapServer.mails.length === 0)
        await stop()
        assert.equal((await inbox()).length, 2)
      })
    }
  }

  test('that was renumbered is read again from the first connection on', async () => {
    await create({ after: 'keep' })
    await watch()
    await until(() => imapServer.commands.includes('IDLE'))
    imapServer.deliver(mail({ id: 'a' }))
    await arrived(1)
    await stop()
    imapServer.renumber()
    await watch()
    await arrived(2)
    await stop()
    const contents = new Set((await inbox()).map(({ sha256 }) => sha256))
    assert.equal(contents.size, 1)
  })

  test('with a mail that is too large puts its header into quarantine, and continues', async () => {
    imapServer.claimedSize = ({ uid, raw }) => (uid === 1 ? 80_000_000 : raw.length)
    imapServer.deliver(mail({ id: 'huge' }))
    imapServer.deliver(mail({ id: 'small' }))
    await create({ after: 'delete' })
    await watch()
    await arrived(2)
    await until(() => imapServer.mails.length === 1)
    const [huge] = await inbox()
    assert.equal(huge?.state, 'quarantined')
    assert.match(huge.reason ?? '', /80000000 bytes.*stays in the mailbox/)
    await stop()
    // As if the service had ended before it stored the position after the mail.
    await w.desk.database.transaction(({ sql }) => sql.deleteFrom('settings').where('name', 'like', 'imap:%').execute())
    imapServer.deliver(mail({ id: 'later' }))
    await watch()
    await arrived(3)
    await until(() => imapServer.mails.length === 1)
    assert.deepEqual(
      imapServer.mails.map(({ uid }) => uid),
      [1],
    )
  })

  test('reports its errors as sentences for administrators', async () => {
    await create({ password: 'wrong' })
    await watch()
    await until(async () => (await channel()).status_in === 'error')
    assert.match((await channel()).last_log_in, /refuses user name or password\. It says: Wrong password/)
    await stop()
    await w.request(`channels/${id}`, {
      method: 'PUT',
      body: { inbound: { ...(await channel()).inbound, password: 'secret', folder: 'Nowhere' } },
    })
    await watch()
    await until(async () => /folder does not exist/.test((await channel()).last_log_in ?? ''))
  })

  test('loses no mail while the inbox cannot be written', async () => {
    imapServer.deliver(mail({ id: '1' }))
    await create({ after: 'delete' })
    const put = w.desk.files.put.bind(w.desk.files)
    w.desk.files.put = () => Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }))
    await watch()
    await until(async () => (await channel()).status_in === 'error')
    assert.equal(imapServer.mails.length, 1)
    await stop()
    w.desk.files.put = put
    await watch()
    await until(() => imapServer.mails.length === 0)
    assert.equal((await inbox()).length, 1)
  })
})
