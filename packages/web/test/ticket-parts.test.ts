import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { command, ticketFromNils, watchShifts } from './tickets.ts'

/** Presses the button that adds something to a part of the panel. */
async function add(page: Page, part: string): Promise<void> {
  const section = page.locator('.side-panel section', { has: page.getByRole('heading', { name: part }) })
  await section.getByRole('button', { name: 'Add' }).focus()
  await page.keyboard.press('Enter')
}

describeInBrowser('parts of a ticket, by keyboard', (desk) => {
  test('J and K go to its neighbors in the list, and U goes back to the row', async () => {
    const { world } = desk()
    await ticketFromNils(world, { title: 'First' })
    await ticketFromNils(world, { title: 'Second' })
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    await page.getByRole('row', { name: /Second/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const heading = page.locator('.ticket-title-line h1')
    await heading.waitFor()
    const opened = await heading.innerText()
    await page.keyboard.press('j')
    await page.waitForFunction(
      (before) => document.querySelector('.ticket-title-line h1')?.textContent !== before,
      opened,
    )
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: opened, exact: true }).waitFor()
    await page.keyboard.press('u')
    await page.waitForURL('**/overviews/all_open')
    await page.waitForFunction((title) => document.activeElement?.textContent?.includes(title), opened)
    await tab.close()
  })

  test('nothing moves when a ticket is opened, and when the other tickets of its customer arrive', async () => {
    const { world } = desk()
    await ticketFromNils(world, { title: 'Opened' })
    await ticketFromNils(world, { title: 'Another one' })
    const tab = await desk().tab('/overviews/all_open', { as: 'rita' })
    const { page } = tab
    const row = page.getByRole('row', { name: /Opened/ })
    await row.waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/tickets/search', async (route) => {
      await released
      await route.continue()
    })
    const moved = await watchShifts(page)
    await row.press('Enter')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Opened/ })
      .waitFor()
    release()
    await page
      .locator('.side-panel')
      .getByRole('link', { name: /Another one/ })
      .waitFor()
    await page.getByRole('heading', { name: 'Checklist' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    assert.deepEqual(await moved.jsonValue(), [])
    await tab.close()
  })

  test('a ticket offers the macros of its group, also after a list has offered all', async () => {
    const { world } = desk()
    const perform = { 'ticket.priority_id': { value: '1' } }
    await world.request('macros', { method: 'POST', body: { name: 'Calm down', perform, active: true } })
    await ticketFromNils(world, { title: 'Nothing urgent' })
    const tab = await desk().tab('/overviews/all_open?q=title:urgent', { as: 'rita' })
    const { page } = tab
    const macro = page.getByRole('option', { name: 'Calm down' })
    await page.getByRole('row', { name: /Nothing urgent/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await macro.waitFor()
    await page.keyboard.press('Escape')
    await macro.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Nothing urgent' }).click()
    await page.getByRole('heading', { name: 'Nothing urgent' }).waitFor()
    await page.getByRole('button', { name: 'Macro' }).waitFor()
    await page.keyboard.press('m')
    await macro.waitFor()
    await tab.close()
  })

  test('a macro is run, and the checklist, links, time and custom fields are changed', async () => {
    const { world } = desk()
    const screens = { edit: { 'ticket.agent': { shown: true } } }
    const room = { a: 'Basement', b: 'Roof' }
    const field = {
      object: 'Ticket',
      name: 'room',
      display: 'Room',
      data_type: 'select',
      data_option: { options: room },
    }
    await world.request('object_manager_attributes', { method: 'POST', body: { ...field, screens } })
    await world.request('object_manager_attributes_execute_migrations', { method: 'POST' })
    const perform = { 'ticket.priority_id': { value: '3' } }
    await world.request('macros', { method: 'POST', body: { name: 'Escalate', perform, active: true } })
    const template = { name: 'Repair', items: ['Order parts', 'Test'] }
    await world.request('checklist_templates', { method: 'POST', body: template })
    const { id, number } = await ticketFromNils(world, { title: 'Printer blinks' })
    const other = await ticketFromNils(world, { title: 'Another printer' })
    await world.request(`tickets/${id}/time_accountings`, { method: 'POST', as: 'rita', body: { time_unit: 2 } })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab

    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await page.getByRole('button', { name: 'Macro' }).waitFor()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Escalate' }).waitFor()
    await page.keyboard.type('esc')
    await page.keyboard.press('Enter')
    await page.getByText('Escalate is done.').waitFor()
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()

    await add(page, 'Checklist')
    await page.keyboard.type('Change the drum')
    await page.keyboard.press('Enter')
    const todo = page.getByRole('checkbox', { name: 'Change the drum' })
    await todo.waitFor()
    await page.keyboard.press('Escape')
    await todo.focus()
    await page.keyboard.press('Space')
    await page.getByText('1 of 1').waitFor()
    await page.getByRole('button', { name: 'From a template' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Repair' }).press('Enter')
    await page.getByRole('checkbox', { name: 'Order parts' }).waitFor()
    await page.getByText('1 of 3').waitFor()

    await page.locator('.entry').last().focus()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Number or words of the ticket' }).fill(other.number)
    await page.getByRole('option', { name: /Another printer/ }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator('.side-panel')
      .getByRole('link', { name: /Another printer/ })
      .first()
      .waitFor()

    await add(page, 'Time spent')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Time spent 5' }).waitFor()

    await page.getByRole('button', { name: 'Room: none' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Roof' }).waitFor()
    await page.keyboard.type('roof')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Room: Roof' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Room: none' }).waitFor()

    await page
      .getByRole('button', { name: /more change/ })
      .last()
      .click()
    const lines = async () => (await page.locator('.event').allInnerTexts()).join('\n')
    await eventually(lines, /Rita Sand set Room to Roof/)
    await eventually(lines, /Rita Sand began a checklist/)
    assert.doesNotMatch(await lines(), /_|checklist id|^-/m)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('Ctrl+Z undoes a change that events show before the service has answered, and not the change before it', async () => {
    const { id, number } = await ticketFromNils(desk().world, { title: 'Slow answer' })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    const setPriority = async (name: string) => {
      await page.keyboard.press('p')
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Priority: ${name}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await setPriority('1 low')
    await page.getByText('Priority: 1 low', { exact: true }).waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(
      `**/api/v1/tickets/${id}*`,
      async (route) => {
        const response = await route.fetch()
        await released
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await setPriority('3 high')
    await page.keyboard.press('Control+z')
    release()
    await page.getByRole('button', { name: 'Priority: 1 low' }).waitFor()
    await tab.close()
  })

  test('the palette sets properties and merges; the title is edited in place, and changes are undone', async () => {
    const { world } = desk()
    const { number } = await ticketFromNils(world, { title: 'Lamp flickers' })
    const target = await ticketFromNils(world, { title: 'Lamp is dark' })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await command(page, 'priority', 'Set the priority…')
    await page.getByRole('option', { name: '3 high' }).waitFor()
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await page.getByText('Priority: 3 high', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()

    await page.getByRole('button', { name: 'Edit the title' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lamp dances')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lamp dances' }).waitFor()
    await page.getByText('The title is changed.').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Edit the title')
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: 'Lamp flickers' }).waitFor()

    await command(page, 'merge', 'Merge')
    await page.getByRole('combobox', { name: 'Merge into' }).fill(target.number)
    await page.getByRole('option', { name: /Lamp is dark/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Merge into #${target.number}` }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tickets/${target.number}`)
    await page.getByText(`merged #${number} into this ticket`).waitFor()

    await command(page, 'new ticket from', 'New ticket from the last message')
    await page.waitForURL('**/tickets/new?split=*')
    await tab.close()
  })

  test('a ticket is printed without the rest of the page, and with internal notes only on request', async () => {
    const { world } = desk()
    const { id, number } = await ticketFromNils(world, { title: 'To be printed' })
    const note = { ticket_id: id, body: 'Only for us', internal: true }
    await world.request('ticket_articles', { method: 'POST', as: 'rita', body: note })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita' })
    const { page } = tab
    await page.getByText('Only for us').waitFor()
    await page.evaluate(() => {
      window.print = () => void (document.title = `printed ${document.documentElement.dataset['print']}`)
    })
    await command(page, 'print', 'Print')
    await page.waitForFunction(() => document.title === 'printed public')
    await command(page, 'print notes', 'Print with internal notes')
    await page.waitForFunction(() => document.title === 'printed with-notes')
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: 'To be printed' }).waitFor()
    await eventually(() => page.getByText('Only for us').isVisible(), false)
    await eventually(() => page.locator('.side-panel').isVisible(), false)
    await page.evaluate(() => (document.documentElement.dataset['print'] = 'with-notes'))
    await page.getByText('Only for us').waitFor()
    await tab.close()
  })

  test('two people who view a ticket see each other, and the changes of the other', async () => {
    const { number } = await ticketFromNils(desk().world, { title: 'Shared work' })
    const [rita, ines] = await Promise.all([
      desk().tab(`/tickets/${number}`, { as: 'rita' }),
      desk().tab(`/tickets/${number}`, { as: 'ines' }),
    ])
    await rita.page.locator('.presence').getByText(/Ines/).waitFor({ state: 'attached' })
    await ines.page.locator('.presence').getByText(/Rita/).waitFor({ state: 'attached' })
    await ines.page.getByRole('button', { name: 'Priority: 2 normal' }).waitFor()
    await ines.page.keyboard.press('p')
    await ines.page.keyboard.type('high')
    await ines.page.keyboard.press('Enter')
    await rita.page.getByRole('button', { name: 'Priority: 3 high' }).waitFor()
    await rita.page.locator('.event', { hasText: 'set the priority to 3 high' }).waitFor()
    await rita.page.keyboard.press('p')
    await rita.page.keyboard.type('low')
    await rita.page.keyboard.press('Enter')
    await ines.page.getByRole('button', { name: 'Priority: 1 low' }).waitFor()
    await Promise.all([rita.close(), ines.close()])
  })
})
