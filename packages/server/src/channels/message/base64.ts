/** Repairs parts in base64 that are not entirely encoded. */
import { encodingOf, setField } from './fields.ts'
import { contentOf, type Part, encodeAsBase64 } from './mime-structure.ts'
import { typeOf } from './part-types.ts'

/**
 * Splits base64 from plain text that mailing lists and virus scanners append. Base64 ends with the first line that has
 * padding or is shorter than the first line.
 */
export function splitBase64(text: string): { encoded: string; rest: string } {
  const firstLine = /\S+/.exec(text)?.[0] ?? ''
  const last = [...text.matchAll(/\S.*/g)].find(
    ([line]) => line.trimEnd().length < firstLine.length || line.includes('='),
  )
  const end = last === undefined ? text.length : last.index + last[0].length
  const rest = text.slice(end)
  return PLAIN.test(rest) ? { encoded: text.slice(0, end), rest } : { encoded: text, rest: '' }
}

/** Number of bytes at the start or end of a body that are checked. */
const SAMPLE = 2000

/**
 * Corrects the encoding of a part that declares base64: text that is not encoded is declared as such, and plain text that a
 * mailing list or virus scanner has appended to a file is removed.
 */
export function repairBase64(part: Part): Part {
  if (encodingOf(part.header) !== 'base64') return part
  const content = contentOf(part)
  if (typeOf(part).startsWith('text/')) {
    const isPlain = isNotBase64(content.toString('latin1', 0, SAMPLE))
    return isPlain ? { ...part, header: setField(part.header, 'Content-Transfer-Encoding', '8bit') } : part
  }
  if (!PLAIN.test(content.toString('latin1', Math.max(content.length - SAMPLE, 0)))) return part
  const { encoded, rest } = splitBase64(content.toString('latin1'))
  return rest === '' ? part : encodeAsBase64(part, Buffer.from(encoded, 'base64'))
}

/** Returns true if the first line has characters that base64 does not have, and would contain control characters when decoded. */
function isNotBase64(text: string): boolean {
  const [line = ''] = /\S.*/.exec(text) ?? []
  return PLAIN.test(line) && /[^\P{Cc}\s]/u.test(Buffer.from(line, 'base64').toString('latin1'))
}

/** Matches characters that base64 does not have, and words after a space. */
const PLAIN = /[^\w+/=\s]| \w/
