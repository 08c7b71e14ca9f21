import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../server/src/testing/world.ts'
import { describeInBrowser, type Desk } from './browser.ts'
import { eventually } from './eventually.ts'

const addressOf = async ({ world }: Desk, title: string, as: Person) => {
  const { json } = await world.request(`tickets/${world.ids[title]}`, { as })
  return `/tickets/${json.number as string}`
}

const bodiesOf = async ({ world }: Desk, title: string, as: Person) => {
  const { json } = await world.request(`ticket_articles/by_ticket/${world.ids[title]}`, { as })
  return (json as readonly { body: string }[]).map(({ body }) => body)
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Message' })

const isStream = (url: string) => url.includes('events/stream')

/** Returns true if the database of the device has a draft with a text. Runs in the page. */
async function isOnDevice(words: string): Promise<boolean> {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  const drafts = await new Promise<unknown[]>((resolve) => {
    const request = opened.transaction('drafts').objectStore('drafts').getAll()
    request.addEventListener('success', () => resolve(request.result))
  })
  opened.close()
  return JSON.stringify(drafts).includes(words)
}

async function begin(page: Page) {
  await page.getByRole('button', { name: 'Reply' }).first().waitFor()
  await page.keyboard.press('r')
  await text(page).waitFor()
}

/** Opens the list of a property by its key, and chooses a value. */
async function choose(page: Page, key: string, value: string) {
  await page.keyboard.press(key)
  await page.getByRole('option', { name: value }).waitFor()
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

describeInBrowser('drafts and tabs', (desk) => {
  test('typed text survives a crash of the tab', async () => {
    const address = await addressOf(desk(), 'Paper jam again', 'rita')
    const tab = await desk().tab(address, { as: 'rita' })
    const { page } = tab
    await begin(page)
    await page.keyboard.type('Half a sent')
    await page.getByText('Saved on this device').waitFor()
    await page.waitForFunction(isOnDevice, 'Half a sent')
    const context = page.context()
    const session = await context.newCDPSession(page)
    session.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash')
    const next = await context.newPage()
    await next.goto(address)
    await begin(next)
    await text(next).getByText('Half a sent').waitFor()
    await tab.close()
  })

  test('a reply that is sent without a connection goes out once, even with two tabs open', async () => {
    const title = "Invoice for O'Hara"
    const address = await addressOf(desk(), title, 'rita')
    const tab = await desk().tab(address, { as: 'rita' })
    const { page } = tab
    const context = page.context()
    const other = await context.newPage()
    await other.goto(address)
    await page.bringToFront()
    await begin(page)
    await context.setOffline(true)
    await page.keyboard.type('The invoice is attached.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('waits for the connection').waitFor()
    // The tab that wrote it is closed before the connection is back.
    await page.close()
    const third = await context.newPage()
    await context.setOffline(false)
    await third.goto(address)
    await third.getByText(/goes out in \d+ s/).waitFor()
    const outbox = await desk().world.request('outbox_messages', { as: 'rita' })
    assert.equal(outbox.json.length, 1)
    await desk().world.request(`outbox_messages/${outbox.json[0].id}/send`, { as: 'rita', method: 'PUT' })
    await third.getByText(/goes out in \d+ s/).waitFor({ state: 'detached' })
    const sent = (await bodiesOf(desk(), title, 'rita')).filter((body) => body.includes('The invoice is attached.'))
    assert.equal(sent.length, 1)
    await tab.close()
  })

  test('a message that waits without a connection is shown in its ticket again, and can be taken back', async () => {
    const tab = await desk().tab('/', { as: 'rita' })
    const { page } = tab
    const open = () => page.getByRole('link', { name: 'Paper jam again', exact: true }).click()
    await open()
    await begin(page)
    await page.context().setOffline(true)
    await page.keyboard.type('It is on its way.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('waits for the connection').waitFor()
    await page.keyboard.press('u')
    await page.getByText('waits for the connection').waitFor({ state: 'detached' })
    await open()
    await page.getByText('waits for the connection').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await text(page).getByText('It is on its way.').waitFor()
    await tab.close()
  })

  test('a draft that is sent in one tab is dropped in the other, unless it was changed there', async () => {
    const title = 'Paper jam again'
    const address = await addressOf(desk(), title, 'rita')
    const tab = await desk().tab(address, { as: 'rita' })
    const { page } = tab
    const other = await page.context().newPage()
    await begin(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Only once, please.')
    await page.getByText('Draft saved').waitFor()
    await other.goto(address)
    await begin(other)
    await text(other).getByText('Only once, please.').waitFor()
    await other.getByText('Draft saved').waitFor()
    await text(page).press('Control+Enter')
    await other.getByText('This draft was sent or discarded').waitFor()
    assert.equal(await text(other).getByText('Only once, please.').count(), 0)
    await other.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await other.getByText('This draft was sent or discarded').waitFor({ state: 'detached' })
    await tab.close()
  })

  test('seven tabs share one stream of events, and another takes over when one is closed', async () => {
    const title = 'Label printer offline'
    const address = await addressOf(desk(), title, 'rita')
    const tab = await desk().tab(address, { as: 'rita' })
    const context = tab.page.context()
    const readers = tab.requests.some(isStream) ? [tab.page] : []
    context.on('request', (request) => void (isStream(request.url()) && readers.push(request.frame().page())))
    let pages = [tab.page]
    for (let count = 2; count <= 7; count++) {
      const page = await context.newPage()
      await page.goto(address)
      pages.push(page)
    }
    const rename = async (name: string) => {
      const path = `tickets/${desk().world.ids[title]}`
      await desk().world.request(path, { as: 'rita', method: 'PUT', body: { title: name } })
    }
    const allShow = (name: string) =>
      Promise.all(pages.map((page) => page.getByRole('heading', { name, exact: true }).first().waitFor()))
    await allShow(title)
    await rename('Label printer on fire')
    await allShow('Label printer on fire')
    assert.equal(readers.length, 1)
    pages = pages.filter((page) => page !== readers[0])
    await readers[0]?.close()
    await rename('Label printer extinguished')
    await allShow('Label printer extinguished')
    assert.equal(readers.length, 2)
    await tab.close()
  })

  test('changes made without a connection are saved by another tab once it is back, unless they conflict', async () => {
    const title = 'Paper jam again'
    const address = await addressOf(desk(), title, 'rita')
    const ticket = `tickets/${desk().world.ids[title]}`
    const tab = await desk().tab(address, { as: 'rita' })
    const { page } = tab
    const context = page.context()
    await page.getByRole('button', { name: /^State: / }).waitFor()
    await context.setOffline(true)
    await choose(page, 'p', '3 high')
    await page.getByText('Priority: 3 high. This change waits on this device').waitFor()
    await choose(page, 's', 'closed')
    await page.getByText('State: closed. This change waits on this device').waitFor()
    await page.getByText('2 changes wait on this device.').first().waitFor()
    await tab.checkAccessibility()
    await desk().world.request(ticket, { as: 'rita', method: 'PUT', body: { priority: '1 low' } })
    await page.close()
    const next = await context.newPage()
    await context.setOffline(false)
    await next.goto('/')
    await next.getByText(/a change that waited was not saved/).waitFor()
    await next.getByText(/the change that waited for the connection is saved/).waitFor()
    await next.getByRole('link', { name: /Not saved: ticket/ }).click()
    await next.getByText('Priority was changed by somebody else while your change to 3 high waited').waitFor()
    const now = async () => (await desk().world.request(`${ticket}?expand=true`, { as: 'rita' })).json
    await eventually(async () => (await now()).state, 'closed')
    assert.equal((await now()).priority, '1 low')
    await next.getByRole('button', { name: 'Change it anyway' }).press('Enter')
    await next.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await next.getByRole('link', { name: /Not saved: ticket/ }).waitFor({ state: 'detached' })
    await tab.close()
  })

  test('tags, tasks, links, a macro and the title wait for the connection, and each is sent once', async () => {
    const title = "Invoice for O'Hara"
    const { world } = desk()
    const address = await addressOf(desk(), title, 'rita')
    const id = world.ids[title] as number
    const perform = { 'ticket.priority_id': { value: '3' } }
    await world.request('macros', { method: 'POST', body: { name: 'Escalate', perform, active: true } })
    const tasks = { ticket_id: id, items: ['Find the invoice'] }
    await world.request('checklist_items/create_bulk', { as: 'rita', method: 'POST', body: tasks })
    const tab = await desk().tab(address, { as: 'rita' })
    const { page } = tab
    const context = page.context()
    const waits = (action: string) => page.getByText(`${action}: waits on this device`)
    const task = page.getByRole('checkbox', { name: 'Find the invoice' })
    await task.waitFor()
    await page.getByRole('button', { name: 'Macro' }).waitFor()

    // The service adds this task, but its response is lost.
    await page.route('**/checklist_items/create_bulk', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.locator('section', { hasText: 'Checklist' }).getByRole('button', { name: 'Add' }).press('Enter')
    await page.keyboard.type('Call back')
    await page.keyboard.press('Enter')
    await waits('Add the task “Call back”').waitFor()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await task.press('Space')
    await waits('Check off “Find the invoice”').waitFor()
    assert.equal(await task.isChecked(), true)
    await page.locator('.entry').last().focus()
    await page.keyboard.press('t')
    await page.keyboard.type('drum')
    await page.getByRole('option', { name: 'New tag “drum”' }).click()
    await waits('Add the tag “drum”').waitFor()
    await page.getByRole('button', { name: 'Notify me' }).press('Enter')
    const notification = page.getByRole('status').filter({ hasText: 'Notify me of changes: waits' })
    await notification.getByRole('button', { name: 'Undo' }).press('Enter')
    await notification.waitFor({ state: 'detached' })
    await page.locator('.entry').last().focus()
    await choose(page, 'm', 'Escalate')
    await waits('Run the macro “Escalate”').waitFor()
    await page.getByRole('button', { name: 'Edit the title' }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Invoice of May')
    await page.keyboard.press('Enter')
    await page.getByText('Title: Invoice of May. This change waits on this device').waitFor()
    await page.getByText('5 changes wait on this device.').first().waitFor()
    await tab.checkAccessibility()

    await world.request(`tickets/${id}`, { as: 'rita', method: 'PUT', body: { priority: '1 low' } })
    await page.close()
    const next = await context.newPage()
    await context.setOffline(false)
    await next.goto('/')
    await next.getByRole('link', { name: /Not saved: ticket/ }).click()
    await next.getByText('Run the macro “Escalate”: not done, because somebody else has changed the ticket').waitFor()
    await next.getByRole('heading', { name: 'Invoice of May' }).waitFor()
    await next.getByRole('button', { name: 'Priority: 1 low' }).waitFor()
    await next.locator('.chip.is-tag', { hasText: 'drum' }).waitFor()
    await next.getByText('1 of 2').waitFor()
    await next.getByRole('checkbox', { name: 'Call back' }).waitFor()
    await next.getByRole('button', { name: 'Notify me' }).waitFor()
    await next.getByRole('button', { name: 'Do it anyway' }).press('Enter')
    await next.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await next.getByRole('link', { name: /Not saved: ticket/ }).waitFor({ state: 'detached' })
    await tab.close()
  })
})
