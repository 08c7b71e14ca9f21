import type { Page } from 'playwright-core'
import { type Memory, memoryOf, messageText, shownRows } from '../../packages/web/test/measures.ts'
import type { PageDesk } from './desk.ts'
import type { Line } from './table.ts'

/**
 * Opens tickets of the list one after the other, and measures the memory after as many of them as the numbers in `after` say. The
 * list keeps its rows in memory, some 2 KB each. They are loaded before the first ticket, so that only the tickets can make the
 * memory grow.
 */
export async function measureMemory(desk: PageDesk, after: readonly number[]): Promise<Line[]> {
  const context = await desk.open()
  const page = await context.newPage()
  await page.goto('/')
  await page.locator(shownRows).first().waitFor()
  await loadRows(page, after.at(-1) ?? 0)
  const session = await context.newCDPSession(page)
  const measured: Memory[] = []
  for (let opened = 1; opened <= (after.at(-1) ?? 0); opened++) {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator(messageText).first().waitFor()
    await page.keyboard.press('u')
    // The way back gives the focus to the row.
    await page.locator('.ticket-row:focus').waitFor()
    if (after.includes(opened)) measured.push(await memoryOf(session))
  }
  await context.close()
  const figures = measured.flatMap(({ heap, nodes, listeners }, index): Line[] => [
    { name: `after ${after[index]} tickets: JavaScript heap`, figures: [heap], unit: 'MiB' },
    { name: '  nodes', figures: [nodes], unit: '', digits: 0 },
    { name: '  listeners', figures: [listeners], unit: '', digits: 0 },
  ])
  return [...figures, ...growth(measured)]
}

/** Loads the first rows of the list, and returns to the first one. */
async function loadRows(page: Page, count: number): Promise<void> {
  for (let row = 0; row <= count; row++) {
    await page.keyboard.press('j')
    await page.locator('.ticket-row:focus').waitFor()
  }
  await page.keyboard.press('Home')
  await page.locator('.ticket-row:focus').waitFor()
}

/** Growth from the last but one measurement to the last one, in percent. */
function growth(measured: readonly Memory[]): Line[] {
  const [before, after] = measured.slice(-2)
  if (!before || !after) return []
  return (['heap', 'nodes', 'listeners'] as const).map((name) => ({
    name: `growth of the second half: ${name}`,
    figures: [(after[name] / before[name] - 1) * 100],
    unit: '%',
    goal: 5,
  }))
}
