import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

/** Returns the number of writes that wait on the device. Runs in the page. */
async function countWrites(): Promise<number> {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  const count = await new Promise<number>((resolve) => {
    const request = opened.transaction('writes').objectStore('writes').count()
    request.addEventListener('success', () => resolve(request.result))
  })
  opened.close()
  return count
}

describeInBrowser('a write that another tab sends', (desk) => {
  test('has its response: the new request is opened, and exists once', async () => {
    const { world } = desk()
    const body = { title: 'The door squeaks', group: 'Printers', article: { body: 'Always.', type: 'web' } }
    const { number } = (await world.request('tickets', { method: 'POST', as: 'nils', body })).json
    const tab = await desk().tab('/requests/new', { as: 'nils' })
    const { page } = tab
    const other = await page.context().newPage()
    await other.goto(`/requests/${number}`)
    // The other tab begins with a reply, and then sends everything that waits.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await other.route('**/api/v1/batch', async (route) => {
      await released
      await route.continue()
    })
    const isBegun = other.waitForRequest('**/api/v1/batch')
    await other.getByRole('textbox', { name: 'Your answer' }).fill('Also at night.')
    await other.keyboard.press('Control+Enter')
    await isBegun
    await page.getByLabel('In one line').fill('The window rattles')
    await page.getByLabel('What happened?').fill('Since the storm.')
    await page.getByRole('button', { name: 'Send the request' }).press('Enter')
    await eventually(() => page.evaluate(countWrites), 2)
    release()
    await page.waitForURL(/\/requests\/\d+$/)
    await page.getByText('Since the storm.').waitFor()
    const query = 'tickets/search?query=title:rattles&only_total_count=true'
    await eventually(async () => (await world.request(query, { as: 'nils' })).json.total_count, 1)
    await tab.close()
  })
})
