/** Repairs parts of a message that the parser would read wrongly. */
import { headerEnd, sections, splitParts } from './mime-structure.ts'

interface PartRepair {
  /** Occurs in every message that needs the repair. */
  readonly sign: RegExp
  readonly repair: (part: string) => string
}

const repairs: readonly PartRepair[] = [
  {
    // The type `text` would not be read as text.
    sign: /^content-type:[ \t]*text(?=[ \t]*(?:;|\r?$))/im,
    repair: (part) =>
      inHeader(part, (header) => header.replace(/^(content-type:[ \t]*text)(?=[ \t]*(?:;|\r?$))/gim, '$1/plain')),
  },
  {
    // In text that flows (RFC 3676), quotes would be joined with the next line, with the marks of quotes within the text.
    sign: /format="?flowed/i,
    repair: (part) => (hasInHeader(part, /format="?flowed/i) ? part.split('\n').map(withoutFlow).join('\n') : part),
  },
  {
    // Mail servers append spaces to lines; the parser would not see that these are continued (RFC 2045, 6.7).
    sign: /=[ \t]+\r?$/m,
    repair: (part) =>
      hasInHeader(part, /^content-transfer-encoding:[ \t]*"?quoted-printable/im)
        ? part.replace(/=[ \t]+(?=\r?$)/gm, '=')
        : part,
  },
]

/** Returns the message with its parts repaired; the same buffer if none needs it. */
export function withSoundParts(raw: Buffer): Buffer {
  const needed = new Set<PartRepair>()
  for (const text of sections(raw)) for (const one of repairs) if (one.sign.test(text)) needed.add(one)
  if (needed.size === 0) return raw
  const parts = splitParts(raw.toString('latin1')).map((part) =>
    [...needed].reduce((now, { repair }) => repair(now), part),
  )
  return Buffer.from(parts.join(''), 'latin1')
}

const hasInHeader = (part: string, pattern: RegExp): boolean => pattern.test(part.slice(0, headerEnd(part)))

function inHeader(part: string, change: (header: string) => string): string {
  const end = headerEnd(part)
  return change(part.slice(0, end)) + part.slice(end)
}

/** Removes the space that would join a line with the next one, if either is a quote. */
function withoutFlow(line: string, at: number, lines: readonly string[]): string {
  const text = line.replace(/\r$/, '')
  if (text === '-- ' || !(text.startsWith('>') || lines[at + 1]?.startsWith('>'))) return line
  let end = text.length
  while (text[end - 1] === ' ' || text.endsWith('=20', end)) end -= text[end - 1] === ' ' ? 1 : 3
  return text.slice(0, end) + line.slice(text.length)
}
