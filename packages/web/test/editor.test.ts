import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { articleWith, text, ticketOf, write } from './writing.ts'

describeInBrowser('the editor of a ticket', (desk) => {
  test('a reply is written, taken back and sent by keyboard', async () => {
    const tab = await write(desk(), 'Reply', 'Mei-Ling is ')
    const { page } = tab
    await page.keyboard.press('Control+b')
    await page.keyboard.type('on her way')
    await page.getByText('Draft saved').waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await text(tab).getByText('Mei-Ling is on her way').waitFor()
    await page.keyboard.type(' now')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.keyboard.press('Control+z')
    await text(tab).getByText('Mei-Ling is on her way now').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    // Leaving the ticket sends at once.
    await page.goto('about:blank')
    const sent = await articleWith(desk(), 'on her way now')
    assert.equal(sent.body, '<p>Mei-Ling is <strong>on her way now</strong></p>')
    assert.equal(sent.type, 'email')
    await tab.close()
  })

  test('an internal note looks internal, and is saved', async () => {
    const tab = await write(desk(), 'Internal note', 'The drum is in the basement.', { theme: 'dark' })
    const { page } = tab
    await page.getByText('Not sent to anybody').waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Save the note' }).press('Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await tab.close()
  })

  test('text typed while the editor is loading becomes its content', async () => {
    const { number } = await ticketOf(desk())
    const tab = await desk().tab('about:blank', { as: 'rita' })
    const { page } = tab
    const mayLoad = Promise.withResolvers<void>()
    await page.route('**/assets/*composer-*.js', async (route) => {
      await mayLoad.promise
      await route.continue()
    })
    await page.goto(`${desk().url}/tickets/${number}`)
    await page.getByRole('button', { name: 'Phone' }).waitFor()
    await page.getByRole('button', { name: 'State: ' }).waitFor()
    await page.keyboard.press('i')
    await page.keyboard.type('see the')
    mayLoad.resolve()
    await text(tab).waitFor()
    await page.keyboard.type(' manual')
    await text(tab).getByText('see the manual', { exact: true }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await tab.close()
  })

  test('its bar fits on a phone in German', async () => {
    const tab = await write(desk(), 'Antwort', 'Guten Tag', { width: 390, locale: 'de-DE' })
    const { page } = tab
    await page.getByText('Entwurf gespeichert').waitFor()
    const box = await page.getByRole('button', { name: 'Editor schließen; der Entwurf bleibt' }).boundingBox()
    assert.ok(box && box.x + box.width <= 390, JSON.stringify(box))
    await tab.checkAccessibility()
    await tab.close()
  })

  test('Send is visible at a zoom of 200 %, however much is above it', async () => {
    const tab = await write(desk(), 'Reply', 'One\n\n')
    const { page } = tab
    await page.setViewportSize({ width: 720, height: 450 })
    await page.getByRole('button', { name: 'Add Cc' }).press('Enter')
    await text(tab).focus()
    for (let line = 0; line < 12; line++) await page.keyboard.press('Enter')
    await page.keyboard.type('The end')
    const send = page.locator('.composer').getByRole('button', { name: /^Send/ })
    const isOnTop = await send.evaluate((button) => {
      const { left, top, width, bottom } = button.getBoundingClientRect()
      const below = document.elementFromPoint(left + width / 2, bottom - 2)
      return top > 0 && bottom <= innerHeight && below !== null && button.contains(below)
    })
    assert.ok(isOnTop)
    const end = await text(tab).getByText('The end').boundingBox()
    const box = await send.boundingBox()
    assert.ok(end && box && end.y > 0 && end.y + end.height <= box.y, 'the caret is visible')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await tab.close()
  })

  test('a message that arrives meanwhile is announced, and one key leads to it', async () => {
    const tab = await write(desk(), 'Reply', 'I will call')
    const { page } = tab
    await page.getByText('Draft saved').waitFor()
    const { id } = await ticketOf(desk())
    const body = { ticket_id: id, body: 'I have called already.', type: 'note' }
    await desk().world.request('ticket_articles', { method: 'POST', as: 'ines', body })
    await page.getByText('Ines Vale has written since you began this message.').waitFor()
    await page.getByRole('button', { name: 'Send anyway' }).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Read it' }).press('Enter')
    await page.locator('article:focus', { hasText: 'I have called already.' }).waitFor()
    await tab.close()
  })

  test('a call is saved', async () => {
    const tab = await write(desk(), 'Phone', 'Nils called.')
    await tab.page.keyboard.press('Control+Enter')
    await tab.page
      .locator('article', { hasText: 'Nils called.' })
      .getByText(/goes out in \d+ s/)
      .waitFor()
    await tab.close()
  })

  test('a reply has each recipient once, never the desk, and offers the other recipients of the e-mail it answers', async () => {
    const { world } = desk()
    await world.request('email_addresses', { method: 'POST', body: { name: 'Desk', email: 'desk@desk.example' } })
    const mail = { type: 'email', sender: 'Customer', from: 'Nils <nils@desk.example>', body: 'Broken' }
    const article = {
      ...mail,
      to: 'desk@desk.example, bo@x.example',
      cc: 'NILS@desk.example, Desk@desk.example, cy@x.example',
    }
    const body = { title: 'To many', group: 'Printers', customer: 'nils@desk.example', article }
    const { id, number } = (await world.request('tickets', { method: 'POST', as: 'rita', body })).json
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Reply' }).first().press('Enter')
    await page.getByRole('button', { name: 'Also to bo@x.example' }).press('Enter')
    await page.getByRole('button', { name: 'Also to bo@x.example' }).waitFor({ state: 'detached' })
    await tab.checkAccessibility()
    await text(tab).focus()
    await page.keyboard.type('Hello all')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    const sent = async () => (await world.request(`ticket_articles/by_ticket/${id}`, { as: 'rita' })).json.at(-1)
    await eventually(async () => (await sent()).to, 'Nils <nils@desk.example>')
    assert.equal((await sent()).cc, 'cy@x.example, bo@x.example')
    await tab.close()
  })

  test('recipients of a reply are changed by keyboard', async () => {
    const tab = await write(desk(), 'Reply', 'For both of you', { width: 390 })
    const { page } = tab
    await page.getByRole('button', { name: 'Add Cc' }).press('Enter')
    const copy = page.getByRole('combobox', { name: 'Cc' })
    await copy.fill('kim@elsewhere.example')
    await page.getByRole('option', { name: /kim@elsewhere\.example/ }).waitFor()
    await copy.press('Enter')
    await page.getByRole('button', { name: /kim@elsewhere\.example/ }).waitFor()
    await page.getByText('Draft saved').waitFor()
    await tab.checkAccessibility()
    await text(tab).press('Control+Enter')
    // A message of another test may wait, too.
    await page
      .locator('article', { hasText: 'For both of you' })
      .getByText(/goes out in \d+ s/)
      .waitFor()
    await page.goto('about:blank')
    assert.equal((await articleWith(desk(), 'For both of you')).cc, 'kim@elsewhere.example')
    await tab.close()
  })
})
