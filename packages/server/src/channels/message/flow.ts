/** Prepares quotes in flowed text (RFC 3676), because the parser would join their lines with quote marks between the words. */
import { fieldIn } from './fields.ts'
import type { Part } from './mime-structure.ts'

/** Removes the spaces that make quotes flow. With `DelSp=yes`, a line can end within a word, so the lines are joined. */
export function removeFlow(part: Part): Part {
  const type = fieldIn(part.header, 'content-type') ?? ''
  if (!/format="?flowed/i.test(type)) return part
  const bodyLines = part.body.toString('latin1').split('\n')
  const lines = /delsp="?yes/i.test(type) ? joinQuotes(bodyLines) : bodyLines
  return { ...part, body: Buffer.from(lines.map(removeFlowOfQuote).join('\n'), 'latin1') }
}

/** Maximum length of a paragraph that is joined, in bytes. */
const MAX_PARAGRAPH_LENGTH = 2000

/** The space at the end of a line that continues, possibly in quoted-printable. */
const LAST_SPACE = /(?: |=20)\r?$/

/** The line above a signature. It does not flow, although it ends with a space (RFC 3676, 4.3). */
const SIGNATURE_LINE = '-- '

function joinQuotes(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const [, marks = '', text = ''] = QUOTE.exec(line) ?? []
    const [, marksAbove, above = ''] = QUOTE.exec(joined.at(-1) ?? '') ?? []
    const flows =
      marks === marksAbove && above !== SIGNATURE_LINE && above.length < MAX_PARAGRAPH_LENGTH && LAST_SPACE.test(above)
    if (flows) joined[joined.length - 1] = `${marks} ${above.replace(LAST_SPACE, '')}${text}`
    else joined.push(line)
  }
  return joined
}

/** The marks of a quote, and its text without the space between them. */
const QUOTE = /^(>+) ?([^]*)$/

/** Removes the space that would join a line with the next one, if either is a quote. */
function removeFlowOfQuote(line: string, index: number, lines: readonly string[]): string {
  const text = line.replace(/\r$/, '')
  if (text === SIGNATURE_LINE || !(text.startsWith('>') || lines[index + 1]?.startsWith('>'))) return line
  let end = text.length
  while (text[end - 1] === ' ' || text.endsWith('=20', end)) end -= text[end - 1] === ' ' ? 1 : 3
  return text.slice(0, end) + line.slice(text.length)
}
