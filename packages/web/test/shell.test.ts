import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, describeInBrowser, launchBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('the frame of the screens for agents', (desk) => {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 1024, 390] as const) {
      test(`is accessible at ${width} pixels in the ${theme} theme`, async () => {
        const tab = await desk().tab('/notifications', { as: 'rita', width, theme })
        const { page } = tab
        await page.getByRole('heading', { name: 'Notifications' }).waitFor()
        await page.getByText('Nothing new').waitFor()
        await tab.checkAccessibility()
        if (width === 390) {
          await page.getByRole('button', { name: 'Open the sidebar' }).click()
          await page.getByRole('link', { name: /^Open/ }).waitFor()
          await tab.checkAccessibility()
          await page.getByRole('link', { name: /^Open/ }).click()
          await page.getByRole('dialog').waitFor({ state: 'detached' })
        }
        await tab.close()
      })
    }
  }

  test('the document requests all that the first list needs, once, and before the list is drawn', async () => {
    const tab = await desk().tab('/', { as: 'rita' })
    await tab.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/ticket_priorities')),
    )
    const expected = [
      'GET /api/v1/signshow',
      'GET /api/v1/ticket_overviews?saved_views=true',
      'POST /api/v1/ticket_overviews',
    ]
    // Later requests are those of the drawn list, and of counts that follow events.
    const untilDrawn = tab.requests.slice(0, tab.requests.indexOf('GET /api/v1/ticket_priorities'))
    assert.deepEqual(
      untilDrawn.filter((request) => expected.includes(request)),
      expected,
      tab.requests.join(', '),
    )
    await tab.close()
  })

  test('the first screen is the first overview, and the sidebar counts new tickets', async () => {
    const tab = await desk().tab('/', { as: 'rita' })
    const { page } = tab
    await page.waitForURL('**/overviews/my_assigned')
    const open = page.getByRole('link', { name: /^Open/ })
    const before = Number(await open.locator('.count').innerText())
    const { world } = desk()
    const ticket = { title: 'The printer is on fire', group_id: world.ids['Printers'], customer_id: world.ids['nils'] }
    const body = { ...ticket, article: { body: 'Really.', type: 'note' } }
    assert.equal((await world.request('tickets', { as: 'rita', method: 'POST', body })).status, 201)
    await open.getByText(String(before + 1), { exact: true }).waitFor()
    await tab.close()
  })

  test('shortcuts open overviews, fold the sidebar, list all shortcuts, and move between regions', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await page.keyboard.press('q')
    await page.keyboard.press('5')
    await page.waitForURL('**/overviews/all_open')
    await eventually(() => page.getByRole('link', { name: /^Open/ }).getAttribute('aria-current'), 'page')
    await page.keyboard.press('[')
    await page.locator('.app.is-rail').waitFor()
    await page.keyboard.press('[')
    await page.locator('.app:not(.is-rail)').waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Fold the sidebar').waitFor()
    await eventually(() => keys.getByText('Internal note').count(), 0)
    await tab.checkAccessibility()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    const focusedRegion = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'])
    await page.keyboard.press('F6')
    await eventually(focusedRegion, 'sidebar')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await eventually(focusedRegion, undefined)
    await page.keyboard.press('Shift+F6')
    await eventually(focusedRegion, 'main')
    await tab.close()
  })

  test('the theme is chosen in the menu of the user, and kept', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: /Account and settings/ }).click()
    const saved = page.waitForResponse((response) => response.url().endsWith('/users/preferences'))
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await saved
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark')
    await page.reload()
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark')
    await tab.close()
  })

  test('signing out leads to the sign-in screen', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: /Account and settings/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail address or login').waitFor()
    await eventually(() => new URL(page.url()).pathname, '/sign-in')
    await tab.close()
  })

  test('the page is online again with the first response, without waiting for the stream', async () => {
    const tab = await desk().tab('/search', { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/^Offline since/).waitFor()
    await page.route('**/events/stream*', (route) => route.abort())
    await page.context().setOffline(false)
    await page.getByText(/^Offline since/).waitFor({ state: 'detached' })
    await tab.close()
  })

  test('after a sign-out in another tab, the page says why it asks for a sign-in', async () => {
    const tab = await desk().tab('/account/name', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('First name').waitFor()
    const other = await page.context().newPage()
    await other.goto('/account/name')
    await other.getByRole('button', { name: 'Account and settings' }).press('Enter')
    await other.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await eventually(() => new URL(other.url()).pathname, '/sign-in')
    await page.getByText('You were signed out in another tab. What you wrote is kept.').waitFor()
    assert.equal(await other.getByText('You were signed out').count(), 0)
    await tab.checkAccessibility()
    await page.getByLabel('E-mail address or login').fill('admin@desk.example')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByLabel('First name').waitFor()
    await tab.close()
  })

  test('a sign-in applies to other tabs that show the sign-in screen', async () => {
    const tab = await desk().tab('/sign-in')
    const { page } = tab
    const other = await page.context().newPage()
    await other.goto('/account/name')
    await other.getByLabel('E-mail address or login').waitFor()
    await page.getByLabel('E-mail address or login').fill('admin@desk.example')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/overviews/*')
    await other.getByLabel('First name').waitFor()
    await tab.close()
  })

  test('after the end of a session, a dialog asks for a sign-in, which applies to all tabs', async () => {
    const tab = await desk().tab('/account/name', { as: 'admin' })
    const { page } = tab
    const context = page.context()
    const other = await context.newPage()
    await other.goto('/account/name')
    await other.getByLabel('First name').waitFor()
    await context.clearCookies()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const otherDialog = other.getByRole('dialog', { name: 'Sign in again' })
    for (const one of [other, page]) await one.getByRole('button', { name: 'Save' }).press('Enter')
    await otherDialog.waitFor()
    await dialog.waitFor()
    await tab.checkAccessibility()
    await dialog.getByLabel('E-mail address or login').fill('admin@desk.example')
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await otherDialog.waitFor({ state: 'detached' })
    await eventually(() => new URL(page.url()).pathname, '/account/name')
    await tab.close()
  })

  test('the address of a ticket leads customers to their request', async () => {
    const { world } = desk()
    const { json } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'rita' })
    const tab = await desk().tab(`/tickets/${json.number as string}`, { as: 'nils' })
    await tab.page.waitForURL(`**/requests/${json.number as string}`)
    await tab.page.getByRole('heading', { name: 'Label printer offline' }).waitFor()
    await tab.close()
  })

  test('screens of agents do not exist for customers', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'nils' })
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await eventually(() => tab.page.title(), /^Page not found/)
    await tab.checkAccessibility()
    assert.deepEqual(
      tab.requests.filter((request) => request.includes('ticket_overviews')),
      [],
    )
    await tab.close()
  })

  test('text of twice the size has the layout of a narrower window', async (t) => {
    const browser = await launchBrowser(['--blink-settings=defaultFontSize=32'])
    t.after(() => browser.close())
    const { world, url } = desk()
    const large = new Desk(world, url, browser)
    const tab = await large.tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    const title = page.locator('[role=row][data-place] .ticket-title').first()
    await title.waitFor()
    assert.ok(((await title.boundingBox())?.width ?? 0) > 500, 'the title has enough space')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const card = page.locator('.entry-card').first()
    await card.waitFor()
    assert.ok(((await card.boundingBox())?.width ?? 0) > 900, 'the panel leaves enough space for the messages')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await tab.close()
  })
})
