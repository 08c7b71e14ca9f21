import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('searching', (desk) => {
  test('fields and values are suggested, Enter searches, and arrows reach the results', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    await page.locator('[role=row][data-place]').first().waitFor()
    const box = page.getByRole('combobox', { name: 'Search' })
    // Letters typed before the box appears are not lost.
    await page.keyboard.type('/printer sta')
    await page.getByRole('option', { name: /^state:/ }).waitFor()
    await page.keyboard.press('Tab')
    await eventually(() => box.inputValue(), 'printer state:')
    await page.keyboard.type('op')
    await page.getByRole('option', { name: /^open/ }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Tab')
    tab.requests.length = 0
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: '2 tickets' }).waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('q'), 'printer state:open')
    await eventually(() => page.locator('.result mark').first().innerText(), 'printer')
    await tab.checkAccessibility()
    const searches = tab.requests.filter((request) => /^POST.*search/.test(request))
    assert.deepEqual(searches.toSorted(), [
      'POST /api/v1/search/Ticket-User-Organization',
      'POST /api/v1/tickets/search',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/\d+\?from=search/)
    await tab.close()
  })

  test('an error is shown at its position, the last results stay, and a press corrects it', async () => {
    for (const [theme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const tab = await desk().tab('/search?q=printer', { as: 'rita', theme, width })
      const { page } = tab
      await page.locator('a.result').first().waitFor()
      await page.getByRole('combobox', { name: 'Search' }).fill('printer custommer.email:nils*')
      await eventually(() => page.getByRole('alert').innerText(), /Column 9: There is no field “custommer”/)
      await page.getByText('Found by the query before').waitFor()
      await tab.checkAccessibility()
      await page.getByRole('button', { name: 'customer', exact: true }).click()
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: '1 ticket' }).waitFor()
      await tab.close()
    }
  })

  test('a query with a mistake is searched, and a hint says how the wrong part was read', async () => {
    for (const [theme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const tab = await desk().tab('/search?q=printer', { as: 'rita', theme, width })
      const { page } = tab
      await page.locator('a.result').first().waitFor()
      const box = page.getByRole('combobox', { name: 'Search' })
      const hint = page.getByRole('status').locator('.query-hint')
      for (const [query, text, results] of [
        ['"label printer', 'This quote is not closed. The text after it was searched as a phrase.', '2 tickets'],
        ['offline (label', 'This parenthesis is not closed. This part was ignored.', '1 ticket'],
        ['label printer AND', 'A word is missing after “AND”. This part was ignored.', '2 tickets'],
      ] as const) {
        await box.fill(query)
        await page.keyboard.press('Enter')
        await page.getByRole('list', { name: results }).waitFor()
        await eventually(() => new URL(page.url()).searchParams.get('q'), query)
        await eventually(() => hint.innerText(), text)
        await eventually(() => page.locator('.results.is-outdated').count(), 0)
      }
      await eventually(() => page.getByRole('alert').count(), 0)
      await eventually(() => box.getAttribute('aria-invalid'), null)
      await eventually(() => page.getByRole('button', { name: 'Save as view' }).count(), 0)
      await tab.checkAccessibility()
      await tab.close()
    }
  })

  test('a query with a mistake in the address is searched, and only a similar field is offered', async () => {
    const tab = await desk().tab('/search?q=titel:offline', { as: 'rita' })
    const { page } = tab
    const hint = page.getByRole('status').locator('.query-hint')
    await eventually(
      () => hint.innerText(),
      /^There is no field “titel”\. This part was searched as words\.\s+Did you mean title\?$/,
    )
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'title', exact: true }).click()
    await page.getByRole('list', { name: '1 ticket' }).waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('q'), 'title:offline')
    await eventually(() => hint.count(), 0)
    await page.getByRole('button', { name: 'Save as view' }).waitFor()
    await page.goto('/search?q=skipped: offline')
    await eventually(() => hint.innerText(), 'There is no field “skipped”. This part was searched as words.')
    await tab.close()
  })

  test('errors that only the service detects are shown in the language of the page, too', async () => {
    const tab = await desk().tab('/search?q=printer', { as: 'rita', locale: 'de-DE' })
    const { page } = tab
    await page.locator('a.result').first().waitFor()
    const box = page.getByRole('combobox', { name: 'Suche' })
    await box.fill('printer AND')
    await page.getByText('Spalte 9: Nach „AND“ fehlt ein Wort.').waitFor()
    await page.getByText('Gefunden mit der vorigen Suche').waitFor()
    await box.fill('printer created_at:neulich')
    await page.keyboard.press('Enter')
    await page.getByText(/^„neulich“ ist kein Datum.* Dieser Teil wurde als Wörter gesucht\./).waitFor()
    await eventually(() => page.locator('.mistake').innerText(), 'neulich')
    await eventually(() => page.getByRole('button', { name: 'Als Ansicht speichern' }).count(), 0)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('results change in place, new ones wait, and Back returns to the opened result', async () => {
    const { world } = desk()
    const tab = await desk().tab('/search?q=printer', { as: 'rita' })
    const { page } = tab
    const results = page.locator('a.result')
    await results.first().waitFor()
    const before = await results.count()
    const ticket = world.ids['Label printer offline'] as number
    const changed = await world.request(`tickets/${ticket}`, {
      as: 'ines',
      method: 'PUT',
      body: { title: 'Label printer online' },
    })
    assert.equal(changed.status, 200, changed.text)
    await page.getByRole('link', { name: /Label printer online/ }).waitFor()
    const body = {
      title: 'Printer on fire',
      group: 'Printers',
      customer_id: world.ids['nils'],
      article: { body: 'It burns.' },
    }
    const created = await world.request('tickets', { as: 'ines', method: 'POST', body })
    assert.equal(created.status, 201, created.text)
    await page.getByText('The results have changed.').waitFor()
    assert.equal(await results.count(), before)
    await page.keyboard.press('.')
    await page.getByRole('link', { name: /Printer on fire/ }).waitFor()
    await results.nth(1).focus()
    const openedAddress = await results.nth(1).getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/\d+\?from=search/)
    await page.goBack()
    await results.first().waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('q'), 'printer')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('href')), openedAddress)
    await page.getByRole('button', { name: 'Save as view' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Printers')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/overviews\/saved(:|%3A)\d+/)
    await page.getByRole('heading', { name: 'Printers' }).waitFor()
    await tab.close()
  })

  test('the page shows how it reads plain words', async () => {
    const tab = await desk().tab('/search?q=open+tickets+in+Printers', { as: 'rita', width: 1440 })
    await tab.page.getByText('Searched as is:open group:Printers.').waitFor()
    await tab.page.locator('a.result').first().waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a query that finds nothing shows the results of the one that was probably meant', async () => {
    const tab = await desk().tab('/search', { as: 'rita', width: 390, theme: 'dark' })
    const { page } = tab
    await page.locator('.query input:focus').waitFor()
    await page.keyboard.type('labl printer')
    tab.requests.length = 0
    await page.keyboard.press('Enter')
    await page
      .locator('.results-note', { hasText: 'Nothing matches labl printer. Showing results for label printer.' })
      .waitFor()
    await page.getByRole('list', { name: '2 tickets' }).waitFor()
    await page.getByRole('link', { name: 'Tickets 2' }).waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('q'), 'labl printer')
    assert.deepEqual(tab.requests.filter((request) => /^POST.*search/.test(request)).toSorted(), [
      'POST /api/v1/search/Ticket-User-Organization',
      'POST /api/v1/search/Ticket-User-Organization',
      'POST /api/v1/tickets/search',
      'POST /api/v1/tickets/search',
    ])
    await tab.checkAccessibility()
    // The arrow keys begin with the results, and a ticket has links to its neighbours.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/\d+\?from=search/)
    await page.getByText('1 of 2').waitFor()
    await page.goBack()
    await page.getByRole('list', { name: '2 tickets' }).waitFor()

    await page.getByRole('link', { name: 'labl printer' }).press('Enter')
    await page.getByText('No ticket is found.').waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('exact'), '1')
    await tab.checkAccessibility()
    await page.getByRole('link', { name: 'label printer' }).press('Enter')
    await page.getByRole('list', { name: '2 tickets' }).waitFor()
    await eventually(() => page.getByRole('combobox', { name: 'Search' }).inputValue(), 'label printer')
    await eventually(() => page.getByText('Nothing matches').count(), 0)
    await tab.close()
  })

  test('results of a meant query can be saved and are kept as a recent search, also in German', async () => {
    const tab = await desk().tab('/search?q=labl printer', { as: 'rita', locale: 'de-DE' })
    const { page } = tab
    await page
      .locator('.results-note', { hasText: 'Nichts passt zu labl printer. Gezeigt werden Treffer für label printer.' })
      .waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Als Ansicht speichern' }).click()
    await page.getByRole('textbox').last().fill('Etiketten')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/overviews\/saved(:|%3A)\d+/)
    await page.locator('[role=row][data-place]').nth(1).waitFor()
    await page.goto('/search')
    await page.getByRole('option', { name: /^label printer/ }).waitFor()
    await eventually(() => page.getByRole('option', { name: /^labl/ }).count(), 0)
    await tab.close()
  })

  test('a query that finds only people or organizations offers them, by keyboard', async () => {
    const tab = await desk().tab('/search', { as: 'rita' })
    const { page } = tab
    await page.locator('.query input:focus').waitFor()
    await page.keyboard.type('plain')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Show 1 person' }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('a.result[href*="/people/"]', { hasText: 'Plain Person' }).waitFor()
    await tab.close()
  })

  test('people and organizations are tabs with their counts, also in German', async () => {
    const tab = await desk().tab('/search?q=bakery', { as: 'rita', locale: 'de-DE', width: 1024 })
    const { page } = tab
    await page.getByRole('link', { name: /^Organisationen 1/ }).click()
    await page.locator('a.result[href*="/organizations/"]', { hasText: 'Harbor Bakery' }).waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('kind'), 'organizations')
    await tab.checkAccessibility()
    await tab.close()
  })

  test('results of a meant query are followed by the people whom the typed query finds', async () => {
    const { world } = desk()
    const body = {
      title: 'Floor plan',
      group: 'Printers',
      customer_id: world.ids['nils'],
      article: { body: 'Where is the printer?' },
    }
    const created = await world.request('tickets', { as: 'ines', method: 'POST', body })
    assert.equal(created.status, 201, created.text)
    const tab = await desk().tab('/search?q=plain', { as: 'rita' })
    const { page } = tab
    const note = page.locator('.results-note')
    await eventually(() => note.innerText(), 'Nothing matches plain. Showing results for plan. Show 1 person')
    await page.getByRole('link', { name: 'Show 1 person' }).click()
    await page.locator('a.result[href*="/people/"]', { hasText: 'Plain Person' }).waitFor()
    await tab.close()
  })
})
