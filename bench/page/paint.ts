import type { Page } from 'playwright-core'

interface Probe {
  /** Resolves with the time when the first element of a selector has been painted. */
  paintOf: (selector: string) => Promise<number>
  /** The time when the page is ready. */
  readyAt: Promise<number>
  /** Milliseconds from an input to the paint that follows from it. */
  openedAfter: Promise<number>
}

/** Records when the first element of a selector is painted. Call it before the page is opened. */
export const watchPaint = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((ready) => {
    const probe = globalThis as never as Probe
    probe.paintOf = (wanted) =>
      new Promise<number>((resolve) => {
        // A message that is sent before a frame is painted arrives after it has been painted.
        const afterFrame = () => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now()))
          port1.start()
          port2.postMessage(undefined)
        }
        const check = () => {
          if (!document.querySelector(wanted)) return
          observer.disconnect()
          requestAnimationFrame(afterFrame)
        }
        const observer = new MutationObserver(check)
        observer.observe(document, { childList: true, subtree: true })
      })
    probe.readyAt = probe.paintOf(ready)
  }, selector)

/** Milliseconds of a cold load. */
export interface LoadTimes {
  /** From the last byte of the document to the first paint of the wanted element. */
  readonly afterDocument: number
  /** The same from the start of the navigation. */
  readonly afterStart: number
}

/** Returns the times of a page for which `watchPaint` was called. */
export const loadTimes = (page: Page): Promise<LoadTimes> =>
  page.evaluate(async () => {
    const ready = await (globalThis as never as Probe).readyAt
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return { afterDocument: ready - (navigation?.responseEnd ?? 0), afterStart: ready }
  })

/** Returns the milliseconds from the key or the click of `act` to the paint of the first element of a selector. */
export async function paintAfter(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate((wanted) => {
    const probe = globalThis as never as Probe
    probe.openedAfter = new Promise((resolve) => {
      const began = (event: Event) => {
        removeEventListener('keydown', began, true)
        removeEventListener('click', began, true)
        void probe.paintOf(wanted).then((at) => resolve(at - event.timeStamp))
      }
      addEventListener('keydown', began, true)
      addEventListener('click', began, true)
    })
  }, selector)
  await act()
  return page.evaluate(() => (globalThis as never as Probe).openedAfter)
}
