import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../../server/src/testing/world.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { newTicket } from './tickets.ts'

/** Creates custom fields that agents see. @param fields the data types by label; the key is the label in lowercase. */
async function addFields(world: World, object: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const shown = { 'ticket.agent': { shown: true } }
  for (const [display, data_type] of Object.entries(fields)) {
    const body = { object, name: display.toLowerCase(), display, data_type, data_option: {} }
    const screens = { create_middle: shown, edit: shown }
    const { status, text } = await world.request('object_manager_attributes', {
      method: 'POST',
      body: { ...body, screens },
    })
    assert.equal(status, 201, text)
  }
  await world.request('object_manager_attributes_execute_migrations', { method: 'POST' })
}

async function numberOf(world: World, id: number): Promise<string> {
  return (await world.request(`tickets/${id}`)).json.number as string
}

describeInBrowser('custom fields', (desk) => {
  test('people and organizations are found by name, and shown by name everywhere', async () => {
    const { world } = desk()
    await addFields(world, 'Ticket', {
      Expert: 'user_autocompletion',
      Supplier: 'autocompletion_ajax_customer_organization',
    })
    await addFields(world, 'User', { Deputy: 'user_autocompletion' })
    const id = await newTicket(world, 'Who knows this?')
    const tab = await desk().tab(`/tickets/${await numberOf(world, id)}`, { as: 'admin' })
    const { page } = tab
    const choose = async (field: string, typed: string, name: string) => {
      await page.getByRole('button', { name: `${field}: none` }).press('Enter')
      await page.getByRole('combobox', { name: field }).fill(typed)
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `${field}: ${name}` }).waitFor()
    }
    await choose('Expert', 'rita', 'Rita Sand')
    await page.getByText('Expert: Rita Sand', { exact: true }).waitFor()
    await choose('Supplier', 'harbor', 'Harbor Bakery')
    await tab.checkAccessibility('.side-panel')
    await page.reload()
    await page.getByRole('button', { name: 'Expert: Rita Sand' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.locator('.history').getByText('Rita Sand').waitFor()
    await page.locator('.history').getByText('Harbor Bakery').waitFor()

    await page.goto('/tickets/new')
    await choose('Expert', 'rita', 'Rita Sand')
    await page.goto(`/people/${world.ids['nils']}`)
    await choose('Deputy', 'maya', 'Maya Lindqvist')
    const { json } = await world.request(`users/${world.ids['nils']}`)
    assert.equal(json.deputy, world.ids['maya'])
    await page.getByRole('button', { name: 'Show the history' }).press('Enter')
    await page.locator('.history').getByText('Deputy').waitFor()
    await page.locator('.history').getByText('Maya Lindqvist').waitFor()
    await page.getByRole('button', { name: 'Deputy: Maya Lindqvist' }).press('Enter')
    await page.getByRole('combobox', { name: 'Deputy' }).fill('')
    await page.getByRole('option', { name: 'none' }).click()
    await page.getByRole('button', { name: 'Deputy: none' }).waitFor()
    await tab.close()
  })

  test('a formatted text is edited with formats and shown with them', async () => {
    const { world } = desk()
    await addFields(world, 'Ticket', { Advice: 'richtext' })
    const id = await newTicket(world, 'Formats')
    await world.request(`tickets/${id}`, { method: 'PUT', body: { advice: '<p>Stay <b>calm</b></p>' } })
    const tab = await desk().tab(`/tickets/${await numberOf(world, id)}`, { as: 'admin' })
    const { page } = tab
    const panel = page.locator('.side-panel')
    assert.equal(await panel.locator('b', { hasText: 'calm' }).innerText(), 'calm')
    await page.getByRole('button', { name: 'Advice: Edit' }).press('Enter')
    const editor = page.getByRole('textbox', { name: 'Advice' })
    await editor.waitFor()
    await tab.checkAccessibility('.side-panel')
    await page.keyboard.type(', or ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('leave')
    await page.keyboard.press('Control+Enter')
    await panel.locator('strong', { hasText: 'or' }).waitFor()
    const stored = async () => (await world.request(`tickets/${id}`)).json.advice as string
    await eventually(stored, /Stay <strong>calm, or<\/strong> leave/)
    await page.getByRole('button', { name: 'Advice: Edit' }).press('Enter')
    await editor.waitFor()
    await page.keyboard.type('nonsense')
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    assert.doesNotMatch(await panel.innerText(), /nonsense/)
    await tab.close()
  })

  test('days are shown in the local format, and an incomplete time stays in its field until it is complete', async () => {
    const { world } = desk()
    await addFields(world, 'Ticket', { Bought: 'date', Visit: 'datetime' })
    const id = await newTicket(world, 'Dates')
    await world.request(`tickets/${id}`, { method: 'PUT', body: { bought: '2024-01-02' } })
    const tab = await desk().tab(`/tickets/${await numberOf(world, id)}`, { as: 'admin' })
    const { page } = tab
    await page.getByRole('button', { name: 'Bought: 2 January 2024' }).waitFor()
    await page.getByRole('button', { name: 'Visit: Add' }).press('Enter')
    const field = page.getByLabel('Visit', { exact: true })
    await field.press('0')
    await page.keyboard.type('5032024')
    await page.keyboard.press('Enter')
    await page.getByText('Something is missing: enter day, month, year and the time.').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await tab.checkAccessibility('.side-panel')
    await field.fill('2024-03-05T10:30')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Visit: 5 Mar.* 10:30/ }).waitFor()
    await tab.close()
  })

  test('a trigger compares and sets custom fields, and counts matching tickets once its conditions are complete', async () => {
    const { world } = desk()
    await addFields(world, 'Ticket', { Author: 'user_autocompletion', Sold: 'date', Paid: 'boolean', Due: 'datetime' })
    await newTicket(world, 'A title without end '.repeat(12).trim())
    const tab = await desk().tab('/admin/triggers/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Fields')
    await page.getByText(/^Matches \d+ tickets? now$/).waitFor()
    const [box, form] = await Promise.all(
      ['.matching-tickets', 'form'].map((selector) => page.locator(selector).last().boundingBox()),
    )
    assert.ok(box && form && box.x + box.width <= form.x + form.width, JSON.stringify({ box, form }))

    await page.getByRole('button', { name: 'Add a condition' }).press('Enter')
    const first = page.locator('.comparison').first()
    await first.getByLabel('Attribute').selectOption({ label: 'Sold' })
    await page.getByText('Complete the conditions to see which tickets match.').waitFor()
    await first.getByLabel('Number').fill('3')
    await page.getByText(/^Matches \d+ tickets? now$|^Matches no ticket now$/).waitFor()
    await first.getByLabel('Attribute').selectOption({ label: 'Author' })
    await first.getByRole('combobox', { name: 'Value' }).fill('rita')
    await page.getByRole('option', { name: 'Rita Sand' }).click()

    const addAction = async (name: string) => {
      await page.getByRole('button', { name: 'Add an action' }).press('Enter')
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    }
    await addAction('Paid')
    await page.getByRole('combobox', { name: 'Paid' }).selectOption('No')
    await addAction('Due')
    await page.getByLabel('Number').fill('2')
    await tab.checkAccessibility('form')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    const saved = async () => {
      const { json } = await world.request('triggers')
      const trigger = json.find(({ name }: { name: string }) => name === 'Fields')
      return JSON.stringify([trigger?.condition, trigger?.perform])
    }
    const rita = String(world.ids['rita'])
    const condition = { 'ticket.author': { operator: 'is', value: [rita] } }
    const due = { operator: 'relative', value: '2', range: 'day' }
    const perform = { 'ticket.paid': { value: false }, 'ticket.due': due }
    await eventually(saved, new RegExp(RegExp.escape(JSON.stringify([condition, perform]))))
    await tab.close()
  })

  test('the types of a new field have names', async () => {
    const tab = await desk().tab('/admin/custom_fields/new', { as: 'admin' })
    const type = tab.page.getByLabel('Type', { exact: true })
    await type.waitFor()
    const types = await type.locator('option').allTextContents()
    assert.ok(types.includes('Person'))
    assert.deepEqual(
      types.filter((name) => name.includes('_') || /^[a-z]/.test(name)),
      [],
    )
    await tab.close()
  })
})
