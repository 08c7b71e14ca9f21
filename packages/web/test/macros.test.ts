import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { World } from '../../server/src/testing/world.ts'
import { describeInBrowser } from './browser.ts'
import { ticketFromNils } from './tickets.ts'

async function addMacro(world: World, name: string, ux_flow_next_up: string, perform: object): Promise<void> {
  const body = { name, ux_flow_next_up, perform }
  assert.equal((await world.request('macros', { method: 'POST', body })).status, 201)
}

async function run(page: Page, macro: string): Promise<void> {
  await page.getByRole('button', { name: 'Macro' }).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('option', { name: macro }).waitFor()
  await page.keyboard.type(macro)
  await page.keyboard.press('Enter')
  await page.getByText(`${macro} is done.`).waitFor()
}

describeInBrowser('macros', (desk) => {
  test('a macro that moves the ticket to a group that the agent does not see is reported as done', async () => {
    const { world } = desk()
    const group_ids = { [world.ids['Printers'] as number]: ['full'], [world.ids['Users'] as number]: ['create'] }
    await world.request(`users/${world.ids['rita']}`, { method: 'PUT', body: { group_ids } })
    await addMacro(world, 'Hand over', 'none', { 'ticket.group_id': { value: '1' } })
    const { number } = await ticketFromNils(world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await run(page, 'Hand over')
    await page.getByRole('heading', { name: /was deleted, or you may no longer see it/ }).waitFor()
    await tab.close()
  })
})
