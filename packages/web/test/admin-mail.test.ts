import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imapPeer } from '../../server/src/testing/imap-peer.ts'
import { mailServer } from '../../server/src/testing/mail-server.ts'
import { describeInBrowser } from './browser.ts'

describeInBrowser('the administration of mail', (desk) => {
  test('a mail account is tested, saved and in use after three steps by keyboard on a phone', async () => {
    const { world } = desk()
    const [mailbox, server] = await Promise.all([imapPeer(), mailServer()])
    const tab = await desk().tab('/admin/channels/new', { as: 'admin', width: 390 })
    const { page } = tab
    const field = (name: string, at = 0) => page.getByLabel(name, { exact: true }).nth(at)
    await field('Sender name').fill('Bakery Help')
    await field('E-mail address').fill('help@bakery.example')
    await page.keyboard.press('Enter')
    for (const [at, port] of [mailbox.port, 1].entries()) {
      await field('Server', at).fill('127.0.0.1')
      await field('Port', at).fill(String(port))
      await field('Encryption', at).selectOption('none')
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
    await field('A mail that was received').selectOption('keep')
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

  test('an account is paused in its form, and a refused option is said at its field', async () => {
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
})
