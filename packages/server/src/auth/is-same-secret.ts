import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time: the duration reveals neither their characters nor their length. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
