/** Corrects the character sets of encoded words (RFC 2047). */
import { charsetOf, type CharsetGuess } from './charset.ts'
import { decode, isNative } from './decoders.ts'

/** An encoded word, such as `=?iso-8859-1?Q?Gr=FC=DFe?=`. */
const ENCODED_WORD = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi

/**
 * Corrects the charset of encoded words. Checks all words with one label together, because a single word may be too short to
 * recognize its charset.
 */
export function relabelWords(original: string, guess: CharsetGuess): string {
  const header = original.replace(ADJACENT_WORDS, joinWords)
  const words = Map.groupBy(header.matchAll(ENCODED_WORD), ([, label = '']) => label)
  const charsets = new Map(
    [...words].map(([label, matches]) => {
      const bytes = Buffer.concat(matches.map(([, , encoding = '', text = '']) => wordBytes(encoding, text)))
      return [label, charsetOf(bytes, [withoutLanguage(label)], guess)]
    }),
  )
  return header.replace(ENCODED_WORD, (word: string, label: string, encoding: string, text: string) => {
    const bytes = wordBytes(encoding, text)
    const declared = withoutLanguage(label)
    const decoded = decode(charsets.get(label) ?? 'utf-8', bytes)
    if (isNative(declared) && new TextDecoder(declared).decode(bytes) === decoded) return word
    return `=?utf-8?B?${Buffer.from(decoded).toString('base64')}?=`
  })
}

/** Removes the language that a label may have (RFC 2231, 5). */
const withoutLanguage = (label: string): string => label.replace(/\*.*$/, '')

const ADJACENT_WORDS = /(?:=\?[^?\s]{1,40}\?[bq]\?[^?]*\?=\s+)+=\?[^?\s]{1,40}\?[bq]\?[^?]*\?=/gi

/**
 * Joins adjacent encoded words of one charset, between which a character may be split. The parser joins only words with the
 * same label, in the same case, and the same encoding.
 */
function joinWords(adjacent: string): string {
  const joined: { label: string; bytes: Buffer }[] = []
  for (const [, label = '', encoding = '', text = ''] of adjacent.matchAll(ENCODED_WORD)) {
    const bytes = wordBytes(encoding, text)
    const last = joined.at(-1)
    if (last?.label.toLowerCase() === label.toLowerCase()) last.bytes = Buffer.concat([last.bytes, bytes])
    else joined.push({ label, bytes })
  }
  return joined.map(({ label, bytes }) => `=?${label}?B?${bytes.toString('base64')}?=`).join(' ')
}

const wordBytes = (encoding: string, text: string): Buffer =>
  /b/i.test(encoding) ? Buffer.from(text, 'base64') : decodeQuotedPrintable(text.replaceAll('_', ' '))

/** Decodes the escapes of quoted-printable and of the Q encoding. */
export const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
