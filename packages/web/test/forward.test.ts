import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Desk, type TabOptions } from './browser.ts'
import { eventually } from './eventually.ts'

interface Article {
  body: string
  internal: boolean
  type: string
  to: string | null
  subject: string | null
  attachments: readonly { filename: string }[]
}

/** Creates a ticket with an e-mail of the customer and an internal note about it, and opens it. */
async function openTicket(desk: Desk, title: string, options: TabOptions = {}) {
  const { world } = desk
  const attachments = ['one.txt', 'two.txt'].map((filename) => ({
    filename,
    data: 'SGVsbG8=',
    'mime-type': 'text/plain',
  }))
  const mail = { type: 'email', sender: 'Customer', from: 'Nils <nils@desk.example>', to: 'desk@desk.example' }
  const article = { ...mail, subject: 'Broken drum', body: 'The drum is broken.', attachments }
  const body = { title, group: 'Printers', customer: 'nils@desk.example', article }
  const { id, number } = (await world.request('tickets', { method: 'POST', as: 'rita', body })).json
  const note = { ticket_id: id, type: 'note', internal: true, body: 'He broke it himself.' }
  await world.request('ticket_articles', { method: 'POST', as: 'rita', body: note })
  const tab = await desk.tab(`/tickets/${number}`, { as: 'rita', ...options })
  const { page } = tab
  await page.getByText('He broke it himself.').waitFor()
  const articles = async () =>
    (await world.request(`ticket_articles/by_ticket/${id}`, { as: 'rita' })).json as readonly Article[]
  return { tab, page, articles }
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const to = (page: Page) => page.getByRole('combobox', { name: 'To' })

/** Begins to forward with the key, once the ticket takes keys. */
async function forward(page: Page) {
  await page.getByRole('button', { name: 'State: ' }).waitFor()
  await page.locator('.entry').last().focus()
  await page.keyboard.press('f')
  await text(page).waitFor()
}

async function addRecipient(page: Page, address: string) {
  await to(page).fill(address)
  await page.getByRole('option', { name: address }).waitFor()
  await to(page).press('Enter')
  await page.getByRole('button', { name: address }).waitFor()
}

const forwardNote = async (page: Page) => {
  await page.locator('.entry').last().getByRole('button', { name: 'Actions for the message' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Forward' }).press('Enter')
  await text(page).waitFor()
}

describeInBrowser('forwarding', (desk) => {
  test('a forwarded message needs a recipient, also after its draft was restored, and is not the internal note', async () => {
    const { tab, page, articles } = await openTicket(desk(), 'Drum')
    await forward(page)
    await text(page).getByText('The drum is broken.').waitFor()
    assert.equal(await text(page).getByText('He broke it himself.').count(), 0)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Add a recipient.').waitFor()
    await page.locator('input:focus[aria-invalid=true]').waitFor()
    await tab.checkAccessibility()
    await text(page).press('Control+Home')
    await page.keyboard.type('Please have a look.')
    await page.getByText('Draft saved').waitFor()
    await page.reload()
    await forward(page)
    await text(page).getByText('Please have a look.').waitFor()
    await text(page).press('Control+Enter')
    await page.getByText('Add a recipient.').waitFor()
    await page.locator('.composer').getByRole('button', { name: /^Send/ }).press('Enter')
    await page.locator('input:focus[aria-invalid=true]').waitFor()
    assert.equal((await articles()).length, 2)
    await addRecipient(page, 'kim@repairs.example')
    await text(page).press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    await eventually(async () => (await articles()).length, 3)
    const sent = (await articles())[2] as Article
    assert.deepEqual([sent.type, sent.internal, sent.to], ['email', false, 'kim@repairs.example'])
    await tab.close()
  })

  test('a forwarded message has the header and the files of the original, and its subject', async () => {
    const { tab, page, articles } = await openTicket(desk(), 'Drum with files')
    await forward(page)
    await text(page).getByText('Forwarded message').waitFor()
    const quote = await text(page).innerText()
    assert.match(quote, /From: Nils <nils@desk\.example>\nDate: \d+ \w+ \d+, \d+:\d+\nTo: desk@desk\.example\n/)
    assert.match(quote, /Subject: Broken drum\n/)
    await page.locator('.composer-files').getByText('two').waitFor()
    // Nothing is copied and no draft is begun before something is written.
    assert.ok(tab.requests.every((request) => !request.includes('upload_clone')))
    await page.getByRole('button', { name: 'Remove one.txt' }).press('Enter')
    await addRecipient(page, 'kim@repairs.example')
    await text(page).press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    await eventually(async () => (await articles()).length, 3)
    const sent = (await articles())[2] as Article
    assert.equal(sent.subject, 'Fwd: Broken drum')
    assert.deepEqual(
      sent.attachments.map(({ filename }) => filename),
      ['two.txt'],
    )
    await tab.close()
  })

  test('an internal note is forwarded only from its menu, visibly, and stays internal', async () => {
    const { tab, page, articles } = await openTicket(desk(), 'Drum note')
    await forwardNote(page)
    await page.getByText('This forwards an internal note').waitFor()
    await text(page).getByText('He broke it himself.').waitFor()
    await tab.checkAccessibility()
    await addRecipient(page, 'kim@repairs.example')
    await text(page).press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('This forwards an internal note').waitFor()
    await text(page).press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    await eventually(async () => (await articles()).length, 3)
    const sent = (await articles())[2] as Article
    assert.deepEqual([sent.type, sent.internal, sent.to], ['email', true, 'kim@repairs.example'])
    await tab.close()
  })

  test('its bar fits on a phone in German', async () => {
    const { tab, page } = await openTicket(desk(), 'Trommel', { width: 390, locale: 'de-DE' })
    await page.locator('.entry').last().focus()
    await page.keyboard.press('f')
    await page.getByRole('tab', { name: 'Weiterleiten' }).waitFor()
    const box = await page.getByRole('button', { name: 'Editor schließen; der Entwurf bleibt' }).boundingBox()
    assert.ok(box && box.x + box.width <= 390, JSON.stringify(box))
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a reply and a forwarded message have drafts of their own', async () => {
    const { tab, page } = await openTicket(desk(), 'Two drafts')
    await page.getByRole('button', { name: 'State: ' }).waitFor()
    await page.keyboard.press('r')
    await text(page).waitFor()
    await page.keyboard.type('We are on it.')
    await page.getByText('Draft saved').waitFor()
    await page.keyboard.press('Escape')
    await forward(page)
    await text(page).press('Control+Home')
    await page.keyboard.type('Can you help?')
    await page.getByText('Draft saved').waitFor()
    assert.equal(await text(page).getByText('We are on it.').count(), 0)
    await forwardNote(page)
    await page.getByText('You have begun to forward another message').waitFor()
    await text(page).getByText('Can you help?').waitFor()
    await page.getByRole('button', { name: 'Forward this one instead' }).press('Enter')
    await text(page).getByText('He broke it himself.').waitFor()
    await text(page).press('Escape')
    await page.getByRole('button', { name: 'Forward Draft' }).waitFor()
    await page.keyboard.press('r')
    await text(page).getByText('We are on it.').waitFor()
    await tab.close()
  })

  test('an address in the field is a recipient without being chosen, and another text there is not lost', async () => {
    const { tab, page, articles } = await openTicket(desk(), 'Typed address')
    await forward(page)
    await to(page).fill('kim')
    await to(page).press('Control+Enter')
    await page.getByText('“kim” was not found.').waitFor()
    assert.equal(await to(page).inputValue(), 'kim')
    await to(page).fill('kim@repairs.example')
    await text(page).focus()
    await page.getByRole('button', { name: 'kim@repairs.example' }).waitFor()
    await to(page).fill('lee@repairs.example')
    await to(page).press('Control+Enter')
    await eventually(async () => (await articles()).length, 3)
    assert.equal((await articles()).at(-1)?.to, 'kim@repairs.example, lee@repairs.example')
    await tab.close()
  })
})
