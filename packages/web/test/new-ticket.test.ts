import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAttributes, forAll } from '../../server/src/testing/attributes.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('a new ticket', (desk) => {
  test('is created for a customer, by keyboard', async () => {
    const tab = await desk().tab('/search', { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await page.keyboard.type('Nils')
    await page.getByRole('option', { name: /Nils Brandt/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Group' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.type('The oven door does not close')
    await tab.checkAccessibility()
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('Nils called about it.')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/tickets\/\d+$/)
    await page.getByText('Nils called about it.').first().waitFor()
    const number = new URL(page.url()).pathname.split('/').at(-1)
    const { json } = await desk().world.request(`tickets/by_number/${number}`, { as: 'rita' })
    assert.equal(json.title, 'The oven door does not close')
    assert.equal(json.customer_id, desk().world.ids['nils'])
    await tab.close()
  })

  test('keeps everything that is chosen and typed, and is filled in by a template', async () => {
    const { world } = desk()
    await addAttributes(world, [
      {
        name: 'floor',
        display: 'Floor',
        data_type: 'select',
        data_option: { options: { 1: 'First', 2: 'Second' } },
        screens: forAll,
      },
    ])
    const options = {
      'ticket.floor': { value: '2' },
      'ticket.title': { value: 'New colleague' },
      'ticket.group_id': { value: String(world.ids['Printers']) },
      'ticket.tags': { operator: 'add', value: 'onboarding' },
      'article.body': { value: '<p>First day:</p>' },
    }
    await world.request('templates', { as: 'admin', method: 'POST', body: { name: 'New colleague', options } })
    const tab = await desk().tab('/tickets/new', { as: 'rita' })
    const { page } = tab
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Typed before')
    await page.getByRole('button', { name: 'Template' }).press('Enter')
    await page.getByRole('option', { name: 'New colleague' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('First day:').waitFor()
    await eventually(() => title.inputValue(), 'New colleague')
    await page.keyboard.press('Control+z')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[maxlength]')?.value === 'Typed before',
    )
    await page.getByRole('button', { name: 'Template' }).press('Enter')
    await page.getByRole('option', { name: 'New colleague' }).click()
    await page.getByRole('combobox', { name: 'Customer' }).fill('kim@new.example')
    await page.getByRole('option', { name: 'New customer kim@new.example' }).click()
    await page.getByText('Draft saved').waitFor()

    // A ticket with other initial values has a draft of its own.
    await page.goto(`/tickets/new?customer=${world.ids['nils']}`)
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('[role=combobox]')?.value.includes('Nils'),
    )
    await eventually(() => title.inputValue(), '')
    await page.goto('/tickets/new')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'kim@new.example',
    )
    await eventually(() => title.inputValue(), 'New colleague')
    await page.getByText('onboarding').waitFor()
    await page.getByRole('button', { name: 'Floor: Second' }).waitFor()

    // Without a connection, the ticket waits on this device and is created once.
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('“New colleague” is kept on this device').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[maxlength]')?.value === '')
    const draftDeleted = page.waitForResponse((one) => /DELETE.*drafts/.test(`${one.request().method()} ${one.url()}`))
    await page.context().setOffline(false)
    await page.getByText('has been handed over').waitFor()
    await draftDeleted
    const query = encodeURIComponent('title:"New colleague"')
    const { json } = await world.request(`tickets/search?only_total_count=true&query=${query}`, { as: 'rita' })
    assert.equal(json.total_count, 1)
    await eventually(async () => (await world.request('drafts', { as: 'rita' })).json, [])
    await tab.close()
  })

  test('keeps text that matches nothing, and says so', async () => {
    const tab = await desk().tab('/tickets/new', { as: 'rita' })
    const { page } = tab
    const group = page.getByRole('combobox', { name: 'Group' })
    await group.fill('Plumbers')
    await page.locator('.picker-empty').waitFor()
    await page.keyboard.press('Tab')
    await page.getByText('“Plumbers” was not found.').waitFor()
    await eventually(() => group.inputValue(), 'Plumbers')
    await eventually(() => group.getAttribute('aria-invalid'), 'true')
    await tab.checkAccessibility()
    // The ticket is not created in the group that was chosen before.
    await page.keyboard.type('A title')
    await page.getByRole('combobox', { name: 'Customer' }).fill('Nils')
    await page.getByRole('option', { name: /Nils Brandt/ }).click()
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('A message')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'Plumbers')
    // Without a choice in the list, a text counts if it is the name of an entry.
    await group.fill('printers')
    await page.getByRole('option', { name: 'Printers' }).waitFor()
    await page.keyboard.press('Tab')
    await page.getByText('was not found').waitFor({ state: 'detached' })
    await eventually(() => group.inputValue(), 'Printers')
    await page.getByRole('button', { name: 'Discard the draft' }).press('Enter')
    await tab.close()
  })

  test('shows missing values at their fields, on a phone', async () => {
    const tab = await desk().tab('/tickets/new', { as: 'rita', width: 390, theme: 'dark', locale: 'de-DE' })
    const { page } = tab
    await page.getByRole('button', { name: /Ticket anlegen/ }).press('Enter')
    await page
      .getByText('Wählen Sie einen Kunden, oder geben Sie Name, Adresse oder Telefonnummer eines neuen ein.')
      .waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 390, `the page is ${width} pixels wide`)
    await tab.checkAccessibility()
    await tab.close()
  })
})
