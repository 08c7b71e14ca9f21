import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { World } from '../../server/src/testing/world.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
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

const high = { 'ticket.priority_id': { value: '3' } }
const low = { 'ticket.priority_id': { value: '1' } }

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

  test('the next ticket of the list is opened after a macro that says so, and the list after its last ticket', async () => {
    const { world } = desk()
    await addMacro(world, 'Raise and advance', 'next_from_overview', high)
    await addMacro(world, 'Lower and advance', 'next_task', low)
    const [first, second, third] = [
      await ticketFromNils(world, { title: 'Gull one' }),
      await ticketFromNils(world, { title: 'Gull two' }),
      await ticketFromNils(world, { title: 'Gull three' }),
    ]
    const tab = await desk().tab('/overviews/all_open?q=gull&sort=created_at', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: 'Gull one' }).click()
    await page.getByRole('heading', { name: 'Gull one' }).waitFor()
    await page.getByText('1 of 3').waitFor()

    await run(page, 'Raise and advance')
    await page.waitForURL((url) => url.pathname === `/tickets/${second.number}`)
    await page.getByText('2 of 3').waitFor()
    const priority = async () => (await world.request(`tickets/${first.id}`, { as: 'rita' })).json.priority_id
    assert.equal(await priority(), 3)
    await page.keyboard.press('Control+z')
    await eventually(priority, 2)

    await run(page, 'Lower and advance')
    await page.waitForURL((url) => url.pathname === `/tickets/${third.number}`)
    await page.getByRole('heading', { name: 'Gull three' }).waitFor()

    await run(page, 'Raise and advance')
    await page.waitForURL((url) => url.pathname === '/overviews/all_open' && url.searchParams.get('q') === 'gull')
    await tab.close()
  })

  test('the ticket stays open after other macros, and if it was not opened from a list', async () => {
    const { world } = desk()
    await addMacro(world, 'Raise and stay', 'none', high)
    await addMacro(world, 'Reset and advance', 'next_task', low)
    const { number } = await ticketFromNils(world, { title: 'Tern one' })
    await ticketFromNils(world, { title: 'Tern two' })
    const tab = await desk().tab('/overviews/all_open?q=tern&sort=created_at', { as: 'rita' })
    const { page } = tab
    await page.getByRole('link', { name: 'Tern one' }).click()
    await page.getByText('1 of 2').waitFor()
    await run(page, 'Raise and stay')
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await page.goto(`/tickets/${number}`)
    await run(page, 'Reset and advance')
    await page.getByRole('button', { name: 'Priority: 1 low' }).waitFor()
    await eventually(() => new URL(page.url()).pathname, `/tickets/${number}`)
    await tab.close()
  })
})
