import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { systemUser } from '@deskbell/contract'
import type { Person, World } from '../../server/src/testing/world.ts'
import { insert, unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import type { Tab } from './browser.ts'

/** The rows of a list that are drawn. */
export const rows = '[role="row"][data-place]'

/** Returns the number of the ticket whose row has the focus; empty if there is none. */
export const focused = ({ page }: Tab): Promise<string> =>
  page.evaluate(() => document.activeElement?.querySelector('.ticket-number')?.textContent ?? '')

/** Creates a ticket, and returns its id. */
export async function newTicket(world: World, title: string): Promise<number> {
  const body = { title, group: 'Users', customer: 'nils@desk.example', article: { body: 'Hello' } }
  const { status, text, json } = await world.request('tickets', { method: 'POST', body })
  assert.equal(status, 201, text)
  return json.id
}

/** Creates a ticket of the customer Nils with an e-mail, in the group Printers unless `more` says otherwise. */
export async function ticketFromNils(
  world: World,
  more: object = {},
  as: Person = 'rita',
): Promise<{ id: number; number: string }> {
  const article = { body: 'It blinks red.', sender: 'Customer', type: 'email' }
  const body = { title: 'Printer blinks', group: 'Printers', customer_id: world.ids['nils'], article, ...more }
  return (await world.request('tickets', { method: 'POST', as, body })).json as { id: number; number: string }
}

/** Chooses a command of the palette by its name. */
export async function command(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find and do anything' }).fill(typed)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** Creates open tickets with the title "One of many". */
export const manyTickets = (world: World, count: number): Promise<void> =>
  unitOfWork(world.desk, systemUser, async (unit) => {
    const values = { title: 'One of many', group_id: 1, customer_id: world.ids['nils'] as number }
    for (let index = 0; index < count; index++)
      await insert(unit, 'ticket', { ...values, state_id: 2, priority_id: 2, number: String(90_000 + index) })
  })

/** Collects the parents of the elements that layout shifts move from now on. */
export const watchShifts = (page: Page) =>
  page.evaluateHandle(() => {
    const moved: string[] = []
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as unknown as { sources: { node: Element | null }[] }[]
      for (const { sources } of entries) moved.push(...sources.map(({ node }) => node?.parentElement?.outerHTML ?? ''))
    }).observe({ type: 'layout-shift', buffered: false })
    return moved
  })
