import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { focused, newTicket, rows, watchShifts } from './tickets.ts'

describeInBrowser('overviews', (desk) => {
  test('tickets are selected, previewed and opened by keyboard alone, and Back returns to the row', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await tab.checkAccessibility()
    const screenOfTickets = page.waitForRequest(/\/assets\/ticket-screen-.*\.js/)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    // A ticket that is probably opened next is requested with the code of its screen.
    await screenOfTickets
    await page.waitForFunction(() => document.activeElement?.matches('[data-place]'))
    const number = await focused(tab)
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: /selected ticket/ }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: /selected ticket/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: `Ticket ${number}` }).waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === `/tickets/${number}`)
    await page.goBack()
    await page.locator(rows).first().waitFor()
    await page.waitForFunction(
      (wanted) => document.activeElement?.querySelector('.ticket-number')?.textContent === wanted,
      number,
    )
    await tab.close()
  })

  test('rows change in place, and added and removed tickets are announced until the user shows them', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'admin', theme: 'dark' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await tab.checkAccessibility()
    const before = await page.locator(rows).count()
    const first = page.locator(rows).first()
    const number = await first.locator('.ticket-number').innerText()
    const { world } = desk()
    const { id } = (await world.request(`tickets/by_number/${number}`)).json as { id: number }
    const change = async (body: object) => {
      const { status } = await world.request(`tickets/${id}`, { as: 'admin', method: 'PUT', body })
      assert.equal(status, 200)
    }
    await change({ title: 'A new title' })
    await first.getByText('A new title').waitFor()
    await change({ state: 'closed' })
    await page.getByRole('button', { name: /1 ticket left/ }).waitFor()
    await eventually(() => page.locator(rows).count(), before)
    await first.getByText('closed by you').waitFor()
    await page.keyboard.press('.')
    await page.getByText('A new title').waitFor({ state: 'detached' })
    await eventually(() => page.locator(rows).count(), before - 1)
    await change({ state: 'open' })
    await page.getByRole('button', { name: /1 new ticket/ }).waitFor()
    await eventually(() => page.locator(rows).count(), before - 1)
    await page.keyboard.press('.')
    await page.getByText('A new title').waitFor()
    await tab.close()
  })

  test('selected tickets are changed at once, and undo restores the old values', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'admin', width: 1024 })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    const urgent = page.locator(`${rows} .ticket-priority .priority-high`)
    const before = await urgent.count()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('p')
    await page.getByRole('combobox', { name: /Priority/ }).waitFor()
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.getByText('1 ticket was changed.').waitFor()
    await eventually(() => urgent.count(), before + 1)
    await page.waitForFunction(() => document.activeElement?.matches('[data-place="0"]'))
    await page.keyboard.press('Control+z')
    await page.waitForFunction(([selector, count]) => document.querySelectorAll(selector as string).length === count, [
      `${rows} .ticket-priority .priority-high`,
      before,
    ] as const)
    await tab.close()
  })

  test('refused tickets stay selected and are listed with the reason; undo restores the others', async () => {
    const { world } = desk()
    // Rita sees the tickets of Users in overviews, but only changes those of Printers.
    const group_ids = { [String(world.ids['Printers'])]: ['full'], 1: ['overview', 'read'] }
    const response = await world.request(`users/${world.ids['rita']}`, { method: 'PUT', body: { group_ids } })
    assert.equal(response.status, 200, response.text)
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    const rowCount = await page.locator(rows).count()
    const tagged = page.locator(rows).getByText('counted', { exact: true })
    await page.keyboard.press('Control+a')
    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: /Tags/ }).waitFor()
    await page.keyboard.type('counted')
    await page.getByRole('option', { name: 'New tag “counted”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${rowCount - 1} tickets were changed, 1 was refused.`).waitFor()
    await eventually(() => tagged.count(), rowCount - 1)
    await page.locator(`${rows}[aria-selected="true"]`).getByText('Not authorized').waitFor()
    await page.getByRole('button', { name: 'Why?' }).press('Enter')
    const reasons = page.getByRole('dialog', { name: '1 ticket was not changed' })
    await reasons.getByRole('link', { name: '#67001' }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Escape')
    await reasons.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await tagged.first().waitFor({ state: 'detached' })
    const taggedTickets = 'tickets/search?query=tags:counted&only_total_count=true'
    await eventually(async () => (await world.request(taggedTickets)).json.total_count, 0)
    await tab.close()
  })

  test('a list requests its rows once, and its filters are in the address', async () => {
    const tab = await desk().tab('/overviews/all_open', { as: 'admin', width: 390 })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await tab.checkAccessibility()
    assert.equal(tab.requests.filter((request) => request.startsWith('POST /api/v1/ticket_overviews')).length, 1)
    await page.getByRole('button', { name: 'State' }).click()
    const { json } = await desk().world.request('tickets/facets?view=all_open&by=state_id')
    const [{ value, count }] = json.facets.state_id
    const { name } = (await desk().world.request(`ticket_states/${value}`)).json as { name: string }
    await page.getByRole('option', { name: `${name} ${count}` }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search.includes('state='))
    await page.getByRole('button', { name: 'Remove the filter State' }).waitFor()
    await tab.close()
  })

  test('column heads, groups and the palette work by keyboard, and going back keeps the order and the row', async () => {
    const { world } = desk()
    const condition = { 'ticket.group_id': { operator: 'is', value: [String(world.ids['Printers'])] } }
    const view = { name: 'Grouped', condition, group_by: 'state', view: { s: ['title'] } }
    const saved = await world.request('saved_views', { method: 'POST', as: 'rita', body: view })
    const draft = { ticket_id: world.ids['Label printer offline'], kind: 'reply', new_article: { body: 'Please' } }
    assert.equal((await world.request('drafts', { method: 'POST', as: 'rita', body: draft })).status, 201)
    const tab = await desk().tab(`/overviews/saved:${saved.json.id}`, { as: 'rita' })
    const { page } = tab
    await page.locator(rows).first().waitFor()
    await tab.checkAccessibility()
    await page.locator('.ticket-heading').getByText('new').waitFor()
    await page.locator('.ticket-heading').getByText('open').waitFor()
    await page.locator(rows).getByText('You have begun an answer').waitFor({ state: 'attached' })
    for (const number of await page.locator(`${rows} .ticket-number`).allInnerTexts()) {
      await page.keyboard.press('j')
      await eventually(() => focused(tab), number)
    }
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search === '?sort=number')
    await page.waitForFunction(() => document.activeElement?.closest('[aria-sort="ascending"]'))
    await eventually(() => page.locator('.ticket-heading').count(), 0)
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.matches('[data-place]'))
    const first = await focused(tab)
    await page.keyboard.press('x')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('prior')
    await page.getByRole('option', { name: 'Priority…' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: '1 low' }).waitFor()
    await page.keyboard.type('low')
    await page.keyboard.press('Enter')
    await page.getByText('1 ticket was changed.').waitFor()
    await page.locator(`${rows} .ticket-priority .priority-low`).waitFor()
    await eventually(() => focused(tab), first)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === `/tickets/${first}`)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('j')
    await page.waitForURL((url) => url.pathname !== `/tickets/${first}`)
    const second = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('u')
    await page.waitForURL((url) => url.search === '?sort=number')
    await page.waitForFunction(
      (wanted) => document.activeElement?.querySelector('.ticket-number')?.textContent === wanted,
      second,
    )
    await tab.close()
  })

  test('selected tickets are merged into the oldest, and filters become a view, in German', async () => {
    const { world } = desk()
    for (const title of ['First copy', 'Second copy']) await newTicket(world, title)
    const tab = await desk().tab('/overviews/all_open', { as: 'admin', width: 1024, locale: 'de-DE', theme: 'dark' })
    const { page } = tab
    await page.locator(rows).getByText('Second copy').waitFor()
    for (const title of ['First copy', 'Second copy']) {
      await page.locator(rows).filter({ hasText: title }).getByRole('checkbox').press('Space')
    }
    // The words of the bar do not fit in German: icons with names remain, and nothing is cut.
    const close = await page.getByRole('toolbar').getByRole('button', { name: 'Schließen' }).boundingBox()
    assert.ok(close && close.x + close.width < 1024)
    await page.getByRole('button', { name: 'Zusammenführen' }).press('Enter')
    await page.getByRole('dialog', { name: '2 Tickets zusammenführen' }).waitFor()
    await page.getByRole('button', { name: /^Mit #.* zusammenführen$/ }).press('Enter')
    await page.getByText('1 Ticket wurde geändert.').waitFor()
    await page.keyboard.press('.')
    await page.locator(rows).getByText('Second copy').waitFor({ state: 'detached' })
    await page.getByRole('toolbar', { name: 'Filter' }).getByRole('button', { name: 'Status' }).press('Enter')
    await page.keyboard.type('offen')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Als Ansicht speichern' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name der Ansicht' }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.type('Nur offene')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.startsWith('/overviews/saved'))
    await page.getByRole('heading', { name: /Nur offene/ }).waitFor()
    await page.keyboard.press('v')
    await page.getByRole('menuitem', { name: 'Die Ansicht umbenennen' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name der Ansicht' }).fill('Nur die offenen')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: /Nur die offenen/ }).waitFor()
    await page.keyboard.press('v')
    await page.getByRole('menuitem', { name: 'Die Ansicht löschen' }).press('Enter')
    await page.getByText('Die Ansicht „Nur die offenen“ wurde gelöscht.').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: /Nur die offenen/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await tab.checkAccessibility()
    await tab.close()
  })

  test('many changes at once move nothing, and none of them is lost', async () => {
    const { world } = desk()
    const ids: number[] = []
    for (let index = 0; index < 30; index++) ids.push(await newTicket(world, `Wave ${index}`))
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.locator(rows).getByText('Wave 9').waitFor()
    // Rows below those in sight may be drawn later.
    const numbers = page.locator(`${rows} .ticket-number`)
    const before = await numbers.allInnerTexts()
    const heading = page.locator('.page-bar .count')
    const count = Number(await heading.innerText())
    const moved = await watchShifts(page)
    const change = (id: number | undefined, body: object) => world.request(`tickets/${id}`, { method: 'PUT', body })
    for (let index = 0; index < 12; index++) {
      await newTicket(world, `Late ${index}`)
      await change(ids[index], { state: 'closed' })
      await change(ids[index + 12], { title: `Changed ${index}` })
    }
    await page.getByRole('button', { name: '12 new tickets' }).waitFor()
    await page.locator(rows).getByText('Changed 11').waitFor()
    // As many tickets were added as removed.
    await heading.getByText(String(count), { exact: true }).waitFor()
    await page.locator('.ticket-row.is-leaving').nth(5).waitFor()
    assert.deepEqual((await numbers.allInnerTexts()).slice(0, before.length), before)
    assert.deepEqual(await moved.jsonValue(), [])
    await page.keyboard.press('.')
    await page.getByRole('button', { name: '12 new tickets' }).waitFor({ state: 'detached' })
    await page.locator(rows).getByText('Wave 0').waitFor({ state: 'detached' })
    await eventually(() => heading.innerText(), String(count))
    await page.keyboard.press('End')
    await page.locator(rows).getByText('Late 11').waitFor()
    await tab.close()
  })
})
