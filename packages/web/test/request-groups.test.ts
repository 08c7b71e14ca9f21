import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'

/** Fills in the form of a new request and sends it. */
async function sendRequest(page: Page): Promise<void> {
  await page.getByLabel('In one line').fill('The till is stuck')
  await page.getByLabel('What happened?').fill('Since Monday.')
  await page.getByRole('button', { name: 'Send the request' }).press('Enter')
}

describeInBrowser('the groups of a new request', (desk) => {
  test('are loaded again by Send if that has failed, and a failure is shown', async () => {
    const tab = await desk().tab('/requests', { as: 'nils' })
    const { page } = tab
    await page.route('**/api/v1/ticket_create', (route) => route.abort())
    await page.goto('/requests/new')
    await sendRequest(page)
    await page.getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/api/v1/ticket_create')
    await page.getByRole('button', { name: 'Send the request' }).press('Enter')
    await page.getByText('Received').waitFor()
    await tab.close()
  })

  test('are missing: the form says so', async () => {
    const { world } = desk()
    const { json: groups } = await world.request('groups')
    for (const { id } of groups) {
      const { status, text } = await world.request(`groups/${id}`, { method: 'PUT', body: { active: false } })
      assert.equal(status, 200, text)
    }
    const tab = await desk().tab('/requests/new', { as: 'nils' })
    const { page } = tab
    await page.getByText('At the moment, no group accepts requests.').waitFor()
    await sendRequest(page)
    await page.getByText('Draft saved').waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })
})
