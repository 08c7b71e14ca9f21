/**
 * Decodes character sets, including those that the runtime does not support. Sets that encode all characters in seven bits
 * must be decoded, too: otherwise, the sanitizer would not see the markup in a text.
 */
import { isUtf8 } from 'node:buffer'
import { dosPages } from './dos-pages.ts'
import { decodeKorean } from './korean.ts'

/** Returns the name of a character set for a label as programs write it, such as `windows1251`; undefined if it is unknown. */
export function charsetNamed(label: string): string | undefined {
  const plain = label.toLowerCase().replace(/^['"\s]+|['"\s;]+$/g, '')
  const short = plain.replace(/^x-/, '')
  const [, page] = /^(?:cp|win|windows|ms|ansi|ibm)[-_]?0*(\d+)$/.exec(short) ?? []
  const [, part] = /^iso[-_]?8859[-_]?(\d+)/.exec(short) ?? []
  const names = [plain, short, short.replace(/[-_]/g, ''), `cp${page}`, `windows-${page}`, `iso-8859-${part}`]
  return names.map(canonicalName).find((name) => name !== undefined)
}

/** Returns true if the runtime, and so the parser, knows a label as it is written. */
export function isNative(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** Decodes bytes. @param charset a name that {@link charsetNamed} returns. */
export const decode = (charset: string, bytes: Buffer): string =>
  DECODERS.get(charset)?.(bytes) ?? new TextDecoder(charset).decode(bytes)

/** Returns true if ASCII is a part of a character set, so that a header can be written in this set. */
export const isAsciiBased = (charset: string): boolean => !charset.startsWith('utf-16')

function canonicalName(name: string): string | undefined {
  if (DECODERS.has(name)) return name
  return isNative(name) ? new TextDecoder(name).encoding : undefined
}

const DECODERS: ReadonlyMap<string, (bytes: Buffer) => string> = new Map(
  Object.entries({
    'utf-8': decodeUtf8,
    'utf-16le': decodeUtf16,
    'utf-16be': decodeUtf16,
    'euc-kr': decodeKorean,
    'iso-2022-jp': decodeJapanese,
    'utf-7': decodeUtf7,
    'unicode-1-1-utf-7': decodeUtf7,
    'iso-2022-cn': (bytes) => decodeShifted(latin1(bytes).replaceAll('\x1b$)A', ''), '\x0e', '\x0f', 'gbk'),
    'iso-2022-kr': (bytes) => decodeShifted(latin1(bytes).replaceAll('\x1b$)C', ''), '\x0e', '\x0f', 'euc-kr'),
    'hz-gb-2312': (bytes) =>
      decodeShifted(latin1(bytes), '~{', '~}', 'gbk').replaceAll('~\n', '').replaceAll('~~', '~'),
    // Windows names of sets that the runtime knows by another name.
    cp932: decoderFor('shift_jis'),
    cp936: decoderFor('gbk'),
    cp949: decodeKorean,
    cp950: decoderFor('big5'),
    ...Object.fromEntries(
      dosPages.flatMap(({ names, characters }) => names.map((name) => [name, pageDecoder(characters)])),
    ),
  }),
)

const latin1 = (bytes: Buffer): string => bytes.toString('latin1')

function decoderFor(charset: string) {
  return (bytes: Buffer) => new TextDecoder(charset).decode(bytes)
}

/** The sequences of several bytes that are valid in UTF-8 (RFC 3629, 4). */
const SEQUENCES = [
  String.raw`[\xc2-\xdf][\x80-\xbf]`,
  String.raw`(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]`,
  String.raw`(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf]{2}`,
].join('|')
const UTF8 = new RegExp(SEQUENCES, 'g')
const UTF8_OR_STRAY = new RegExp(`(?:${SEQUENCES})+|[\\x80-\\xff]`, 'g')

/** Counts the multi-byte characters, and the bytes that are not valid in UTF-8. */
export function countUtf8(bytes: Buffer): { readonly characters: number; readonly strays: number } {
  const text = latin1(bytes)
  const rest = text.replace(UTF8, '')
  return { characters: text.match(UTF8)?.length ?? 0, strays: rest.match(/[\x80-\xff]/g)?.length ?? 0 }
}

/** Decodes UTF-8. Bytes that are not valid in it are decoded as Windows-1252, in which some programs insert text. */
function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  return latin1(bytes).replace(UTF8_OR_STRAY, (match) =>
    match.length === 1
      ? (WESTERN_CHARACTERS[match.charCodeAt(0) - 0x80] ?? match)
      : Buffer.from(match, 'latin1').toString(),
  )
}

/** The characters of Windows-1252 after ASCII. */
const WESTERN_CHARACTERS = decode('windows-1252', Buffer.from(Array.from({ length: 0x80 }, (_, index) => index + 0x80)))

/**
 * Returns true if bytes can be UTF-16: there is a byte order mark, or there are the zero bytes of ASCII. Some
 * programs declare UTF-16 for text in other sets.
 */
export const canBeUtf16 = (bytes: Buffer): boolean => utf16Mark(bytes) !== undefined || bytes.includes(0)

const utf16Mark = (bytes: Buffer): string | undefined => /^(?:feff|fffe)$/.exec(bytes.toString('hex', 0, 2))?.[0]

/** Decodes UTF-16 in the byte order of its mark, or else in that of the zero bytes of ASCII. */
function decodeUtf16(bytes: Buffer): string {
  const mark = utf16Mark(bytes)
  const zeros = [...bytes.subarray(0, 1000).entries()].filter(([, byte]) => byte === 0)
  const evenZeros = zeros.filter(([index]) => index % 2 === 0)
  const isBigEndian = mark === undefined ? evenZeros.length > zeros.length / 2 : mark === 'feff'
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes)
}

/**
 * Decodes ISO-2022-JP (RFC 1468). Removes each escape sequence that is directly followed by another escape sequence, which
 * the runtime takes for an error.
 */
function decodeJapanese(bytes: Buffer): string {
  const text = latin1(bytes).replace(/\p{Cc}[($][@BIJ](?=\p{Cc}[($][@BIJ])/gu, '')
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1'))
}

/** Returns a decoder for a code page that has these characters in place of the 128 bytes after ASCII. */
function pageDecoder(characters: string) {
  return (bytes: Buffer) =>
    latin1(bytes).replace(/[\x80-\xff]/g, (character) => characters[character.charCodeAt(0) - 0x80] ?? character)
}

/** Decodes UTF-7 (RFC 2152), which has runs of UTF-16 in base64 between `+` and `-`. */
function decodeUtf7(bytes: Buffer): string {
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const units = Buffer.from(run, 'base64')
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le')
  })
}

/**
 * Decodes sets in which characters are written without their eighth bit, between two shift sequences or up to the end of the
 * line (RFC 1557 and 1843).
 */
function decodeShifted(text: string, open: string, close: string, charset: string): string {
  const decoder = new TextDecoder(charset)
  const [before = '', ...runs] = text.split(open)
  const decoded = runs.map((run) => {
    const ends = [run.indexOf(close), run.search(/[\r\n]/)].filter((end) => end !== -1)
    const end = Math.min(run.length, ...ends)
    const bytes = Buffer.from(run.slice(0, end), 'latin1').map((byte) => byte | 0x80)
    return decoder.decode(bytes) + run.slice(end).replace(close, '')
  })
  return before + decoded.join('')
}
