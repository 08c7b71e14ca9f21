import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useAfterPaint } from '../components/use-after-paint.ts'
import type { Lines } from './lines.ts'
import type { Measures } from './use-measures.ts'

/** The lines of a list that are drawn: those in sight, and some above and below. */
export interface DrawnLines {
  /** The indexes of the first and the last line in sight. */
  readonly first: number
  readonly last: number
  /** The heading of the first visible group, which stays at the top; undefined without groups. */
  readonly heading: number | undefined
  readonly indexes: readonly number[]
  /** The height of all lines in pixels. */
  readonly total: number
  /** Returns the pixels from the top of the list to a line. */
  readonly offsetOf: (index: number) => number
  /** Scrolls as little as possible until a ticket is in sight. */
  readonly scrollTo: (place: number) => void
  /** Returns the pixels by which the list is scrolled. */
  readonly scroll: () => number
}

/** Number of lines above and below those in sight that are drawn, too. */
const OVERSCAN = 12

/** Scrolling by fewer pixels draws nothing new. */
const STEP = 24

/**
 * Returns the lines to draw. Heights are known beforehand, so that a list of any length costs the same.
 * @param start the pixels by which the list is scrolled at first.
 */
export function useDrawnLines(
  scroller: RefObject<HTMLElement | null>,
  lines: Lines,
  measures: Measures | undefined,
  start: number,
): DrawnLines {
  const overscan = useAfterPaint() ? OVERSCAN : 0
  const heights = measures ?? assumedHeights
  const { top, height, scroll, scrollToRange } = useScroll(scroller, start, measures !== undefined)
  const count = measures ? lines.count : 0
  const first = lines.indexAt(top, heights)
  // `top` is rounded down, by less than a step.
  const last = lines.indexAt(top + height + STEP, heights)
  const heading = lines.headingOf(first)
  const indexes = range(Math.max(0, first - overscan), Math.min(count, last + overscan + 1))
  if (heading !== undefined && count > 0 && heading < (indexes[0] ?? 0)) indexes.unshift(heading)
  const offsetOf = (index: number) => lines.offsetOf(index, heights)
  const scrollTo = useCallback(
    (place: number) => {
      const index = lines.indexOf(place)
      const offset = lines.offsetOf(index, heights)
      // In a list with groups, a heading stays at the top and covers what is below it.
      const covered = lines.headingOf(0) === undefined ? 0 : heights.headingHeight
      scrollToRange(offset - covered, offset + heights.rowHeight)
    },
    [lines, heights, scrollToRange],
  )
  return { first, last, heading, indexes, total: offsetOf(count), offsetOf, scrollTo, scroll }
}

const assumedHeights = { rowHeight: 40, headingHeight: 32 }

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Follows how far an element is scrolled, and its height. */
function useScroll(scroller: RefObject<HTMLElement | null>, start: number, isMeasured: boolean) {
  const [viewport, setViewport] = useState({ top: roundedDown(start), height: 0 })
  const scrolled = useRef(start)
  const read = useCallback(() => {
    const element = scroller.current
    if (!element) return
    scrolled.current = element.scrollTop
    const top = roundedDown(element.scrollTop)
    setViewport((before) => (before.top === top ? before : { ...before, top }))
  }, [scroller])
  useLayoutEffect(() => {
    // The element is high enough only after the measurement. Scrolling to 0 would compute the layout for nothing.
    if (isMeasured && scrolled.current > 0) scroller.current?.scrollTo({ top: scrolled.current })
  }, [scroller, isMeasured])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => setViewport((before) => ({ ...before, height: element.clientHeight }))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, read])
  const scrollToRange = useCallback(
    (from: number, to: number) => {
      const element = scroller.current
      if (!element) return
      if (from < element.scrollTop) element.scrollTo({ top: from })
      else if (to > element.scrollTop + element.clientHeight) element.scrollTo({ top: to - element.clientHeight })
      read()
    },
    [scroller, read],
  )
  return { ...viewport, scroll: useCallback(() => scrolled.current, []), scrollToRange }
}

const roundedDown = (pixels: number): number => Math.floor(pixels / STEP) * STEP
