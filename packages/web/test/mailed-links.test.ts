import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailServer, mailServer } from '../../server/src/testing/mail-server.ts'
import { newTicket } from '../../server/src/testing/new-ticket.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

/** Each link is opened in a browser as it stands in the message. */
describeInBrowser('links in messages of the desk', (desk) => {
  let server: MailServer
  const request = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const { status, json, text } = await desk().world.request(path, { method, body })
    assert.ok(status < 300, `${path}: ${text}`)
    return json
  }
  const set = async (name: string, value: boolean) => {
    const { json } = await desk().world.request('settings?per_page=1000')
    const setting = (json as { id: number; name: string }[]).find((entry) => entry.name === name)
    await request('PUT', `settings/${setting?.id}`, { state_current: { value } })
  }

  before(async () => {
    server = await mailServer()
    const outbound = { adapter: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' }
    const { ids } = desk().world
    const { id } = await request('POST', 'channels', { name: 'Mail', group_id: ids['Printers'], outbound })
    await request('POST', 'email_addresses', { name: 'Desk', email: 'desk@desk.example', channel_id: id })
    await request('POST', 'getting_started/base', { url: desk().url })
  })
  after(() => server.close())

  /**
   * Waits until the service has sent everything, including what is due later. Returns the messages to an address, without
   * the encoding of their texts.
   */
  async function mailsTo(address: string): Promise<string[]> {
    const { database } = desk().world.desk
    const due_at = new Date(0).toISOString()
    await database.transaction(({ sql }) => sql.updateTable('tasks').set({ due_at }).execute())
    await eventually(async () => (await database.sql.selectFrom('tasks').select('id').execute()).length, 0)
    const mails = server.mails.filter(({ to }) => to.includes(address))
    return mails.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  }

  async function linkTo(address: string, path: string): Promise<string> {
    const mail = (await mailsTo(address)).at(-1) ?? assert.fail(`no message to ${address}`)
    const [link] = new RegExp(`${desk().url}/${path}/[\\w.~-]+`).exec(mail) ?? assert.fail(mail)
    return link
  }

  test('a requested link sets a password once, and signs the person in', async () => {
    const asking = await desk().tab('/password', { width: 390 })
    await asking.page.getByLabel('E-mail address or login').fill('rita@desk.example')
    await asking.page.keyboard.press('Enter')
    await asking.page.getByText('If the account exists, it gets a link.').waitFor()
    await asking.close()
    const link = await linkTo('rita@desk.example', 'password')
    const tab = await desk().tab(link, { width: 390 })
    await tab.page.getByLabel('New password', { exact: true }).fill('Correct Horse 7')
    await tab.page.keyboard.press('Enter')
    await tab.page.waitForURL((url) => !url.pathname.startsWith('/password'))
    await tab.close()
    const again = await desk().tab(link)
    await again.page.getByRole('alert').waitFor()
    await again.checkAccessibility()
    await again.close()
  })

  test('a person who signs up confirms the address with the password, and is signed in', async () => {
    await set('user_create_account', true)
    const body = { firstname: 'Paula', email: 'paula@new.example', password: 'Correct Horse 7', signup: true }
    assert.equal((await desk().world.request('users', { method: 'POST', as: 'anonymous', body })).status, 201)
    const tab = await desk().tab(await linkTo('paula@new.example', 'sign-up'), { width: 390, locale: 'de-DE' })
    await tab.page.getByLabel('Passwort', { exact: true }).fill('Correct Horse 7')
    await tab.checkAccessibility()
    await tab.page.keyboard.press('Enter')
    await tab.page.waitForURL((url) => url.pathname.startsWith('/requests'))
    await tab.close()
    await set('user_create_account', false)
  })

  test('a reader of notifications ends them with the link in one of them, without signing in', async () => {
    await newTicket(desk().world, { title: 'No ink' })
    const link = await linkTo('ines@desk.example', 'unsubscribe')
    const tab = await desk().tab(link, { theme: 'dark' })
    const turnOff = tab.page.getByRole('button', { name: 'Turn off these e-mails' })
    await turnOff.waitFor()
    await tab.checkAccessibility()
    await turnOff.press('Enter')
    await tab.page.getByText('Done.').waitFor()
    await tab.close()
    const before = (await mailsTo('ines@desk.example')).length
    await newTicket(desk().world, { title: 'No paper' })
    assert.equal((await mailsTo('ines@desk.example')).length, before)
  })
})
