import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { taskPoller } from '../../server/src/tasks/tasks.ts'
import { type MailServer, mailServer } from '../../server/src/testing/mail-server.ts'
import type { Person } from '../../server/src/testing/world.ts'
import { reportState } from '../../server/src/resources/channel/state.ts'
import { taskHandlers } from '../../server/src/upkeep/task-handlers.ts'
import { describeInBrowser, type Tab, type Width } from './browser.ts'

const widths: readonly Width[] = [390, 1440]
const pollerOptions = { poll: { embedded: 1, server: 1 }, concurrency: { perLane: 1, total: 4 }, grace: 0 }

const openEditor = async ({ page }: Tab) => {
  await page
    .getByRole('button', { name: /^(?:Reply|Antwort)/ })
    .first()
    .press('Enter')
  await page.locator('[contenteditable=true]').waitFor()
}

describeInBrowser('e-mails that the desk sends', (desk) => {
  let server: MailServer
  before(async () => (server = await mailServer()))
  after(() => server.close())

  const write = async (
    path: string,
    body: object,
    { method = 'POST', as = 'admin' }: { method?: string; as?: Person } = {},
  ) => {
    const { status, json, text } = await desk().world.request(path, { method, as, body })
    assert.ok(status < 300, `${path}: ${text}`)
    return json
  }

  /** Creates a ticket with a reply by e-mail. */
  async function answeredTicket(title: string): Promise<{ id: number; number: string }> {
    const article = { body: 'No ink' }
    const customer_id = desk().world.ids['nils']
    const ticket = await write('tickets', { title, group: 'Printers', customer_id, article }, { as: 'rita' })
    const reply = { ticket_id: ticket.id, type: 'email', to: 'nils@bakery.example', body: 'Ink is on its way.' }
    await write('ticket_articles', reply, { as: 'rita' })
    return ticket
  }

  /** Gives the group an account whose mail server is the one of this test. Returns the id of its channel. */
  async function setUpAccount(name: string, credentials: object = {}): Promise<number> {
    const group = desk().world.ids['Printers']
    const outbound = { adapter: 'smtp', host: '127.0.0.1', port: server.port, security: 'none', ...credentials }
    const { id } = await write('channels', { name, group_id: group, outbound })
    const address = { name: 'Printers', email: `${name}@desk.example`, channel_id: id }
    const { id: email_address_id } = await write('email_addresses', address)
    await write(`groups/${group}`, { email_address_id }, { method: 'PUT' })
    return id
  }

  /** Works on all tasks, also on those that are due later. */
  async function work(): Promise<void> {
    const { desk: service } = desk().world
    const due_at = new Date(0).toISOString()
    await service.database.transaction(({ sql }) => sql.updateTable('tasks').set({ due_at }).execute())
    const poller = taskPoller(service, async () => taskHandlers, pollerOptions)
    await poller.poll()
    await poller.settled()
    await poller.stop()
  }

  test('the editor and a message that was not sent say that the group has no account', async () => {
    const { number } = await answeredTicket('No account')
    for (const width of widths) {
      const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width })
      await tab.page.getByText('Not sent: the desk had no account for e-mails of this group.').waitFor()
      await openEditor(tab)
      await tab.page.getByText('E-mails of this group are not sent, because it has no account.').waitFor()
      await tab.checkAccessibility()
      await tab.close()
    }
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width: 390, locale: 'de-DE', theme: 'dark' })
    await tab.page.getByText('Nicht gesendet: Für E-Mails dieser Gruppe gab es kein Konto.').waitFor()
    await openEditor(tab)
    await tab.page.getByText('E-Mails dieser Gruppe werden nicht gesendet').waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('an e-mail that was not sent is sent again by keyboard, and its state follows', async () => {
    const { number } = await answeredTicket('Sent later')
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    // A press is ignored while the request of the press before is running.
    const again = page.getByRole('button', { name: 'Send again', disabled: false })
    await again.press('Enter')
    await page.getByText('The group has no sender address with an active channel.').waitFor()
    await setUpAccount('printers')
    server.answers['DATA'] = '550 5.7.1 looks like spam'
    await again.press('Enter')
    await page.getByText(/Not delivered: .*looks like spam/).waitFor()
    await tab.checkAccessibility()
    delete server.answers['DATA']
    await again.press('Enter')
    await page.getByText('E-mail, sent').waitFor()
    assert.equal(server.mails.filter(({ to }) => to.includes('nils@bakery.example')).length, 1)
    await tab.close()
  })

  test('the editor says that the account of the group fails, and why', async () => {
    const { number } = await answeredTicket('Account fails')
    await reportState(desk().world.desk, await setUpAccount('failing'), 'out', 'The password is wrong.')
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    await openEditor(tab)
    await tab.page.getByText(/do not leave at the moment.*The password is wrong\./).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a waiting e-mail says why the account of the group fails, until the account works again', async () => {
    server.answers['AUTH'] = '535 5.7.8 The password has expired.'
    await setUpAccount('expired', { user: 'desk', password: 'old' })
    const { number } = await answeredTicket('Waits for the account')
    for (const width of widths) {
      const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width })
      await tab.page.getByText(/Not sent yet, because the account of the group fails.*has expired\./).waitFor()
      await tab.checkAccessibility()
      await tab.close()
    }
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width: 390, locale: 'de-DE', theme: 'dark' })
    const notice = tab.page.getByText('Noch nicht gesendet, weil das Konto der Gruppe nicht funktioniert.')
    await notice.waitFor()
    await tab.checkAccessibility()
    delete server.answers['AUTH']
    await work()
    await notice.waitFor({ state: 'detached' })
    await tab.close()
  })
})
