import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { command, focused, manyTickets, newTicket, rows } from './tickets.ts'

describeInBrowser('parts of a list', (desk) => {
  test('the preview of a ticket shows an internal note as internal', async () => {
    const { world } = desk()
    const id = await newTicket(world, 'With a note')
    const note = { ticket_id: id, body: 'Only for us.', internal: true }
    await world.request('ticket_articles', { method: 'POST', body: note })
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.getByRole('row', { name: /With a note/ }).waitFor()
    await page.keyboard.press('j')
    while (!(await page.evaluate(() => document.activeElement?.textContent?.includes('With a note'))))
      await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const preview = page.getByRole('complementary', { name: `Ticket ${await focused(tab)}` })
    await preview.getByText('Only for us.').waitFor()
    await preview.getByText('Internal', { exact: true }).waitFor()
    const edge = preview.getByRole('article')
    await eventually(() => edge.evaluate((element) => getComputedStyle(element).borderTopStyle), 'dashed')
    await tab.checkAccessibility()
    await tab.close()
  })

  test('arrows move between the filters, and an empty list offers to remove them', async () => {
    const tab = await desk().tab('/overviews/all_open?tag=no-such-tag&sort=-number', { as: 'admin' })
    const { page } = tab
    await page.getByRole('heading', { name: 'No ticket matches the filters' }).waitFor()
    await page.getByRole('button', { name: 'State', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('button:focus', { hasText: 'Group' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.locator('button:focus', { hasText: 'Save as view' }).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Remove the filters' }).press('Enter')
    await page.waitForURL('**/overviews/all_open?sort=-number')
    await page.locator(rows).first().waitFor()
    await tab.close()
  })

  test('tags are found for the typed text, among more than the first ten', async () => {
    const { world } = desk()
    for (const name of ['zebra', 'zoo', ...Array.from({ length: 10 }, (_, index) => `animal ${index}`)])
      await world.request('tag_list', { method: 'POST', body: { name } })
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: /Tags/ }).fill('zeb')
    await page.getByRole('option', { name: 'zebra' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(rows).getByText('zebra').waitFor()
    await page.locator(rows).first().press('x')
    await command(page, 'add tag', 'Add a tag')
    await page.getByRole('combobox', { name: 'Find and do anything' }).fill('zo')
    await page.getByRole('option', { name: 'zoo' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(rows).getByText('zoo').waitFor()
    await tab.close()
  })

  test('a list that does not exist is reported as missing', async () => {
    const tab = await desk().tab('/overviews/no-such-list', { as: 'admin', width: 390 })
    await tab.page.getByRole('heading', { name: 'There is no such overview', level: 1 }).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('several columns are chosen in the menu, one after the other', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await page.keyboard.press('v')
    const column = (name: string) => page.getByRole('menuitemcheckbox', { name })
    await column('Due').press('Enter')
    await column('Owner').press('Enter')
    await page.getByRole('columnheader', { name: 'Owner' }).waitFor({ state: 'detached' })
    assert.deepEqual(
      await Promise.all(['Due', 'Owner', 'State'].map((name) => column(name).getAttribute('aria-checked'))),
      ['false', 'false', 'true'],
    )
    await tab.checkAccessibility()
    await tab.close()
  })

  test('all tickets of a list are changed with one request, and undo restores those that are not loaded', async () => {
    const { world } = desk()
    await manyTickets(world, 230)
    const urgent = async (): Promise<number> =>
      (await world.request('tickets/search?query=title:many AND priority_id:3&only_total_count=true')).json.total_count
    const tab = await desk().tab('/overviews/all_open?q=title:many', { as: 'admin' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Select all 230' }).press('Enter')
    await page.getByText('230 selected').waitFor()
    await page.keyboard.press('p')
    await page.getByRole('combobox', { name: /Priority/ }).waitFor()
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.getByText('230 tickets were changed.').waitFor()
    assert.equal(tab.requests.filter((request) => request.endsWith('tickets/mass_update')).length, 1)
    await eventually(urgent, 230)
    const undone = page.waitForResponse((response) => response.url().endsWith('/batch'))
    await page.keyboard.press('Control+z')
    await undone
    await page.locator(`${rows} .ticket-priority .priority-high`).first().waitFor({ state: 'detached' })
    await tab.close()
  })
})
