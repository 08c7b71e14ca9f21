import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

/** Maximum number of presses of Tab to reach an element of a form. */
const MAX_TABS = 20

describeInBrowser('the story of a new desk', (desk) => {
  for (const { width, agents } of [
    { width: 1440, agents: 10 },
    { width: 390, agents: 2 },
  ] as const) {
    test(`groups, agents, fields, rules and a webhook are created by keyboard alone at ${width} pixels`, async () => {
      const { world } = desk()
      const tab = await desk().tab('/admin/groups', { as: 'admin', width })
      const { page } = tab
      const { keyboard } = page
      const field = (label: string) => page.getByLabel(label, { exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const first = page.locator('form.form-side :is(input, select):focus')
      const named = (name: string) => `${name} ${width}`
      await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()

      for (const name of ['Front desk', 'Warehouse', 'Billing'].map(named)) {
        await create(name)
        await save(name, 'Enter')
      }

      await open('Getting started')
      await reach(page, field('First name'))
      for (let number = 0; number < agents; number++) {
        const email = `agent${number}.${width}@desk.example`
        await type('Agent', named(`No ${number}`), email)
        await keyboard.press('Enter')
        await page
          .getByText(`has an account now.`)
          .filter({ hasText: `No ${number}` })
          .waitFor()
        await field('First name').and(page.locator(':focus')).waitFor()
      }

      await open('Fields')
      await keyboard.press('n')
      await first.waitFor()
      await keyboard.press('Tab')
      await type(named('Serial number'))
      await save(named('Serial number'), 'Enter')
      await keyboard.press('n')
      await first.and(page.locator('select')).waitFor()
      await keyboard.press('Tab')
      await type(named('Gebäude'))
      await reach(page, field('Type'))
      await keyboard.type('One of')
      await reach(page, field('Values'))
      await keyboard.type('a = Aisle A')
      await save(named('Gebäude'), 'button')
      await reach(page, page.locator('form.form-side').getByRole('button', { name: 'Close' }))
      await keyboard.press('Enter')
      await reach(page, button('Put into effect'))
      await keyboard.press('Enter')
      await page.getByText('The fields are in effect.').first().waitFor()

      await open('Service levels')
      await create(named('Gold'))
      await field('Calendar').locator('option:checked', { hasText: /\w/ }).waitFor({ state: 'attached' })
      await reach(page, field('First answer'))
      await keyboard.type('60')
      await save(named('Gold'), 'Enter')

      await open('Triggers')
      await create(named('Urgent'))
      await reach(page, button('Add a condition'))
      await keyboard.press('Enter')
      await field('Attribute').and(page.locator(':focus')).waitFor()
      await keyboard.type('Title')
      await reach(page, page.getByRole('textbox', { name: 'Value' }))
      await keyboard.type('fire')
      await reach(page, button('Save'))
      await keyboard.press('Enter')
      await page.getByText('Add at least one action.').waitFor()
      await button('Add an action …').and(page.locator(':focus')).waitFor()
      await add('Priority')
      await keyboard.type('3')
      await save(named('Urgent'), 'button')
      await tab.checkAccessibility()

      await open('Macros')
      await create(named('Close'))
      await add('State')
      await keyboard.type('closed')
      await save(named('Close'), 'button')

      await open('Webhooks')
      await create(named('Board'))
      await keyboard.press('Tab')
      await type('http://127.0.0.1:9/board', 'ticket.created')
      await save(named('Board'), 'Enter')
      await reach(page, page.getByRole('link', { name: 'Deliveries' }))
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: `Deliveries of “${named('Board')}”` }).waitFor()
      await tab.checkAccessibility()
      await tab.close()

      const { json: fields } = await world.request('form_attributes?object=Ticket')
      const keys = fields.map(({ name }: { name: string }) => name)
      assert.deepEqual([keys.includes(`serial_number_${width}`), keys.includes(`gebaeude_${width}`)], [true, true])
      const { first_response_time, calendar_id } = await lastOf('slas')
      assert.deepEqual([first_response_time, calendar_id], [60, (await lastOf('calendars')).id])
      const { condition, perform } = await lastOf('triggers')
      assert.deepEqual(condition, { 'ticket.title': { operator: 'contains', value: 'fire' } })
      assert.deepEqual(perform, { 'ticket.priority_id': { value: '3' } })
      assert.deepEqual((await lastOf('macros')).perform, { 'ticket.state_id': { value: '4' } })
      assert.equal((await lastOf('users')).email, `agent${agents - 1}.${width}@desk.example`)

      async function open(screen: string) {
        await keyboard.press('Control+k')
        await page.locator('.palette input:focus').waitFor()
        await keyboard.type(screen)
        await page.getByRole('option', { name: screen, selected: true }).waitFor()
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: screen }).waitFor()
      }

      /** Opens the form for a new entry and types its name. */
      async function create(name: string) {
        await keyboard.press('n')
        await first.and(page.getByLabel('Name', { exact: true })).waitFor()
        await eventually(() => first.inputValue(), '')
        await keyboard.type(name)
      }

      /** Adds an action from the menu, whose first field gets the focus. */
      async function add(name: string) {
        await reach(page, button('Add an action …'))
        await keyboard.press('Enter')
        await page.locator('[role=menuitem]:focus').waitFor()
        const item = page.getByRole('menuitem', { name, exact: true })
        while (!(await item.evaluate((element) => element === document.activeElement)))
          await keyboard.press('ArrowDown')
        await keyboard.press('Enter')
        await page.locator('select:focus:has(option + option)').and(field(name)).waitFor()
      }

      async function save(name: string, by: 'Enter' | 'button') {
        if (by === 'button') await reach(page, button('Save'))
        await keyboard.press('Enter')
        await page.locator('h2:focus').filter({ hasText: name }).waitFor()
      }

      /** Types texts into consecutive fields, from the one with the focus. */
      async function type(...texts: readonly string[]) {
        for (const [index, text] of texts.entries()) {
          if (index > 0) await keyboard.press('Tab')
          await keyboard.type(text)
        }
      }

      async function lastOf(path: string) {
        return (await world.request(`${path}?per_page=1000`)).json.at(-1)
      }
    })
  }
})

/** Presses Tab until an element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < MAX_TABS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${String(target)}`)
}
