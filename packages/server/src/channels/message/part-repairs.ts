/** Repairs parts of a message that the parser would read wrongly. */
import { encodingOf } from './fields.ts'
import { contentOf, joinParts, MAX_PARTS, type Part, readParts, withBase64 } from './mime-structure.ts'
import { isText, typeOf, withFile, withTextType } from './part-types.ts'
import { recodeUuPart } from './uuencode.ts'

/** Returns the message with its parts repaired; the same buffer if none needs it, undefined if it has too many parts. */
export function withSoundParts(raw: Buffer): Buffer | undefined {
  const parts = readParts(raw)
  if (parts.length >= MAX_PARTS) return undefined
  const repaired: Part[] = []
  for (const part of parts) {
    const hasText = repaired.some(isText)
    repaired.push(repairs.reduce((now, repair) => (now.isLeaf ? repair(now, hasText) : now), part))
  }
  return repaired.every((part, at) => part === parts[at] && !part.isRepaired) ? raw : joinParts(repaired)
}

/** Repairs a leaf. `hasText` is true if text precedes it. */
type PartRepair = (part: Part, hasText: boolean) => Part

const repairs: readonly PartRepair[] = [withTextType, withFile, recodeUuPart, withSoftBreaks, withoutFlow, withAllBytes]

/** In text that flows (RFC 3676), quotes would be joined with the next line, with the marks of quotes within the text. */
function withoutFlow(part: Part): Part {
  if (!/format="?flowed/i.test(part.header)) return part
  const body = part.body.toString('latin1').split('\n').map(withoutFlowInQuote).join('\n')
  return { ...part, body: Buffer.from(body, 'latin1') }
}

/** Removes the space that would join a line with the next one, if either is a quote. */
function withoutFlowInQuote(line: string, at: number, lines: readonly string[]): string {
  const text = line.replace(/\r$/, '')
  if (text === '-- ' || !(text.startsWith('>') || lines[at + 1]?.startsWith('>'))) return line
  let end = text.length
  while (text[end - 1] === ' ' || text.endsWith('=20', end)) end -= text[end - 1] === ' ' ? 1 : 3
  return text.slice(0, end) + line.slice(text.length)
}

/** Mail servers append spaces to lines; the parser would not see that these are continued (RFC 2045, 6.7). */
function withSoftBreaks(part: Part): Part {
  if (!(part.body.includes('= ') || part.body.includes('=\t'))) return part
  if (encodingOf(part.header) !== 'quoted-printable') return part
  const body = part.body.toString('latin1').replace(/=[ \t]+(?=\r?$)/gm, '=')
  return { ...part, body: Buffer.from(body, 'latin1') }
}

/** The parser reads lines and loses carriage returns, which are content of files (RFC 2045, 6.2) and signed messages. */
function withAllBytes(part: Part): Part {
  const isLines = /^(?:text|multipart)\//.test(typeOf(part))
  return isLines || encodingOf(part.header) !== '' ? part : withBase64(part, contentOf(part))
}
