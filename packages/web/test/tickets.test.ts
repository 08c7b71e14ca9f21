import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { ticketFromNils } from './tickets.ts'

const property = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) })

describeInBrowser('a ticket', (desk) => {
  test('opens, and is changed by keyboard alone', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Printer blinks' }).waitFor()
    await property(page, 'State').getByText('new').waitFor()
    await page.keyboard.press('p')
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await page.keyboard.press('t')
    await page.keyboard.type('drum')
    await page.getByRole('option', { name: /drum/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.chip.is-tag', { hasText: 'drum' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/tickets/${number}`)
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await page.keyboard.press('e')
    await page.getByText(`#${number} is closed.`).waitFor()
    await eventually(
      async () => (await world.request(`tickets/${id}?expand=true`, { as: 'rita' })).json.state,
      'closed',
    )
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'State: new' }).waitFor()
    await tab.close()
  })

  test('leaving the field for tags adds none, even if the text is a tag', async () => {
    const { id, number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await page.keyboard.press('t')
    await page.keyboard.type('printer')
    await page.getByRole('option', { name: 'printer', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Priority: 2 normal' }).focus()
    await page.getByRole('combobox', { name: 'Add a tag' }).waitFor({ state: 'detached' })
    const { json } = await desk().world.request(`tags?object=Ticket&o_id=${id}`, { as: 'rita' })
    assert.deepEqual(json.tags, [])
    await tab.close()
  })

  test('a pending time is saved with Enter', async () => {
    const { world } = desk()
    const { number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await property(page, 'State').getByText('new').waitFor()
    await page.keyboard.press('s')
    await page.keyboard.type('reminder')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'pending reminder: until when?' })
    await dialog.getByLabel('Until').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^State: pending reminder, / }).waitFor()
    await tab.close()
  })

  test('no menu offers the state of merged tickets', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    const states = ['new', 'open', 'pending reminder', 'closed', 'pending close']
    const options = () => page.getByRole('option').allInnerTexts()
    await page.getByRole('button', { name: 'State: new' }).click()
    await eventually(options, states)
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'State after sending' }).click()
    await eventually(options, states)
    await page.goto('/tickets/new')
    await page.getByRole('button', { name: 'State: open' }).click()
    await eventually(options, states)
    await page.goto('/overviews/all_open')
    const filters = page.getByRole('toolbar', { name: 'Filters' })
    await filters.getByRole('button', { name: 'State', exact: true }).click()
    await eventually(async () => (await options()).map((text) => text.split('\n')[0]), states)
    await tab.close()
  })

  test('E closes and reopens it, and does nothing once it is merged', async () => {
    const { world } = desk()
    const { number } = await ticketFromNils(world)
    const source = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'State: closed' }).waitFor()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'State: open' }).waitFor()
    const path = `ticket_merge/${source.id}/${number}`
    assert.equal((await world.request(path, { method: 'PUT', as: 'rita' })).json.result, 'success')
    await page.goto(`/tickets/${source.number}`)
    await page.getByRole('button', { name: 'State: merged' }).waitFor()
    await page.keyboard.press('e')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Reply', { exact: true }).waitFor()
    await eventually(() => page.getByText('Close or reopen').count(), 0)
    await tab.close()
  })

  test('changes by others appear, and the user resolves a conflict', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    const change = (values: object) => world.request(`tickets/${id}`, { method: 'PUT', as: 'ines', body: values })
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await change({ priority_id: 1 })
    await page.getByRole('button', { name: 'Priority: 1 low' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: '3 high' }).waitFor()
    await change({ priority_id: 2 })
    await page.locator('.property', { hasText: '2 normal' }).waitFor()
    await page.getByRole('option', { name: '3 high' }).click()
    await page.getByText('Priority was set to 2 normal in the meantime. You chose 3 high.').waitFor()
    await page.getByRole('button', { name: 'Use 3 high' }).click()
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await tab.close()
  })

  test('a ticket keeps showing an inactive priority, which is not offered to others', async () => {
    const { world } = desk()
    const urgent = { name: '4 urgent', default_create: false }
    const { json: priority } = await world.request('ticket_priorities', { method: 'POST', as: 'admin', body: urgent })
    const [{ number }, other] = [await ticketFromNils(world, { priority_id: priority.id }), await ticketFromNils(world)]
    const path = `ticket_priorities/${priority.id}`
    const { status } = await world.request(path, { method: 'PUT', as: 'admin', body: { active: false } })
    assert.equal(status, 200)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Priority: 4 urgent' }).waitFor()
    await page.goto(`/tickets/${other.number}`)
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: '3 high' }).waitFor()
    assert.equal(await page.getByRole('option', { name: '4 urgent' }).count(), 0)
    await tab.close()
  })

  test('a change during the first request of a ticket appears', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world, { title: 'Before' })
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    const answered = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(
      `**/tickets/by_number/${number}*`,
      async (route) => {
        const response = await route.fetch()
        answered.resolve()
        await released.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const row = page.getByRole('row').filter({ hasText: number })
    await row.hover()
    await answered.promise
    await world.request(`tickets/${id}`, { method: 'PUT', as: 'ines', body: { title: 'After' } })
    await row.getByText('After').waitFor()
    released.resolve()
    await row.getByText('After').click()
    await page.getByRole('heading', { name: 'After' }).waitFor()
    await tab.close()
  })

  test('a new message is shown at the visible end of the thread, and other people at the ticket are shown', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.locator('.entry').waitFor()
    await world.request(`tickets/${id}/presence`, {
      method: 'PUT',
      as: 'ines',
      body: { activity: 'writing', kind: 'note' },
    })
    await page.getByText('Ines is writing a note').waitFor()
    // The stream of events is open now, and has caused no second request.
    const whole = tab.requests.filter((one) => one.startsWith(`GET /api/v1/tickets/by_number/${number}`))
    assert.equal(whole.length, 1, whole.join())
    await world.request('ticket_articles', {
      method: 'POST',
      as: 'ines',
      body: { ticket_id: id, body: 'The drum is here.', internal: true },
    })
    await page.locator('.entry.is-internal', { hasText: 'The drum is here.' }).waitFor()
    await tab.close()
  })

  for (const width of [1440, 1024, 390] as const) {
    test(`is accessible at ${width} pixels, in both themes and in German`, async () => {
      const { world } = desk()
      const { id, number } = await ticketFromNils(world, { tags: 'printer' })
      await world.request('ticket_articles', {
        method: 'POST',
        as: 'rita',
        body: { ticket_id: id, body: 'Note', internal: true },
      })
      const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width, locale: 'de-DE' })
      const { page } = tab
      await page.locator('.entry.is-internal').getByText('Intern').waitFor()
      await page.locator('.state:visible', { hasText: 'neu' }).first().waitFor()
      await tab.checkAccessibility()
      await page.emulateMedia({ colorScheme: 'dark' })
      await tab.checkAccessibility()
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
      await tab.close()
    })
  }

  test('that does not exist is reported as missing', async () => {
    const tab = await desk().tab('/tickets/99999', { as: 'rita' })
    await tab.page.getByRole('heading', { name: 'There is no ticket #99999' }).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })
})
