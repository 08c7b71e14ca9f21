import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('figures', (desk) => {
  /** Creates a ticket, answers it and closes it. */
  async function handleTicket() {
    const { world } = desk()
    const article = { body: 'Hello', type: 'phone', sender: 'Customer' }
    const body = {
      title: 'Till',
      group: 'Printers',
      customer: 'nils@desk.example',
      owner: 'rita@desk.example',
      article,
    }
    const { json } = await world.request('tickets', { as: 'rita', method: 'POST', body })
    const answer = { ticket_id: json.id, body: 'Answer', type: 'phone', sender: 'Agent' }
    await world.request('ticket_articles', { as: 'rita', method: 'POST', body: answer })
    await world.request(`tickets/${json.id}`, { as: 'rita', method: 'PUT', body: { state: 'closed' } })
  }

  test('the dashboard shows numbers and charts, each also as a table, by keyboard', async () => {
    const { world } = desk()
    const groups = Object.fromEntries(['Users', 'Printers', 'Network'].map((name) => [name, 'full']))
    await world.request(`users/${world.ids['admin']}`, { method: 'PUT', body: { groups } })
    await handleTicket()
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('q')
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const { json: counts } = await world.request('reports/tickets?time_zone=UTC')
    await page.getByRole('definition').filter({ hasText: /^\d+$/ }).first().waitFor()
    await eventually(
      async () => (await page.locator('.figures dd.number').allTextContents()).slice(0, 3),
      ['open', 'created', 'closed'].map((name) => String(counts.rows[0][name])),
    )
    await page.getByRole('img', { name: /^Created and closed tickets/ }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('t')
    await page.getByRole('region', { name: 'Created and closed by day' }).getByRole('table').waitFor()
    await eventually(() => page.getByRole('img', { name: /^Created and closed/ }).count(), 0)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('the chosen days, group and dimension are in the address, and apply to the CSV file', async () => {
    const tab = await desk().tab('/dashboard', { as: 'admin', theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: /^Days: / }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Last 90 days' }).press('Enter')
    await page.getByRole('heading', { name: 'Created and closed by week' }).waitFor()
    await eventually(() => page.url(), /from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
    await page.getByRole('button', { name: /^Group: / }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Printers' }).press('Enter')
    await page.getByRole('button', { name: 'Group: Printers' }).waitFor()
    await page.getByRole('button', { name: 'By: Group' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Owner' }).press('Enter')
    await page.getByRole('rowheader', { name: 'Rita Sand' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV file: Times' }).press('Enter'),
    ])
    assert.match(download.suggestedFilename(), /^times-\d.*\.csv$/)
    await tab.checkAccessibility()
    await page.goBack()
    await page.getByRole('button', { name: 'By: Group' }).waitFor()
    await tab.close()
  })

  test('other days are entered as dates', async () => {
    const tab = await desk().tab('/dashboard', { as: 'admin' })
    const { page } = tab
    await page.getByRole('button', { name: /^Days: / }).click()
    await page.getByRole('menuitem', { name: 'Other days…' }).click()
    await page.getByLabel('First day').fill('2026-03-05')
    await page.getByLabel('Last day').fill('2026-03-01')
    await page.getByText('The last day is before the first one.').waitFor()
    await page.getByLabel('Last day').fill('2026-03-06')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: /^Days: 5.*6 Mar/ }).waitFor()
    await tab.close()
  })

  for (const width of [1024, 390] as const) {
    test(`the dashboard fits into ${width} pixels in German`, async () => {
      for (const theme of ['light', 'dark'] as const) {
        const tab = await desk().tab('/dashboard', { as: 'admin', width, theme, locale: 'de-DE' })
        const { page } = tab
        await page.getByRole('heading', { name: 'Offene Tickets nach Alter' }).waitFor()
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${wider} pixels too wide`)
        await tab.checkAccessibility()
        await tab.close()
      }
    })
  }

  test('agents see their own day and earlier days, and open their tickets', async () => {
    const tab = await desk().tab('/', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: 'My day' }).click()
    await page.getByRole('heading', { name: 'Answers and notes by hour' }).waitFor()
    await eventually(() => page.locator('.figures dd.number').first().textContent(), '1')
    await page.getByRole('img', { name: /: 1 answers, 0 notes$/ }).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Day before' }).click()
    await page.getByRole('button', { name: 'Today' }).waitFor()
    await eventually(() => page.url(), /date=/)
    await page.reload()
    await page.getByRole('heading', { name: 'My tickets now' }).waitFor()
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await page.getByText('Label printer offline').waitFor()
    await tab.close()
  })

  test('the dashboard does not exist for users who may not read reports', async () => {
    const tab = await desk().tab('/dashboard', { as: 'rita' })
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.ok(!tab.requests.some((request) => request.includes('/reports/')))
    await tab.close()
  })
})
