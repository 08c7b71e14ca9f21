/*
 * Lexemes of the time by which searches sort, so that "the newest tickets with a printer" reads the posting lists of the
 * newest times and only the matching parts of the list of `printer`. Every row has the bucket of its time in several sizes.
 * Buckets are of the sort key itself: numbers drawn from a sequence would not be in the order of times, because
 * transactions commit in any order.
 */

/** The sizes of buckets as powers of two, in milliseconds: from 2 seconds to a year, each eight times the one before. */
const sizes = [11, 14, 17, 20, 23, 26, 29, 32, 35]

/** Returns the lexemes of the buckets that a time is in. */
export const ladderTerms = (time: string): string[] => sizes.map((size) => term(size, bucketOf(size, Date.parse(time))))

/** Times from `from` (inclusive) to `to` (exclusive), in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The most buckets of a span. */
const MAX_BUCKETS = 5

/** Returns the lexemes of at most five buckets that contain a span, and the longer span that these cover together. */
export function bucketsOf({ from, to }: Span): { readonly terms: readonly string[]; readonly span: Span } {
  const count = (size: number) => bucketOf(size, to - 1) - bucketOf(size, from) + 1
  const size = sizes.find((one) => count(one) <= MAX_BUCKETS) ?? 35
  const first = bucketOf(size, from)
  const terms = Array.from({ length: count(size) }, (_, at) => term(size, first + at))
  return { terms, span: { from: first * 2 ** size, to } }
}

const bucketOf = (size: number, time: number): number => Math.floor(time / 2 ** size)

/** The size is a letter, because digits would be ambiguous. No word of a text begins with this sign. */
const term = (size: number, bucket: number): string => `@${String.fromCharCode(97 + size)}${bucket}`
