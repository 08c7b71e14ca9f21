import { countProcessorTime, processorTime, shownRows } from '../../packages/web/test/measures.ts'
import type { PageDesk } from './desk.ts'
import { loadTimes, type LoadTimes, watchPaint } from './paint.ts'
import { type Line, median } from './table.ts'

/**
 * An empty document of the service. Its security policy forbids scripts, also those of this benchmark, so its event `load` is
 * measured and not its paint.
 */
const emptyPage = '/mail-frame.html'

/**
 * Measures cold loads of the first screen alternately with loads of an empty page, each in a new window, whose cache is empty. The
 * first load of each is not counted: it only warms up the service.
 */
export async function measureLoading(desk: PageDesk, rounds: number): Promise<Line[]> {
  const [afterDocument, screens, work, empties]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round <= rounds; round++) {
    const screen = await loadScreen(desk)
    const empty = await loadEmpty(desk)
    if (round === 0) continue
    afterDocument.push(screen.afterDocument)
    screens.push(screen.afterStart)
    work.push(screen.work)
    empties.push(empty)
  }
  return [
    { name: 'first list, rows painted, after its document', figures: afterDocument, unit: 'ms', goal: 300 },
    { name: '  the same after the start of the navigation', figures: screens, unit: 'ms' },
    { name: '  processor time of the main thread until then', figures: work, unit: 'ms' },
    { name: '  an empty page after the start of the navigation', figures: empties, unit: 'ms' },
    { name: '  the screen, compared with the empty page', figures: [median(screens) / median(empties)], unit: 'times' },
  ]
}

async function loadScreen(desk: PageDesk): Promise<LoadTimes & { work: number }> {
  const context = await desk.open()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await countProcessorTime(session)
  await watchPaint(page, shownRows)
  await page.goto('/', { waitUntil: 'commit' })
  const times = await loadTimes(page)
  const work = await processorTime(session)
  await context.close()
  return { ...times, work }
}

/** Returns the milliseconds from the start of the navigation to the end of the event `load`. */
async function loadEmpty(desk: PageDesk): Promise<number> {
  const context = await desk.open()
  const page = await context.newPage()
  await page.goto(emptyPage)
  const time = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration)
  await context.close()
  return time ?? Number.NaN
}
