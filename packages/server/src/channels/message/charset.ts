/** Finds the character set of text that declares none, or a wrong one. */
import { analyse } from 'chardet'

/** Detects a character set from all texts of a message; null if there is too little text. */
export type CharsetGuess = () => string | null

/**
 * Returns the character set to decode bytes with: the first of the declared ones, UTF-8 and the guess that makes them
 * legible. Western sets come last, because they decode any bytes and are often declared wrongly.
 * @param claims declared names, the most reliable first; unknown ones are ignored.
 */
export function charsetOf(bytes: Buffer, claims: readonly string[], guess: CharsetGuess): string {
  const known = claims.filter(isKnown)
  const western = known.find(isWestern)
  const escapes = bytes.includes('\x1b$') ? ['iso-2022-jp'] : []
  const readable = [...escapes, ...known.filter((name) => !isWestern(name)), 'utf-8'].find((name) =>
    isLegible(name, bytes),
  )
  if (readable !== undefined) return readable
  const guessed = guess()
  if (guessed === null || (western !== undefined && isLatin(guessed)) || !isLegible(guessed, bytes)) {
    return western ?? known.find((name) => !isUnicode(name)) ?? 'windows-1252'
  }
  return guessed
}

/** Detects the character set of texts. Returns null if they have too few non-ASCII characters, or no set fits. */
export function detectCharset(texts: readonly Buffer[]): string | null {
  const lines = texts
    .flatMap((bytes) => bytes.toString('latin1').split('\n'))
    .filter((line) => /[\x80-\xff]/.test(line))
  const sample = Buffer.from(lines.join('\n').slice(0, SAMPLE_LENGTH), 'latin1')
  if (sample.filter((byte) => byte >= 0x80).length < MIN_BYTES) return null
  return analyse(sample).find(({ name }) => isKnown(name) && isLegible(name, sample))?.name ?? null
}

/** Returns true if the runtime can decode a character set. */
export function isKnown(charset: string): boolean {
  try {
    return Boolean(new TextDecoder(charset))
  } catch {
    return false
  }
}

const isWestern = (charset: string): boolean => new TextDecoder(charset).encoding === 'windows-1252'

const isUnicode = (charset: string): boolean => new TextDecoder(charset).encoding.startsWith('utf-')

const isLatin = (charset: string): boolean =>
  /^(?:iso-8859-(?:[1-49]|1[03456])|windows-125[02478]|macintosh)$/.test(new TextDecoder(charset).encoding)

/** Minimum number of non-ASCII bytes; with fewer of them, detection is often wrong. */
const MIN_BYTES = 24

/** Maximum number of bytes to analyse; detection takes about a millisecond per kilobyte. */
const SAMPLE_LENGTH = 20_000

/** Returns true if nearly all decoded characters are legible. A few broken ones do not make a declared charset wrong. */
function isLegible(charset: string, bytes: Buffer): boolean {
  const text = new TextDecoder(charset).decode(bytes)
  const broken = countOf(text, /[\uFFFD\x80-\x9f]/g)
  return broken === 0 || broken <= countOf(text, /[^\0-\x7f]/g) / 20
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
