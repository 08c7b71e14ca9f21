import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser, type Desk, type Tab } from './browser.ts'
import { eventually } from './eventually.ts'

async function openList(desk: Desk): Promise<Tab> {
  const tab = await desk.tab('/overviews/all_open', { as: 'rita' })
  await tab.page.locator('[role=row][data-place]').first().waitFor()
  return tab
}

describeInBrowser('the palette', (desk) => {
  for (const theme of ['light', 'dark'] as const) {
    test(`is accessible in the ${theme} theme`, async () => {
      const tab = await desk().tab('/notifications', { as: 'rita', theme })
      const { page } = tab
      await page.getByRole('link', { name: /^Open/ }).waitFor()
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Find and do anything' })
      await box.fill('print')
      await page.getByRole('group', { name: 'Tickets and people' }).getByText('#').first().waitFor()
      await tab.checkAccessibility()
      await tab.close()
    })
  }

  test('opens an overview by a few letters, and returns the focus after Esc', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await page.getByRole('link', { name: 'Search' }).focus()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Find and do anything' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.className.includes('search-opener')), true)
    await page.keyboard.press('Control+k')
    await dialog.waitFor()
    await page.keyboard.type('ov open')
    await page.getByRole('option', { name: /^Overview: Open/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/overviews/all_open')
    await tab.close()
  })

  test('has the commands of a screen and the recent tickets, in German and on a phone, too', async () => {
    const { world } = desk()
    const { json } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'rita' })
    for (const width of [1024, 390] as const) {
      const tab = await desk().tab(`/tickets/${json.number}`, { as: 'rita', locale: 'de-DE', width })
      const { page } = tab
      await page.getByRole('heading', { name: json.title }).waitFor()
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Alles finden und tun' })
      await box.waitFor()
      await page.getByRole('group', { name: 'Zuletzt' }).getByRole('option', { name: json.title }).waitFor()
      await tab.checkAccessibility()
      await page.keyboard.type('notiz')
      const note = page
        .getByRole('group', { name: 'Mit diesem Ticket' })
        .getByRole('option', { name: /^Interne Notiz/ })
      await note.waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Notiz speichern' }).waitFor()
      await tab.close()
    }
  })

  test('finds a ticket while the user types, with one request for each kind', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find and do anything' }).waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.type('printer')
    // The pause in typing after which the service is searched.
    await page.clock.runFor(120)
    const ticket = page.getByRole('group', { name: 'Tickets and people' }).getByRole('option', { name: /#/ }).first()
    await ticket.waitFor()
    assert.deepEqual(
      tab.requests.filter((request) => request.includes('/search/Ticket')),
      ['GET /api/v1/search/Ticket?query=printer&limit=5'],
    )
    await ticket.click()
    await page.waitForURL('**/tickets/*')
    await tab.close()
  })

  test('finds numbers, phone numbers, conditions and words that are being typed', async () => {
    const { world } = desk()
    const phone = await world.request(`users/${world.ids['nils']}`, { method: 'PUT', body: { phone: '0405550100' } })
    assert.equal(phone.status, 200, phone.text)
    const { json } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'rita' })
    const tab = await openList(desk())
    const { page } = tab
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Find and do anything' })
    const found = page.getByRole('group', { name: 'Tickets and people' })
    for (const [typed, name] of [
      ['0405550100', /^Nils Brandt/],
      [`ticket ${json.number}`, /^Label printer offline/],
      ['owner:me', /^Label printer offline/],
      ['open tickets from nils', /^No network in the bakery/],
      ['label pri', /^Toner for the oven label printer/],
      ['bran', /^Nils Brandt/],
    ] as const) {
      await box.fill(typed)
      await found.getByRole('option', { name }).waitFor()
      await box.fill('')
      await found.waitFor({ state: 'detached' })
    }
    await tab.close()
  })

  test('offers the query that was probably meant if nothing is found, also in German', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita', locale: 'de-DE' })
    const { page } = tab
    await page.getByRole('link', { name: /^Offen \d/ }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Alles finden und tun' })
    await box.fill('labl printer')
    const meant = page.getByRole('option', { name: 'Meinten Sie „label printer“?' })
    await meant.waitFor()
    await tab.checkAccessibility()
    await meant.click()
    await eventually(() => box.inputValue(), 'label printer')
    await page.getByRole('option', { name: /^Toner for the oven label printer/ }).waitFor()
    await eventually(() => box.evaluate((input) => input === document.activeElement), true)
    await tab.close()
  })

  test('keeps text that is typed while it is loading, and no letter triggers a shortcut', async () => {
    const tab = await desk().tab('about:blank', { as: 'rita' })
    const { page } = tab
    await page.clock.install()
    const mayLoad = Promise.withResolvers<void>()
    await page.route('**/assets/palette-*.js', async (route) => {
      await mayLoad.promise
      await route.continue()
    })
    await page.goto(`${desk().url}/overviews/all_open`)
    await page.locator('[role=row][data-place]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xce?')
    await page.keyboard.press('Backspace')
    await page.clock.fastForward(8000)
    mayLoad.resolve()
    const box = page.getByRole('combobox', { name: 'Find and do anything' })
    await box.waitFor()
    await eventually(() => box.inputValue(), 'xce')
    await eventually(() => page.getByRole('toolbar', { name: /selected ticket/ }).count(), 0)
    await tab.close()
  })

  test('gets the text that is typed right after its shortcut, as other elements do after theirs', async () => {
    for (const delay of [0, 40]) {
      const tab = await openList(desk())
      await tab.page.keyboard.press('Control+k')
      await tab.page.keyboard.type('overview', { delay })
      await tab.page.getByRole('option', { name: /^Overview: Open/ }).waitFor()
      await eventually(() => tab.page.getByRole('combobox', { name: 'Find and do anything' }).inputValue(), 'overview')
      await tab.close()
    }
    const choosing = await openList(desk())
    // J moves to a row, and S opens the list of states, which gets the rest.
    await choosing.page.keyboard.type('jsclosed')
    await choosing.page.getByRole('combobox', { name: 'Filter: State' }).waitFor()
    await eventually(() => choosing.page.getByRole('combobox', { name: 'Filter: State' }).inputValue(), 'closed')
    await choosing.close()
    const answering = await openList(desk())
    await answering.page.keyboard.press('j')
    await answering.page.keyboard.press('Enter')
    // R opens the editor, which gets the rest.
    await answering.page.keyboard.type('rsee you at once')
    await answering.page.getByRole('textbox', { name: 'Message' }).getByText('see you at once').waitFor()
    await answering.close()
  })

  test('searches everything with Ctrl Enter', async () => {
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find and do anything' }).fill('toner')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL('**/search?q=toner')
    await tab.close()
  })

  test('does nothing with Ctrl Enter while it does not offer to search everything', async () => {
    const { world } = desk()
    const { json } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'rita' })
    const tab = await desk().tab(`/tickets/${json.number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: json.title }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Find and do anything' })
    const option = page.getByRole('option', { name: 'Set the priority…' })
    await option.waitFor()
    await page.keyboard.press('Control+Enter')
    await eventually(() => box.count(), 1)
    await option.click()
    await page.getByRole('option', { name: '3 high' }).waitFor()
    await box.press('Control+Enter')
    await eventually(() => page.getByRole('option', { name: '3 high' }).count(), 1)
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    const { json: unchanged } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'rita' })
    assert.equal(unchanged.priority_id, json.priority_id)
    await tab.close()
  })
})
