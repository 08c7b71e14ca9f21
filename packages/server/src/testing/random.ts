/** A pseudo-random generator of numbers from 0 to below 1 (mulberry32): the same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Like `randomFrom`, for whole numbers from 0 to below a limit. */
export function integersFrom(seed: number): (limit: number) => number {
  const random = randomFrom(seed)
  return (limit) => Math.floor(random() * limit)
}
