import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('notifications', (desk) => {
  test('a notification appears by itself, opens its ticket, and is then marked as seen', async () => {
    const { world } = desk()
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor()
    const ticket = world.ids['Label printer offline'] as number
    await world.request(`tickets/${ticket}`, { as: 'ines', method: 'PUT', body: { priority_id: 3 } })
    const row = page.locator('main .notification').first()
    await eventually(() => row.innerText(), /Label printer offline/)
    await tab.checkAccessibility()
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/\d+/)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await eventually(async () => (await world.request('online_notifications', { as: 'rita' })).json[0].seen, true)
    await tab.close()
  })

  test('many changes by one person are one notification, which is read as a whole', async () => {
    const { world } = desk()
    const ticket = world.ids['Paper jam again'] as number
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    for (const priority_id of [3, 1, 2]) {
      const change = { as: 'ines', method: 'PUT', body: { priority_id } } as const
      assert.equal((await world.request(`tickets/${ticket}`, change)).status, 200)
    }
    const row = page.locator('main .notification', { hasText: 'Paper jam again' })
    await row.getByText('changed it 3 times').waitFor()
    assert.equal(await row.count(), 1)
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    await row.locator('..').getByRole('button', { name: 'Mark as read' }).press('Enter')
    await page.waitForFunction(() => document.title.startsWith('Notifications'))
    const { json } = await world.request('online_notifications', { as: 'rita' })
    assert.ok((json as { seen: boolean }[]).every(({ seen }) => seen))
    await tab.close()
  })

  test('the title of the window counts them, and they are marked as seen by keyboard, also in the popup', async () => {
    const { world } = desk()
    const change = async (priority_id: number) => {
      const path = `tickets/${world.ids['Label printer offline']}`
      assert.equal((await world.request(path, { as: 'ines', method: 'PUT', body: { priority_id } })).status, 200)
    }
    const tab = await desk().tab('/notifications', { as: 'rita', width: 390, theme: 'dark' })
    const { page } = tab
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await change(1)
    await page.waitForFunction(() => document.title.startsWith('(1) Notifications'))
    await tab.checkAccessibility()
    await page.locator('main .notification').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.title.startsWith('Notifications'))
    await eventually(() => page.evaluate(() => document.activeElement?.classList.contains('notification')), true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await change(2)
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    await page.getByRole('button', { name: /^Notifications, / }).press('Enter')
    const popup = page.getByRole('dialog', { name: 'Notifications' })
    await popup.waitFor()
    await popup.locator('.notification:focus').waitFor()
    await tab.checkAccessibility()
    await popup.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await page.waitForFunction(() => document.title.startsWith('Notifications'))
    await tab.close()
  })
})
