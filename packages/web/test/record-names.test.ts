import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { newTicket, rows } from './tickets.ts'

describeInBrowser('names of records', (desk) => {
  test('states, priorities and overviews of a new desk have German names, and saved views keep theirs', async () => {
    const { world } = desk()
    await newTicket(world, 'In plain German')
    const view = { name: 'Open', condition: { 'ticket.title': { operator: 'is', value: 'In plain German' } } }
    assert.equal((await world.request('saved_views', { as: 'admin', method: 'POST', body: view })).status, 201)
    const tab = await desk().tab('/overviews/all_open', { as: 'admin', locale: 'de-DE' })
    const { page } = tab
    await page.getByRole('heading', { name: /^Offen/ }).waitFor()
    const row = page.locator(rows).filter({ hasText: 'In plain German' })
    await row.locator('.ticket-state').getByText('neu', { exact: true }).last().waitFor()
    await page.getByRole('link', { name: /^Mir zugewiesen/ }).waitFor()
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await row.getByRole('checkbox').press('Space')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /^Ein Makro ausführen/ }).click()
    await page.getByRole('option', { name: 'Schließen und als Spam markieren' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.getByText('In plain German').click()
    await page.getByRole('button', { name: /^Status: neu/ }).press('Enter')
    await page.getByRole('option', { name: 'geschlossen' }).click()
    await page.getByText(/hat den Status auf geschlossen gesetzt/).waitFor()
    await tab.close()
  })
})
