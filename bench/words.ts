/** Returns a generator of pseudorandom numbers from 0 to 1 that is the same in every run (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const onsets = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
]
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou']

/** Generates distinct words of two to five syllables, always the same for a seed. */
export function vocabulary(size: number, seed: number): string[] {
  const next = random(seed)
  const words = new Set<string>()
  while (words.size < size) {
    let word = ''
    for (let syllables = 2 + Math.floor(next() * 4); syllables > 0; syllables--) {
      word += onsets[Math.floor(next() * onsets.length)] as string
      word += vowels[Math.floor(next() * vowels.length)] as string
    }
    words.add(word)
  }
  return [...words]
}
