/** Decodes character sets that the runtime does not support. Undecoded, those of seven bits could hide markup from filters. */
import { dosPages } from './dos-pages.ts'

/** Decodes text, given as Latin-1; undefined for any other character set. */
export function decodeOwn(charset: string, text: string): string | undefined {
  return DECODERS[charset]?.(text)
}

/** Returns true if a message contains the name of one of these character sets. */
export const mentionsOwnCharset = (message: Buffer): boolean =>
  Object.keys(DECODERS).some((name) => message.includes(name) || message.includes(name.toUpperCase()))

const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  'utf-7': decodeUtf7,
  'unicode-1-1-utf-7': decodeUtf7,
  'iso-2022-cn': (text) => decodeShifted(text.replaceAll('\x1b$)A', ''), '\x0e', '\x0f', 'gbk'),
  'iso-2022-kr': (text) => decodeShifted(text.replaceAll('\x1b$)C', ''), '\x0e', '\x0f', 'euc-kr'),
  'hz-gb-2312': (text) => decodeShifted(text, '~{', '~}', 'gbk').replaceAll('~\n', '').replaceAll('~~', '~'),
  // Names that Windows gives to sets which the runtime knows by another name.
  cp932: decodeAs('shift_jis'),
  cp936: decodeAs('gbk'),
  cp949: decodeAs('euc-kr'),
  cp950: decodeAs('big5'),
  ...Object.fromEntries(dosPages.flatMap(({ names, signs }) => names.map((name) => [name, decodePage(signs)]))),
}

function decodeAs(charset: string) {
  return (text: string) => new TextDecoder(charset).decode(Buffer.from(text, 'latin1'))
}

/** Decodes a set that has these signs in the place of the 128 bytes after ASCII. */
function decodePage(signs: string) {
  return (text: string) => text.replace(/[\x80-\xff]/g, (sign) => signs[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** RFC 2152: runs of base64 in UTF-16 between `+` and `-`. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const bytes = Buffer.from(run, 'base64')
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  })
}

/** RFC 1557 and 1843: runs without the eighth bit, between two shift sequences or up to the end of the line. */
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
