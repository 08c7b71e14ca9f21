/** Finds the character set of text that declares none, or a wrong one. */
import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { canBeUtf16, charsetNamed, countUtf8, decode, isAsciiBased } from './decoders.ts'

/** Detects a character set from all texts of a message; null if there is too little text, or no set fits. */
export type CharsetGuess = () => string | null

/**
 * Returns the character set to decode bytes with. Tries the declared sets, UTF-8 and the guess, and returns the first one
 * with which the bytes are legible. Valid UTF-8 comes first, whatever is declared, because text in another set hardly ever
 * resembles it. Windows-1252 comes last, because it decodes any bytes and is often declared wrongly. It is also the result for
 * illegible bytes, unless only another set is declared.
 * @param claims declared labels, the most reliable first; unknown ones are ignored.
 */
export function charsetOf(bytes: Buffer, claims: readonly string[], guess: CharsetGuess): string {
  if (isUtf8(bytes) && countUtf8(bytes).characters >= MIN_CHARACTERS) return 'utf-8'
  const declared = claims.flatMap((label) => charsetNamed(label) ?? []).filter((name) => isPossible(name, bytes))
  const western = declared.find((name) => name === WESTERN)
  // These bytes begin an escape sequence of ISO-2022-JP.
  const escapes = bytes.includes('\x1b$') ? ['iso-2022-jp'] : []
  const legible = [...escapes, ...declared.filter((name) => name !== WESTERN), 'utf-8'].find((name) =>
    isLegible(name, bytes),
  )
  if (legible !== undefined) return legible
  const guessed = guess()
  if (guessed === null || (western !== undefined && isLatin(guessed)) || !isLegible(guessed, bytes)) {
    return western ?? declared.find((name) => name !== 'utf-8') ?? WESTERN
  }
  return guessed
}

/** Minimum number of multi-byte characters for which valid UTF-8 is no coincidence: bytes of another set can look like a few. */
const MIN_CHARACTERS = 4

const WESTERN = 'windows-1252'

const isPossible = (charset: string, bytes: Buffer): boolean => isAsciiBased(charset) || canBeUtf16(bytes)

/** Detects the character set of texts. Returns null if they have too few non-ASCII characters, or no set fits. */
export function detectCharset(texts: readonly Buffer[]): string | null {
  const lines = texts
    .flatMap((bytes) => bytes.toString('latin1').split('\n'))
    .filter((line) => /[\x80-\xff]/.test(line))
  const sample = Buffer.from(lines.join('\n').slice(0, SAMPLE_LENGTH), 'latin1')
  if (sample.filter((byte) => byte >= 0x80).length < MIN_BYTES) return null
  const names = analyse(sample).flatMap(({ name }) => charsetNamed(name) ?? [])
  return names.find((name) => isAsciiBased(name) && isLegible(name, sample)) ?? null
}

/** Latin sets resemble each other, so a declared one is more reliable than a detected one. */
const isLatin = (charset: string): boolean =>
  /^(?:iso-8859-(?:[1-49]|1[03456])|windows-125[02478]|macintosh)$/.test(charset)

/** Minimum number of non-ASCII bytes; with fewer of them, detection is often wrong. */
const MIN_BYTES = 24

/** Maximum number of bytes to analyse; detection takes about a millisecond per kilobyte. */
const SAMPLE_LENGTH = 20_000

/**
 * Returns true if nearly all decoded characters are legible. A few broken ones do not make a declared charset wrong. Text in
 * UTF-8 may contain stray bytes of another set, but fewer of them than multi-byte characters.
 */
function isLegible(charset: string, bytes: Buffer): boolean {
  if (charset === 'utf-8') return isMostlyUtf8(bytes)
  const text = decode(charset, bytes)
  const broken = countOf(text, /[\uFFFD\x80-\x9f]/g)
  return broken === 0 || broken <= countOf(text, /[^\0-\x7f]/g) / 20
}

function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true
  const { characters, strays } = countUtf8(bytes)
  return characters > strays
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
