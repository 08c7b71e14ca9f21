import type { Page } from 'playwright-core'
import { messageText, type Shifts, shiftsOf, shownRows, watchShifts } from '../../packages/web/test/measures.ts'
import type { PageDesk } from './desk.ts'
import type { Line } from './table.ts'

/** Number of changes in a second, each of which the page receives as an event. */
const RATE = 10

/** Measures layout shifts: what moves on the screen while the list is loaded, a ticket is opened, and others change tickets. */
export async function measureShifts(desk: PageDesk, seconds: number): Promise<Line[]> {
  const load = await onPage(desk, () => Promise.resolve())
  const open = await onPage(desk, async (page) => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator(messageText).first().waitFor()
    await settled(page)
  })
  const list = await onPage(desk, () => changeTickets(desk, seconds))
  const ticket = await onPage(desk, async (page) => {
    await page.locator('[data-place="0"]').press('Enter')
    await page.locator(messageText).first().waitFor()
    await changeTickets(desk, seconds)
  })
  return [
    ...linesOf('layout shift: loading the list', load),
    ...linesOf('layout shift: loading the list and opening a ticket', open),
    ...linesOf(`layout shift: the list, ${RATE} events a second`, list),
    ...linesOf(`layout shift: a ticket, ${RATE} events a second`, ticket),
  ]
}

const linesOf = (name: string, { cumulative, all, moved }: Shifts): Line[] => [
  { name: `${name} (CLS)`, figures: [cumulative], unit: 'score', goal: 0.005, digits: 4 },
  {
    name: `  with those after an input${moved.length > 0 ? `: ${moved.join(', ')}` : ''}`,
    figures: [all],
    unit: 'score',
    digits: 4,
  },
]

async function onPage(desk: PageDesk, act: (page: Page) => Promise<void>): Promise<Shifts> {
  const context = await desk.open()
  const page = await context.newPage()
  await watchShifts(page)
  await page.goto('/')
  await page.locator(shownRows).first().waitFor()
  await settled(page)
  await act(page)
  const found = await shiftsOf(page)
  await context.close()
  return found
}

/** Waits until the page is complete. It waits a fixed time, because the network is never idle: the stream of events stays open. */
const settled = (page: Page) => page.waitForTimeout(1000)

/** Changes the first tickets of the list, adds messages to the first one, and creates tickets, for some seconds. */
async function changeTickets({ request, tickets }: PageDesk, seconds: number): Promise<void> {
  for (let event = 0; event < seconds * RATE; event++) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000 / RATE))
    // The tickets with the largest ids are the first of the list.
    const id = tickets - (event % 5)
    if (event % 10 === 9) {
      await request('POST', 'tickets', {
        title: `New ${event}`,
        group_id: 1,
        customer_id: 5,
        article: { body: 'New.' },
      })
    } else if (event % 10 === 5) {
      await request('POST', 'ticket_articles', {
        ticket_id: tickets,
        body: `A message with the number ${event}.`,
        type: 'note',
      })
    } else {
      await request('PUT', `tickets/${id}`, { title: `Changed for the time ${event}`, priority_id: 1 + (event % 3) })
    }
    await next
  }
}
