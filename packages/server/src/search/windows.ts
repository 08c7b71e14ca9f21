import { prefixMarker } from './term-prefix.ts'

/*
 * Windows of change numbers. A window is an aligned range [n * 2^bits, (n + 1) * 2^bits). Each document has the term of
 * its window. FTS5 cannot be stopped: `match ... and rowid >= ...` reads on to the next hit, however far away it is.
 * Documents of a window outside of the range are therefore made hits of every condition (`planner/index-query.ts`), so
 * that reading ends there.
 */

/** The size of windows, as a power of two. Tests of small desks replace it before they write tickets. */
export const windowSize = { bits: 10 }

/** Returns the number of the window that a change is in. */
export const windowOf = (change: number): number => Math.floor(change / 2 ** windowSize.bits)

/** Returns the first change number of a window. */
export const windowStart = (window: number): number => window * 2 ** windowSize.bits

/** The prefix of the terms of windows. The size is a letter, because digits would be ambiguous. */
export const windowPrefix = (): string => `${prefixMarker}refwindow${String.fromCharCode(97 + windowSize.bits)}`

/** Returns the term of a window. */
export const windowTerm = (window: number): string => `${windowPrefix()}${window}`
