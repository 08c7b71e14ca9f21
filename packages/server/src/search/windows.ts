import { prefixMarker } from './term-prefix.ts'

/*
 * Windows of change numbers. A window is an aligned range [n * 2^size, (n + 1) * 2^size). Each document has the term of its
 * window of each size. FTS5 cannot be stopped: without such a term, `match ... and rowid >= ...` reads on to the next hit,
 * however far away it is. With the term of a window in each conjunction, the posting list of the window ends, and with it
 * the search.
 */

/** The sizes of windows, as powers of two, smallest first. Tests of small desks replace them before they write tickets. */
export const windowSizes: number[] = [10, 12, 14, 16, 18, 20]

/** Returns the number of the window that a change is in. */
export const windowOf = (size: number, change: number): number => Math.floor(change / 2 ** size)

/** Returns the first change number of a window. */
export const windowStart = (size: number, window: number): number => window * 2 ** size

/** What the terms of windows of a size begin with. The size is a letter, because digits would be ambiguous. */
export const windowPrefix = (size: number): string => `${prefixMarker}refwindow${String.fromCharCode(97 + size)}`

/** Returns the term of a window. */
export const windowTerm = (size: number, window: number): string => `${windowPrefix(size)}${window}`

/** Returns the terms of the windows that a change is in. */
export const windowTerms = (change: number): string[] =>
  windowSizes.map((size) => windowTerm(size, windowOf(size, change)))
