import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { newTicket, rows } from './tickets.ts'

/** Returns the texts that do not fit into their elements. */
const cutTexts = (elements: Element[]) =>
  elements.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent)

describeInBrowser('rows of a list', (desk) => {
  test('X selects the row to which it moves the cursor, so that J goes on from there', async () => {
    await newTicket(desk().world, 'Another one')
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    const { page } = tab
    await page.locator(rows).nth(1).waitFor()
    const first = page.locator(rows).first()
    await page.keyboard.press('x')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-place') === '0')
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-place') === '1')
    await eventually(() => first.getAttribute('aria-selected'), 'true')
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '2 selected tickets' }).waitFor()
    await tab.close()
  })

  test('E closes the ticket of the cursor, and only with a cursor', async () => {
    const { world } = desk()
    const id = await newTicket(world, 'To be closed')
    const stateOf = async () => (await world.request(`tickets/${id}?expand=true`)).json.state as string
    const tab = await desk().tab('/overviews/all_open?sort=-number', { as: 'admin' })
    const { page } = tab
    const row = page.getByRole('row', { name: /To be closed/ })
    await row.waitFor()
    await page.keyboard.press('e')
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('To be closed'))
    assert.equal(await stateOf(), 'new')
    await page.keyboard.press('e')
    await eventually(stateOf, 'closed')
    await page.locator('.toast').waitFor()
    await page.keyboard.press('Control+z')
    await eventually(stateOf, 'new')
    await tab.close()
  })

  test('notes and deadlines are never cut', async () => {
    const { world } = desk()
    const id = await newTicket(world, 'A long title '.repeat(15))
    const values = { group_id: 1, customer_id: world.ids['nils'] as number, state_id: 2, priority_id: 2 }
    const minutes = [-45, -11 * 1440, -23 * 60, -2, 59, 180]
    await unitOfWork(world.desk, systemUser, async (unit) => {
      for (const [index, minutesLeft] of minutes.entries()) {
        // Half a minute more, so that the shown number does not change during the test.
        const escalation_at = new Date(Date.now() + (minutesLeft + 0.5) * 60_000).toISOString()
        await insert(unit, 'ticket', { ...values, title: 'Late', number: String(80_000 + index), escalation_at })
      }
    })
    for (const locale of ['en-GB', 'de-DE']) {
      const tab = await desk().tab('/overviews/all_open', { as: 'admin', locale })
      const chips = tab.page.locator('.ticket-due .chip > span')
      await chips.nth(minutes.length - 1).waitFor()
      assert.deepEqual(await chips.evaluateAll(cutTexts), [])
      await tab.page.setViewportSize({ width: 1024, height: 900 })
      await chips.first().waitFor()
      assert.deepEqual(await chips.evaluateAll(cutTexts), [])
      await tab.close()
    }
    const tab = await desk().tab('/overviews/all_open', { as: 'admin' })
    await tab.page.getByText('A long title').waitFor()
    await world.request(`tickets/${id}`, { as: 'admin', method: 'PUT', body: { state: 'closed' } })
    const note = tab.page.locator('.ticket-note')
    await note.waitFor()
    const inner = (await note.boundingBox()) ?? assert.fail('the note is not visible')
    const outer = (await tab.page.locator('.ticket-title', { has: note }).boundingBox()) ?? assert.fail('no title')
    assert.ok(inner.x + inner.width <= outer.x + outer.width + 1, 'the note is cut at its end')
    assert.ok(inner.y + inner.height <= outer.y + outer.height + 1, 'the note is in a hidden line')
    await tab.close()
  })
})
