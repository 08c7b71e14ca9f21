import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that does not depend on how similar they are, because hashes of equal length are compared. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
