import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { ticketFromNils } from './tickets.ts'

async function writeReply(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Reply' }).first().waitFor()
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.keyboard.type(text)
}

describeInBrowser('a ticket that disappears while it is open', (desk) => {
  test('is deleted: the page says so, and what was written can be copied', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await writeReply(page, 'Please switch it off.')
    await page.getByText('Draft saved').waitFor()
    await world.request(`tickets/${id}`, { method: 'DELETE', as: 'admin' })
    await page.getByRole('heading', { name: `Ticket #${number} was deleted` }).waitFor()
    await page.getByRole('region', { name: 'Reply' }).getByText('Please switch it off.').waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Copy the text' }).press('Enter')
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), 'Please switch it off.')
    await tab.close()
  })

  test('is deleted while the device is offline: a saved draft can still be copied', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await writeReply(page, 'Please unplug it.')
    await page.getByText('Draft saved').waitFor()
    await page.context().setOffline(true)
    await page
      .getByText(/^Offline since/)
      .first()
      .waitFor()
    await world.request(`tickets/${id}`, { method: 'DELETE', as: 'admin' })
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: `Ticket #${number} was deleted` }).waitFor()
    await page.getByRole('region', { name: 'Reply' }).getByText('Please unplug it.').waitFor()
    await tab.close()
  })

  test('is moved out of sight: the first refused request reveals it', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', locale: 'de-DE' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Printer blinks' }).waitFor()
    await page.keyboard.press('i')
    await page.keyboard.type('Only for us')
    await page.getByText('Entwurf gespeichert').waitFor()
    const move = { method: 'PUT', as: 'admin', body: { group: 'Users' } } as const
    const groups = { Users: ['full'], Printers: ['full'] }
    await world.request(`users/${world.ids['admin']}`, { method: 'PUT', as: 'admin', body: { groups } })
    assert.equal((await world.request(`tickets/${id}`, move)).status, 200)
    await page.keyboard.type('!')
    await page.getByRole('heading', { name: `Ticket #${number} wurde gelöscht` }).waitFor()
    await page
      .getByRole('region', { name: 'Interne Notiz' })
      .getByText(/^Only for us/)
      .waitFor()
    await tab.close()
  })
})
