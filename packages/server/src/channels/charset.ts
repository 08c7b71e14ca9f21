/** The character set of text that declares none, or the wrong one. */
import { analyse } from 'chardet'

/** Names the character set of the bytes that no declaration explains; null when there are too few of them to tell. */
export type Guess = () => string | null

/**
 * The character set to read bytes with: a declared one, UTF-8 or the guess, whichever is the first that leaves them
 * readable. Western sets read anything, and are declared for anything; so they come last.
 * @param claims what declares a character set for the bytes, the surest first; unknown names are ignored.
 */
export function charsetOf(bytes: Buffer, claims: readonly string[], guess: Guess): string {
  const known = claims.filter(isKnown)
  const western = known.find(isWestern)
  const escapes = bytes.includes('\x1b$') ? ['iso-2022-jp'] : []
  const readable = [...escapes, ...known.filter((name) => !isWestern(name)), 'utf-8'].find((name) => reads(name, bytes))
  if (readable !== undefined) return readable
  const guessed = guess()
  if (guessed === null || (western !== undefined && isLatin(guessed)) || !reads(guessed, bytes)) {
    return western ?? known.find((name) => !isUnicode(name)) ?? 'windows-1252'
  }
  return guessed
}

/** Detects the character set of texts; null when they have too few characters that are not ASCII, or none fits. */
export function detectCharset(texts: readonly Buffer[]): string | null {
  const lines = texts
    .flatMap((bytes) => bytes.toString('latin1').split('\n'))
    .filter((line) => /[\x80-\xff]/.test(line))
  const sample = Buffer.from(lines.join('\n').slice(0, SAMPLE), 'latin1')
  if (sample.filter((byte) => byte >= 0x80).length < FEWEST) return null
  return analyse(sample).find(({ name }) => isKnown(name) && reads(name, sample))?.name ?? null
}

/** Whether the runtime decodes it. */
export function isKnown(charset: string): boolean {
  try {
    return Boolean(new TextDecoder(charset))
  } catch {
    return false
  }
}

/** Programs write these names, and mean whatever their system uses. */
const isWestern = (charset: string): boolean => new TextDecoder(charset).encoding === 'windows-1252'

const isUnicode = (charset: string): boolean => new TextDecoder(charset).encoding.startsWith('utf-')

const isLatin = (charset: string): boolean =>
  /^(?:iso-8859-(?:[1-49]|1[03456])|windows-125[02478]|macintosh)$/.test(new TextDecoder(charset).encoding)

/** Detectors guess wrong below this number of bytes. */
const FEWEST = 24

/** Enough to tell; detecting takes a millisecond for each kilobyte. */
const SAMPLE = 20_000

/** Whether nearly all characters are legible. A few broken ones do not make a declaration wrong. */
function reads(charset: string, bytes: Buffer): boolean {
  const text = new TextDecoder(charset).decode(bytes)
  const broken = countOf(text, /[\uFFFD\x80-\x9f]/g)
  return broken === 0 || broken <= countOf(text, /[^\0-\x7f]/g) / 20
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
