/**
 * Decodes Korean text in EUC-KR with the extension of Windows, which mail programs also call `ks_c_5601-1987`. The runtime
 * knows only the 2,350 syllables of KS X 1001.
 */

/** Decodes EUC-KR and the other 8,822 syllables of Unified Hangul Code. */
export function decodeKorean(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  let decoded = ''
  let from = 0
  for (const { 0: pair, index } of text.matchAll(PAIR)) {
    const syllable = syllableOf(pair)
    if (syllable === undefined) continue
    decoded += standard.decode(bytes.subarray(from, index)) + syllable
    from = index + pair.length
  }
  return decoded + standard.decode(bytes.subarray(from))
}

const standard = new TextDecoder('euc-kr')

/** A lead byte and a trail byte. */
const PAIR = /[\x81-\xfe][A-Za-z\x81-\xfe]/g

/** The trail bytes: letters, and bytes from 0x81. */
const TRAILS = Array.from({ length: 0xff }, (_, byte) => String.fromCharCode(byte))
  .filter((character) => /[A-Za-z\x81-\xfe]/.test(character))
  .join('')

/** The number of trail bytes below 0xA1. Pairs of two bytes from 0xA1 belong to KS X 1001. */
const SHORT_ROW = TRAILS.indexOf('\xa1')

/** The number of lead bytes below 0xA1, whose pairs all belong to the extension. */
const FULL_ROWS = 0xa1 - 0x81

/** The syllables of the extension follow the order of Unicode, and fill the pairs that KS X 1001 leaves free. */
function syllableOf(pair: string): string | undefined {
  const row = pair.charCodeAt(0) - 0x81
  const column = TRAILS.indexOf(pair.charAt(1))
  if (row < FULL_ROWS) return extension()[row * TRAILS.length + column]
  if (column >= SHORT_ROW) return undefined
  return extension()[FULL_ROWS * TRAILS.length + (row - FULL_ROWS) * SHORT_ROW + column]
}

let syllables: string | undefined

/** Returns all syllables of Unicode except those of KS X 1001. */
function extension(): string {
  if (syllables !== undefined) return syllables
  const unicode = Array.from({ length: LAST_SYLLABLE - FIRST_SYLLABLE + 1 }, (_, index) =>
    String.fromCharCode(FIRST_SYLLABLE + index),
  )
  // The rows of the syllables in KS X 1001, from 0xB0 to 0xC8, with 94 trail bytes each.
  const rows = Array.from({ length: 0xc8 - 0xb0 + 1 }, (_, index) => 0xb0 + index)
  const pairs = rows.flatMap((row) => Array.from({ length: 94 }, (_, index) => [row, 0xa1 + index]))
  const inStandard = new Set(standard.decode(Buffer.from(pairs.flat())))
  syllables = unicode.filter((syllable) => !inStandard.has(syllable)).join('')
  return syllables
}

/** The code points of the first and the last Hangul syllable. */
const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
