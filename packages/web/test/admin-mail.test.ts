import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { accept } from '../../server/src/channels/intake/inbox.ts'
import { mailTaskKind } from '../../server/src/resources/article/outgoing.ts'
import { enqueue } from '../../server/src/tasks/tasks.ts'
import { unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import { startImapServer } from '../../server/src/testing/imap-server.ts'
import { mailServer } from '../../server/src/testing/mail-server.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('the administration of mail', (desk) => {
  test('a mail account is tested, saved and in use after three steps by keyboard on a phone', async () => {
    const { world } = desk()
    const [mailbox, server] = await Promise.all([startImapServer(), mailServer()])
    const tab = await desk().tab('/admin/channels/new', { as: 'admin', width: 390 })
    const { page } = tab
    const field = (name: string, index = 0) => page.getByLabel(name, { exact: true }).nth(index)
    await field('Sender name').fill('Bakery Help')
    await field('E-mail address').fill('help@bakery.example')
    await page.keyboard.press('Enter')
    // Nothing listens at port 1.
    for (const [index, port] of [mailbox.port, 1].entries()) {
      await field('Server', index).fill('127.0.0.1')
      await field('Port', index).fill(String(port))
      await field('Encryption', index).selectOption('none')
    }
    await field('Password').fill('secret')
    await field('User name', 1).fill('')
    const button = (name: string) => page.getByRole('button', { name })
    await button('Test the connection').press('Enter')
    await page.getByText('Sending fails. The mail server refuses connections').waitFor()
    await button('Continue although the test failed').waitFor()
    assert.deepEqual((await world.request('channels')).json, [])
    await field('Port', 1).fill(String(server.port))
    await button('Test the connection').press('Enter')
    await page.getByText('Sending works').waitFor()
    await tab.checkAccessibility()
    await button('Next').press('Enter')
    await field('Group of new tickets').selectOption('Printers')
    await field('A received e-mail').selectOption('keep')
    await button('Save and start').press('Enter')
    await page.waitForURL(/channels\/\d+$/)
    await page.getByText('Bakery Help <help@bakery.example>').waitFor()
    const [channel] = (await world.request('channels')).json
    const { active, group_id, inbound, outbound } = channel
    assert.deepEqual(
      [active, group_id, inbound.after, inbound.port, outbound.port, outbound.user],
      [true, world.ids['Printers'], 'keep', mailbox.port, server.port, null],
    )
    const address = (await world.request('email_addresses?per_page=100')).json.at(-1)
    assert.deepEqual(
      [address.email, address.name, address.channel_id],
      ['help@bakery.example', 'Bakery Help', channel.id],
    )
    assert.equal((await world.request(`groups/${group_id}`)).json.email_address_id, address.id)
    await tab.close()
    await Promise.all([mailbox.close(), server.close()])
  })

  test('an account is paused in its form, and the error of a refused option is shown at its field', async () => {
    const { world } = desk()
    const outbound = { adapter: 'smtp', host: 'smtp.bakery.example', user: 'desk', password: 'secret' }
    const { json } = await world.request('channels', {
      method: 'POST',
      body: { name: 'Orders', group_id: 1, outbound },
    })
    const tab = await desk().tab(`/admin/channels/${json.id}`, { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Receives and sends').press('Space')
    await page.getByLabel('Server', { exact: true }).fill('elsewhere.example')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.locator('[type=password][aria-invalid=true]').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('other')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('“Orders” is saved.').first().waitFor()
    const saved = (await world.request(`channels/${json.id}`)).json
    assert.deepEqual([saved.active, saved.outbound.host], [false, 'elsewhere.example'])
    await tab.close()
  })

  test('an e-mail in quarantine is read, corrected and retried, or deleted', async () => {
    const { world } = desk()
    for (const text of ['not a mail', 'junk']) {
      await accept(world.desk, Buffer.from(text), { via: 'lmtp', channel_id: null, refused: 'It has no header.' })
    }
    const tab = await desk().tab('/admin/quarantine', { as: 'admin', width: 390 })
    const { page } = tab
    const rows = page.locator('tbody').getByRole('button')
    await rows.nth(1).press('Enter')
    const dialog = page.getByRole('dialog')
    const raw = dialog.getByRole('textbox', { name: 'The whole message' })
    await eventually(() => raw.inputValue(), 'not a mail')
    await tab.checkAccessibility()
    await raw.fill('Subject: Größe\n\nNow it is one.')
    const retried = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('retry'))
    await dialog.getByRole('button', { name: 'Try the changed message' }).press('Enter')
    assert.equal((await retried).postDataJSON().raw, 'Subject: GrÃ¶Ã\u009fe\r\n\r\nNow it is one.')
    await dialog.waitFor({ state: 'detached' })
    await rows.nth(1).waitFor({ state: 'detached' })
    await rows.first().press('Enter')
    await dialog.getByRole('button', { name: 'Delete for good' }).press('Enter')
    const confirmation = page.getByRole('dialog', { name: 'Delete this e-mail for good?' })
    await confirmation.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await page.getByRole('heading', { name: 'Nothing in quarantine' }).waitFor()
    const states = (await world.request('received_mails')).json.map(({ state }: { state: string }) => state)
    assert.equal(states.length, 2)
    assert.ok(states.includes('replaced') && !states.includes('quarantined'), states.join())
    await tab.close()
  })

  test('a waiting e-mail is sent at once, or given up after a confirmation', async () => {
    const { world } = desk()
    const article = (await world.request('ticket_articles/1')).json
    const payload = { article_id: article.id }
    await unitOfWork(world.desk, systemUser, (unit) => enqueue(unit, { kind: mailTaskKind, payload, lane: 1 }))
    const tab = await desk().tab('/admin/outbox', { as: 'admin' })
    const { page } = tab
    await page.getByRole('button', { name: /^Send “.*” now$/ }).press('Enter')
    await page.getByText('The e-mail is being sent.').first().waitFor()
    await page.getByRole('button', { name: /^Give up/ }).press('Enter')
    await tab.checkAccessibility()
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).press('Enter')
    await page.getByRole('heading', { name: 'All e-mails are sent' }).waitFor()
    assert.deepEqual((await world.request('mail_queue')).json, [])
    await tab.close()
  })

  test('a trigger is tested before it is saved, and a ticket explains its effects', async () => {
    const { world } = desk()
    const tab = await desk().tab('/admin/triggers/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Urgent')
    await page.getByLabel('Changes that start it').selectOption('always')
    await page.getByRole('button', { name: 'Add a condition', exact: true }).press('Enter')
    await page.getByLabel('Attribute').selectOption('ticket.title')
    await page.getByRole('textbox', { name: 'Value' }).fill('printer')
    await page.getByRole('button', { name: 'Add an action …' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Priority' }).press('Enter')
    await page.getByLabel('Priority').selectOption('3 high')
    await page.getByRole('button', { name: 'Try it' }).press('Enter')
    await page.getByText(/^It would act on \d+ of \d+ tickets\.$/).waitFor()
    await tab.checkAccessibility()
    assert.ok(!(await world.request('triggers')).json.some(({ name }: { name: string }) => name === 'Urgent'))
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('“Urgent” is saved.').first().waitFor()
    await tab.close()
    const id = world.ids['Label printer offline']
    const other = { name: 'Handover', condition: { 'ticket.owner_id': { operator: 'has changed' } }, perform: {} }
    await world.request('triggers', { method: 'POST', body: other })
    const change = { title: 'Label printer offline again' }
    const { json } = await world.request(`tickets/${id}`, { as: 'rita', method: 'PUT', body: change })
    const admin = `users/${world.ids['admin']}`
    await world.request(admin, { method: 'PUT', body: { groups: { Users: 'full', Printers: 'full' } } })
    const ticket = await desk().tab(`/tickets/${json.number}`, { as: 'admin', locale: 'de-DE' })
    await ticket.page.getByRole('button', { name: 'Mehr' }).first().press('Enter')
    await ticket.page.getByRole('menuitem', { name: 'Warum ist das passiert?' }).press('Enter')
    const trace = ticket.page.getByRole('dialog')
    await trace.getByText('Urgent').waitFor()
    await trace.getByText('nötig wäre: eine Änderung von Besitzer').waitFor()
    await ticket.checkAccessibility()
    await ticket.close()
    await world.request(admin, { method: 'PUT', body: { groups: { Users: 'full' } } })
    const log = await desk().tab('/admin/automation_log/trigger', { as: 'admin', width: 390 })
    const row = log.page.getByRole('row', { name: /^Urgent Trigger Not visible to you The ticket was changed Done/ })
    await row.first().waitFor()
    await log.page.getByLabel('Result').selectOption('Failed')
    await row.first().waitFor({ state: 'detached' })
    await log.checkAccessibility()
    await log.close()
  })
})
