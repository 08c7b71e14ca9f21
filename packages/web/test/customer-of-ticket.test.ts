import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { command, manyTickets, ticketFromNils } from './tickets.ts'

const card = (page: Page) => page.locator('.who-card')

describeInBrowser('the customer of a ticket', (desk) => {
  test('is changed in the panel, found by the phone number, and the change is undone', async () => {
    const { world } = desk()
    const { ids, request } = { ids: world.ids, request: world.request.bind(world) }
    await request(`users/${ids['zoe']}`, { method: 'PUT', as: 'admin', body: { phone: '+49 40 998877' } })
    const { id, number } = await ticketFromNils(world)
    const customerOf = async () => (await request(`tickets/${id}`, { as: 'rita' })).json.customer_id as number
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await card(page).getByText('Nils Brandt').waitFor()
    await page.getByRole('button', { name: 'Change the customer' }).press('Enter')
    await page.getByRole('combobox', { name: 'Change the customer' }).fill('998877')
    await page.getByRole('option', { name: /Zoe/ }).waitFor()
    await tab.checkAccessibility('.side-panel')
    await page.keyboard.press('Enter')
    await card(page).getByText('Zoe').waitFor()
    await page.getByText('The customer is changed.').waitFor()
    await eventually(customerOf, ids['zoe'] as number)
    await page.keyboard.press('Control+z')
    await card(page).getByText('Nils Brandt').waitFor()
    await eventually(customerOf, ids['nils'] as number)
    await tab.close()
  })

  test('is created by a command of the palette; Esc keeps the old customer', async () => {
    const { world } = desk()
    const { number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await card(page).getByText('Nils Brandt').waitFor()
    await command(page, 'change the cust', 'Change the customer')
    const field = page.getByRole('combobox', { name: 'Change the customer' })
    await field.fill('Somebody')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await command(page, 'change the cust', 'Change the customer')
    await field.fill('Carl Caller 040 5566')
    await page.getByRole('option', { name: 'New customer Carl Caller 040 5566' }).waitFor()
    await page.keyboard.press('Enter')
    await card(page).getByText('Carl Caller').waitFor()
    await page.locator('.who-lines').getByText('040 5566').waitFor()
    await tab.close()
  })

  test('has a link with the number of all open tickets, of which the newest three are listed', async () => {
    const { world } = desk()
    await manyTickets(world, 20)
    const { number } = await ticketFromNils(world, { group: 'Users' }, 'admin')
    const tab = await desk().tab(`/tickets/${number}`, { as: 'admin' })
    const { page } = tab
    await page.getByRole('link', { name: 'All 21 open tickets of Nils Brandt' }).waitFor()
    await tab.close()
  })

  test('of a new ticket needs no e-mail address', async () => {
    const tab = await desk().tab('/tickets/new', { as: 'rita' })
    const { page } = tab
    await page.getByRole('combobox', { name: 'Customer' }).fill('Zoe Newname')
    await page.getByRole('option', { name: 'New customer Zoe Newname' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Printers')
    await page.getByRole('option', { name: 'Printers' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Called about the oven')
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('She calls again tomorrow.')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/tickets\/\d+$/)
    await card(page).getByText('Zoe Newname').waitFor()
    await tab.close()
  })
})

describeInBrowser('deleting a ticket', (desk) => {
  test('asks first, and names what is lost', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world, { group: 'Users' }, 'admin')
    const tab = await desk().tab(`/tickets/${number}`, { as: 'admin' })
    const { page } = tab
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete the ticket' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Delete ticket #${number}?` })
    await dialog.getByText('Printer blinks').waitFor()
    await dialog.getByText('Its message, notes, tasks').waitFor()
    await tab.checkAccessibility('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByText(`Ticket #${number} is deleted.`).waitFor()
    await page.waitForURL('**/overviews/*')
    assert.equal((await world.request(`tickets/${id}`, { as: 'admin' })).status, 404)
    await tab.close()
  })

  test('is not offered to agents', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Who may see this?' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete the ticket' }).count(), 0)
    await tab.close()
  })
})
