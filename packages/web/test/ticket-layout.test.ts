import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { ticketFromNils } from './tickets.ts'

/** Returns the visible parts of an element that extend beyond its edges. */
const cutParts = (element: Element) => {
  const { left, right } = element.getBoundingClientRect()
  return [...element.querySelectorAll('*')]
    .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML.slice(0, 100) }))
    .filter(({ box }) => box.width > 2 && (box.left < left - 1 || box.right > right + 1))
    .map(({ html }) => html)
}

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? assert.fail('it is not visible')

async function setPriority(page: Page): Promise<void> {
  await page.keyboard.press('p')
  await page.getByRole('option', { name: '3 high' }).waitFor()
  await page.keyboard.type('high')
  await page.keyboard.press('Enter')
}

describeInBrowser('the layout of a ticket', (desk) => {
  test('a toast is above the bar for replies, and above the editor', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await setPriority(page)
    const toast = page.locator('.toast')
    await toast.waitFor()
    await toast.hover()
    const isAbove = async () => {
      const box = await toast.boundingBox()
      return box !== null && box.y + box.height <= (await topOf(page.locator('.composer-dock .composer')))
    }
    assert.ok(await isAbove())
    await page.getByRole('button', { name: 'Internal note' }).click({ trial: true })
    await page.keyboard.press('i')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await eventually(isAbove, true)
    await tab.close()
  })

  test('the bar has number and title while the head of the thread is out of view', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const body = 'A long message.\n'.repeat(80)
    await world.request('ticket_articles', { method: 'POST', as: 'rita', body: { ticket_id: id, body, type: 'note' } })
    for (const width of [1440, 390] as const) {
      const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width })
      const title = tab.page.locator('.bar-title')
      await title.getByText('Printer blinks').waitFor()
      assert.match(await title.innerText(), new RegExp(`#${number}`))
      assert.equal(await tab.page.evaluate(() => document.documentElement.scrollWidth), width)
      await tab.page.locator('.thread-scroll').evaluate((scroller) => scroller.scrollTo(0, 0))
      await title.waitFor({ state: 'detached' })
      await tab.close()
    }
  })

  test('the frame of the page does not scroll', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Checklist' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 400 })
    const scrolled = await page.locator('.app').evaluate((app) => {
      app.scrollTo(0, 100)
      return [app.scrollTop, app.scrollHeight - app.clientHeight]
    })
    assert.deepEqual(scrolled, [0, 0])
    await tab.close()
  })

  test('forms and the head of the editor fit in German', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', locale: 'de-DE' })
    const { page } = tab
    await page.getByRole('button', { name: 'Priorität: 2 normal' }).waitFor()
    await page.keyboard.press('l')
    const form = page.locator('.add-link')
    await form.waitFor()
    assert.deepEqual(await form.evaluate(cutParts), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('i')
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    // This state of the draft has the longest text.
    await page.route('**/api/v1/drafts', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await page.keyboard.type('Nur für uns')
    await page.getByText('Auf diesem Gerät gespeichert').waitFor()
    const head = page.locator('.composer-top')
    assert.deepEqual(await head.evaluate(cutParts), [])
    for (const part of ['Antwort', 'Interne Notiz', 'Telefon']) {
      const box = await head.getByRole('tab', { name: part }).boundingBox()
      assert.ok(box && box.height < 40, `${part} has several lines`)
    }
    await tab.close()
  })

  test('the bar for replies fits on a German phone, with drafts', async () => {
    const { id, number } = await ticketFromNils(desk().world)
    for (const kind of ['reply', 'note']) {
      const body = { ticket_id: id, kind, new_article: { body: 'Begun' } }
      await desk().world.request('drafts', { method: 'POST', as: 'rita', body })
    }
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', locale: 'de-DE', width: 390 })
    const { page } = tab
    const bar = page.getByRole('group', { name: 'Antwort' })
    await bar.getByText('Entwurf').nth(1).waitFor()
    assert.deepEqual(await bar.evaluate(cutParts), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    await tab.close()
  })
})
