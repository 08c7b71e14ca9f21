import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time: the duration reveals neither their characters nor their length. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
