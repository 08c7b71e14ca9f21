/*
 * The ladder, for searches on PostgreSQL: each ticket is indexed with lexemes for the buckets, or ranges of time, that
 * contain its sort key `updated_at`. "The newest tickets with a printer" then reads the posting lists of the newest
 * buckets and only the matching parts of the list of `printer`. A ticket is in one bucket of each size. Buckets are
 * ranges of the sort key itself: numbers drawn from a sequence would not be in the order of times, because transactions
 * commit in any order.
 */

/**
 * The sizes of buckets as powers of two, in milliseconds: from 2 seconds to a year, each eight times the one before.
 */
const sizes = [11, 14, 17, 20, 23, 26, 29, 32, 35]

/** Returns the lexemes of the buckets that a time is in. */
export const ladderTerms = (time: string): string[] => sizes.map((size) => term(size, bucketOf(size, Date.parse(time))))

/** Times from `from` (inclusive) to `to` (exclusive), in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Returns the lexemes of buckets that together contain a span, and the span extended to the beginning of the first
 * bucket, at most `slack` milliseconds (or the length of the smallest bucket) earlier. The last bucket may end after
 * the span. Buckets are small where the span begins and large after that, because the newest ticket can be years newer
 * than the others.
 */
export function bucketsOf(
  { from, to }: Span,
  slack: number,
): { readonly terms: readonly string[]; readonly span: Span } {
  const terms: string[] = []
  const largestWithin = sizes.findLastIndex((size) => 2 ** size <= slack)
  const firstLevel = Math.max(0, largestWithin)
  const begin = floor(from, firstLevel)
  let level = firstLevel
  let start = begin
  while (start < to) {
    const length = lengthOf(level)
    if (level < sizes.length - 1 && floor(start, level + 1) === start && to - start > 2 * length) {
      level += 1
      continue
    }
    terms.push(term(sizes[level] as number, start / length))
    start += length
  }
  return { terms, span: { from: begin, to } }
}

/** Returns the length of the buckets of `sizes[level]` in milliseconds. */
const lengthOf = (level: number): number => 2 ** (sizes[level] as number)

/** Returns the beginning of the bucket of `sizes[level]` that contains a time. */
const floor = (time: number, level: number): number => Math.floor(time / lengthOf(level)) * lengthOf(level)

const bucketOf = (size: number, time: number): number => Math.floor(time / 2 ** size)

/**
 * Returns the lexeme of a bucket. Its size is one character that is not a digit, because two adjacent numbers would be
 * ambiguous. No word of a text begins with an at sign.
 */
const term = (size: number, bucket: number): string => `@${String.fromCharCode(97 + size)}${bucket}`
