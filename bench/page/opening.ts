import type { CDPSession, Page } from 'playwright-core'
import { countProcessorTime, messageText, processorTime, shownRows } from '../../packages/web/test/measures.ts'
import type { PageDesk } from './desk.ts'
import { paintAfter, watchPaint } from './paint.ts'
import type { Line } from './table.ts'

/** Milliseconds from the input until the ticket was painted, and processor time of the main thread of the page meanwhile. */
interface Opening {
  readonly time: number
  readonly work: number
}

/** The page with the list from which tickets are opened, and a connection to its developer tools. */
interface ListPage {
  readonly page: Page
  readonly session: CDPSession
}

/**
 * Measures how long a ticket takes from the key or the click to its first message. Each ticket is opened once, and is not a
 * neighbor of the one before, because a ticket that is shown preloads its neighbors.
 */
export async function measureOpening(desk: PageDesk, rounds: number): Promise<Line[]> {
  const context = await desk.open()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await countProcessorTime(session)
  await watchPaint(page, shownRows)
  await page.goto('/')
  await page.locator(shownRows).first().waitFor()
  const from = { page, session }
  const first = await openByClick(from, 1)
  const [keys, clicks, unloaded]: [Opening[], Opening[], Opening[]] = [[], [], []]
  // Consecutive places are three rows apart, so that none is a neighbor of another.
  for (let place = 4; keys.length < rounds; place += 9) {
    keys.push(await openByKey(from, place))
    clicks.push(await openByClick(from, place + 3, { isPreloaded: true }))
    unloaded.push(await openByClick(from, place + 6))
  }
  await context.close()
  return [
    ...linesOf('preloaded ticket, key to first message painted', keys, 50),
    ...linesOf('preloaded ticket, click to first message painted', clicks, 50),
    ...linesOf('ticket that is not preloaded, click', unloaded, 150),
    ...linesOf('the first ticket after a cold load, click', [first]),
  ]
}

const linesOf = (name: string, openings: readonly Opening[], goal?: number): Line[] => [
  { name, figures: openings.map(({ time }) => time), unit: 'ms', ...(goal !== undefined && { goal }) },
  { name: '  processor time of the main thread', figures: openings.map(({ work }) => work), unit: 'ms' },
]

/** Focuses a row until its ticket is preloaded, and presses a key. */
async function openByKey(from: ListPage, place: number): Promise<Opening> {
  const { page } = from
  const row = rowAt(page, place)
  await preloaded(page, () => row.focus())
  return openAndReturn(from, () => row.press('Enter'))
}

/** Moves the mouse to a row and clicks, at once or after its ticket has been preloaded. */
async function openByClick(from: ListPage, place: number, { isPreloaded = false } = {}): Promise<Opening> {
  const { page } = from
  const row = rowAt(page, place).locator('.ticket-title')
  await row.scrollIntoViewIfNeeded()
  const box = await row.boundingBox()
  if (!box) throw new Error(`The row ${place} is not shown.`)
  const [x, y] = [box.x + 5, box.y + 5] as const
  if (isPreloaded) await preloaded(page, () => page.mouse.move(x, y))
  return openAndReturn(from, () => page.mouse.click(x, y))
}

const rowAt = (page: Page, place: number) => page.locator(`[data-place="${place}"]`)

/** Does something that preloads a ticket, and waits until it is preloaded. */
async function preloaded(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForResponse((answer) => answer.url().includes('/tickets/by_number/'))
  await act()
  await (await loaded).finished()
}

/** Opens a ticket, and goes back to the list. */
async function openAndReturn({ page, session }: ListPage, act: () => Promise<void>): Promise<Opening> {
  const before = await processorTime(session)
  const time = await paintAfter(page, messageText, act)
  const work = (await processorTime(session)) - before
  await page.mouse.move(1, 1)
  await page.goBack()
  await page.locator(shownRows).first().waitFor()
  return { time, work }
}
