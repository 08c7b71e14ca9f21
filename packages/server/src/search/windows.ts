import { prefixMarker } from './term-prefix.ts'

/*
 * Windows of change numbers. A window is an aligned range [n * 2^size, (n + 1) * 2^size). Each document has the term of
 * its window of each size. FTS5 cannot be stopped: without such a term, `match ... and rowid >= ...` reads on to the
 * next hit, however far away it is. With the term of a window in each conjunction, the posting list of the window ends,
 * and with it the search.
 */

/**
 * The sizes of windows, as powers of two, smallest first. Tests of small desks replace them before they write tickets.
 */
export const windowSizes: number[] = [10, 12, 14, 16, 18, 20]

/** A window of changes. */
export interface Window {
  readonly size: number
  readonly number: number
}

/** Returns the number of the window that a change is in. */
export const windowOf = (size: number, change: number): number => Math.floor(change / 2 ** size)

/** Returns the first change number of a window. */
export const windowStart = (size: number, window: number): number => window * 2 ** size

/**
 * Returns the windows that changes below `top` are in, down to the start of a window of the size at a level; if that is
 * near, down to the start of the next one. The first windows are smaller, because `top` is not at the end of a window.
 */
export function windowsBelow(top: number, level: number): { windows: readonly Window[]; bottom: number } {
  const size = sizeAt(level)
  const start = windowStart(size, windowOf(size, top - 1))
  const bottom = Math.max(0, (top - start) * 2 < 2 ** size ? start - 2 ** size : start)
  return { windows: windowsBetween(bottom, top, level), bottom }
}

/** Returns windows of sizes up to that at a level that contain all changes from `bottom` to below `top`. */
function windowsBetween(bottom: number, top: number, level: number): Window[] {
  const windows: Window[] = []
  for (let from = top; from > bottom;) {
    let at = 0
    while (at < level && isBelow(sizeAt(at + 1), from) && from - 2 ** sizeAt(at + 1) >= bottom) at += 1
    const size = sizeAt(at)
    const number = windowOf(size, from - 1)
    windows.push({ size, number })
    from = windowStart(size, number)
  }
  return windows
}

/** Returns windows, at most five, that contain all changes from the first to the last. */
export function windowsAround(first: number, last: number): readonly Window[] {
  const size =
    windowSizes.find((one) => windowOf(one, last) - windowOf(one, first) < 4) ?? sizeAt(windowSizes.length - 1)
  const from = windowOf(size, first)
  return Array.from({ length: windowOf(size, last) - from + 1 }, (_, at) => ({ size, number: from + at }))
}

const sizeAt = (level: number): number => windowSizes[level] as number

/** Returns true if a window of a size ends before a change. */
const isBelow = (size: number, change: number): boolean => change % 2 ** size === 0

/** The prefix of the terms of windows of a size. The size is a letter, because digits would be ambiguous. */
export const windowPrefix = (size: number): string => `${prefixMarker}refwindow${String.fromCharCode(97 + size)}`

/** Returns the term of a window. */
export const windowTerm = ({ size, number }: Window): string => `${windowPrefix(size)}${number}`

/** Returns the terms of the windows that a change is in. */
export const windowTerms = (change: number): string[] =>
  windowSizes.map((size) => windowTerm({ size, number: windowOf(size, change) }))
