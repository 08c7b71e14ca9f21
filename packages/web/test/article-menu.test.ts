import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser, type Tab } from './browser.ts'
import { ticketFromNils } from './tickets.ts'

/** Returns the texts of the messages whose menus offer to delete them. */
async function deletable({ page }: Tab): Promise<string[]> {
  const found: string[] = []
  for (const message of await page.locator('.entry').all()) {
    await message.getByRole('button', { name: /^Actions for the message/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'New ticket from this message' }).waitFor()
    if ((await page.getByRole('menuitem', { name: 'Delete' }).count()) > 0)
      found.push(await message.locator('.entry-body').innerText())
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  return found
}

describeInBrowser('the menu of a message', (desk) => {
  test('offers to delete what the service lets its author delete', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world)
    const write = (body: string, more: object, as: 'rita' | 'ines' = 'rita') =>
      world.request('ticket_articles', { method: 'POST', as, body: { ticket_id: id, body, ...more } })
    await write('A note', { type: 'note' })
    await write('An internal call', { type: 'phone', internal: true })
    await write('A call', { type: 'phone' })
    await write('A note for Nils', { type: 'note', sender: 'Customer' })
    await write('A note of Ines for Rita', { type: 'note', origin_by_id: world.ids['rita'] }, 'ines')
    await write('An old note', { type: 'note' })
    const created_at = new Date(Date.now() - 3_600_000).toISOString()
    await world.desk.database.transaction(({ sql }) =>
      sql.updateTable('ticket_articles').set({ created_at }).where('body', '=', 'An old note').execute(),
    )
    const limited = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    await limited.page.getByText('An old note').waitFor()
    const own = ['A note', 'An internal call', 'A note for Nils']
    assert.deepEqual((await deletable(limited)).toSorted(), own.toSorted())
    await limited.close()

    const { json: settings } = await world.request('settings?per_page=1000')
    const setting = settings.find(({ name }: { name: string }) => name === 'ui_ticket_zoom_article_delete_timeframe')
    await world.request(`settings/${setting.id}`, { method: 'PUT', body: { state_current: { value: 0 } } })
    const unlimited = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    await unlimited.page.getByText('An old note').waitFor()
    assert.deepEqual((await deletable(unlimited)).toSorted(), [...own, 'An old note'].toSorted())
    await unlimited.page
      .locator('.entry', { hasText: 'An old note' })
      .getByRole('button', { name: /^Actions/ })
      .press('Enter')
    await unlimited.page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await unlimited.page.locator('.entry', { hasText: 'An old note' }).waitFor({ state: 'detached' })
    await unlimited.close()
  })
})
