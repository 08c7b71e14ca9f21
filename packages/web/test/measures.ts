import type { CDPSession, Page } from 'playwright-core'

/*
 * Measurements of a page in Chromium, for tests and `npm run bench:page`.
 */

/** The memory that a page uses after garbage collection. */
export interface Memory {
  /** JavaScript objects in MiB. */
  readonly heap: number
  /** Nodes of all documents, including those that only scripts refer to. */
  readonly nodes: number
  /** Event listeners. */
  readonly listeners: number
}

/** Collects garbage, and returns the memory in use. */
export async function memoryOf(session: CDPSession): Promise<Memory> {
  // Objects with finalizers are freed by a second collection.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize / 2 ** 20, nodes, listeners: jsEventListeners }
}

/** Begins to count the processor time of a page. Call it before the page is opened. */
export const countProcessorTime = (session: CDPSession): Promise<unknown> =>
  session.send('Performance.enable', { timeDomain: 'threadTicks' })

/** Returns the processor time of the main thread of a page so far, in milliseconds. Other programs hardly influence it. */
export async function processorTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Layout shifts since the page was loaded. */
export interface Shifts {
  /** The sum of all shifts, including those that follow an input within 500 ms. */
  readonly all: number
  /** Cumulative layout shift as Web Vitals defines it: without those after an input, and only the largest burst. */
  readonly cumulative: number
  /** The elements that were moved, for a message. */
  readonly moved: readonly string[]
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

interface Watched {
  layoutShifts: ShiftEntry[]
}

/** Records the layout shifts of a page. Call it before the page is opened. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: ShiftEntry[] = []
    ;(globalThis as never as Watched).layoutShifts = shifts
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as ShiftEntry[]))).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })

/** Returns the layout shifts of a page that is watched. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => {
    const shifts = (globalThis as never as Watched).layoutShifts
    let [cumulative, burst, began, last] = [0, 0, -Infinity, -Infinity]
    for (const { value, startTime } of shifts.filter(({ hadRecentInput }) => !hadRecentInput)) {
      const isNew = startTime - last > 1000 || startTime - began > 5000
      if (isNew) began = startTime
      burst = isNew ? value : burst + value
      last = startTime
      cumulative = Math.max(cumulative, burst)
    }
    return {
      all: shifts.reduce((sum, { value }) => sum + value, 0),
      cumulative,
      moved: [
        ...new Set(
          shifts.flatMap(({ sources }) =>
            sources.map(({ node }) =>
              node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName),
            ),
          ),
        ),
      ],
    }
  })

/** Selector of the loaded rows of a list. Those that are being loaded have no place. */
export const shownRows = '[role="row"][data-place]'

/** Selector of the text of a message. */
export const messageText = 'article.entry .entry-body'
