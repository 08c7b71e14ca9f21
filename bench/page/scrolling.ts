import { countProcessorTime, processorTime, shownRows } from '../../packages/web/test/measures.ts'
import type { PageDesk } from './desk.ts'
import { type Line, median } from './table.ts'

/** Number of frames in a round. */
const FRAMES = 240

/** Pixels scrolled in each frame: by a wheel that is turned fast, and by dragging the scroll bar through the whole list. */
const speeds = { 'fast wheel': 120, 'dragging the bar': 16_000 }

/** Measures the frames while the list is scrolled, and how soon rows are shown after a jump to another part of the list. */
export async function measureScrolling(desk: PageDesk, rounds: number): Promise<Line[]> {
  const context = await desk.open()
  const page = await context.newPage()
  await page.goto('/')
  await page.locator(shownRows).first().waitFor()
  const session = await context.newCDPSession(page)
  await countProcessorTime(session)
  const lines: Line[] = []
  for (const [name, pixels] of Object.entries(speeds)) {
    const [work, usual, late]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      const before = await processorTime(session)
      const intervals = await page.evaluate(scroll, { frames: FRAMES, pixels })
      work.push(((await processorTime(session)) - before) / FRAMES)
      usual.push(median(intervals))
      // With 60 frames a second, the usual interval is 16.7 ms; half as much more is late.
      late.push((intervals.filter((interval) => interval > 25).length / FRAMES) * 100)
    }
    lines.push(
      { name: `scrolling, ${name}: processor time of a frame`, figures: work, unit: 'ms', goal: 16.7 },
      { name: '  time between frames', figures: usual, unit: 'ms', goal: 16.8 },
      { name: '  frames that come late', figures: late, unit: '%' },
    )
  }
  const jumps: number[] = []
  for (let round = 0; round < rounds; round++) jumps.push(await page.evaluate(jump, (round + 0.5) / rounds))
  lines.push({ name: 'rows after a jump to anywhere in the list', figures: jumps, unit: 'ms' })
  await context.close()
  return lines
}

/** Scrolls by some pixels in each frame. Returns the milliseconds between the frames. */
function scroll({ frames, pixels }: { frames: number; pixels: number }): Promise<number[]> {
  const list = document.querySelector('.tickets-scroll') as HTMLElement
  list.scrollTop = 0
  return new Promise((resolve) => {
    const times: number[] = []
    const step = (at: number) => {
      times.push(at)
      list.scrollTop += pixels
      if (times.length <= frames) requestAnimationFrame(step)
      else resolve(times.slice(1).map((time, index) => time - (times[index] as number)))
    }
    requestAnimationFrame(step)
  })
}

/** Scrolls to a share of the list. Returns the milliseconds until the first row in sight is shown. */
function jump(share: number): Promise<number> {
  const list = document.querySelector('.tickets-scroll') as HTMLElement
  const began = performance.now()
  list.scrollTop = list.scrollHeight * share
  const { left, top } = list.getBoundingClientRect()
  return new Promise((resolve) => {
    const check = () => {
      const row = document.elementFromPoint(left + 100, top + 100)?.closest('[data-place]')
      if (row) resolve(performance.now() - began)
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(() => requestAnimationFrame(check))
  })
}
