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

/** Adds a custom field for texts to tickets. */
async function addFloor(world: World): Promise<void> {
  const screens = { edit: { 'ticket.agent': { shown: true } } }
  const body = { object: 'Ticket', name: 'floor', display: 'Floor', data_type: 'input', data_option: {}, screens }
  assert.equal((await world.request('object_manager_attributes', { method: 'POST', body })).status, 201)
  await world.request('object_manager_attributes_execute_migrations', { method: 'POST' })
}

async function run(page: Page, macro: string): Promise<void> {
  await choose(page, macro)
  await page.getByText(`${macro} is done.`).waitFor()
}

async function choose(page: Page, macro: string): Promise<void> {
  await page.getByRole('button', { name: 'Macro' }).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('option', { name: macro }).waitFor()
  await page.keyboard.type(macro)
  await page.keyboard.press('Enter')
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

  test('undoing a macro restores title, custom fields and tags, and leaves tags of others', async () => {
    const { world } = desk()
    await addFloor(world)
    await addMacro(world, 'Sort and label', 'none', {
      ...high,
      'ticket.title': { value: 'Sorted' },
      'ticket.floor': { value: 'Second' },
      'ticket.tags': { operator: 'add', value: 'Sorted, kept' },
    })
    await addMacro(world, 'Take the label off', 'none', { 'ticket.tags': { operator: 'remove', value: 'KEPT' } })
    const { id, number } = await ticketFromNils(world, { title: 'Unsorted', floor: 'First', tags: 'kept' })
    const values = async () => {
      const { json } = await world.request(`tickets/${id}?expand=true&fields=title,floor,priority_id,tags`, {
        as: 'rita',
      })
      return { title: json.title, floor: json.floor, priority_id: json.priority_id, tags: json.tags.toSorted() }
    }
    const before = await values()
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await run(page, 'Sort and label')
    assert.deepEqual(await values(), { title: 'Sorted', floor: 'Second', priority_id: 3, tags: ['Sorted', 'kept'] })
    const body = { object: 'Ticket', o_id: id, item: 'foreign' }
    assert.equal((await world.request('tags/add', { method: 'POST', as: 'rita', body })).status, 201)
    await page.keyboard.press('Control+z')
    await eventually(values, { ...before, tags: ['foreign', 'kept'] })

    await run(page, 'Take the label off')
    assert.deepEqual((await values()).tags, ['foreign'])
    await page.keyboard.press('Control+z')
    await eventually(values, { ...before, tags: ['foreign', 'kept'] })
    await tab.close()
  })

  test('a macro does not overwrite a title that the agent has not seen', async () => {
    const { world } = desk()
    await addMacro(world, 'Rename', 'none', { 'ticket.title': { value: 'Renamed' } })
    const { id, number } = await ticketFromNils(world, { title: 'Seen' })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    // The page requests the ticket just before it runs the macro.
    await page.route(`**/api/v1/tickets/${id}`, async (route) => {
      await world.request(`tickets/${id}`, { method: 'PUT', as: 'rita', body: { title: 'Unseen' } })
      await route.continue()
    })
    await choose(page, 'Rename')
    await page.getByText('Nothing was overwritten.').waitFor()
    assert.equal((await world.request(`tickets/${id}`, { as: 'rita' })).json.title, 'Unseen')
    await tab.close()
  })
})
