/** Reads quotes in text that flows (RFC 3676). The parser would join them with the marks of quotes within the text. */
import { fieldIn } from './fields.ts'
import type { Part } from './mime-structure.ts'

/** Removes the spaces with which quotes would flow. With DelSp, a line can end within a word, so its lines are joined. */
export function withoutFlow(part: Part): Part {
  const type = fieldIn(part.header, 'content-type') ?? ''
  if (!/format="?flowed/i.test(type)) return part
  const written = part.body.toString('latin1').split('\n')
  const lines = /delsp="?yes/i.test(type) ? joinQuotes(written) : written
  return { ...part, body: Buffer.from(lines.map(withoutFlowInQuote).join('\n'), 'latin1') }
}

/** The limit of a paragraph, in bytes. */
const LONGEST_PARAGRAPH = 2000

function joinQuotes(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const [, marks = '', text = ''] = QUOTE.exec(line) ?? []
    const [, marksAbove, above = ''] = QUOTE.exec(joined.at(-1) ?? '') ?? []
    const flows =
      marks === marksAbove && above !== '-- ' && above.length < LONGEST_PARAGRAPH && /(?: |=20)\r?$/.test(above)
    if (flows) joined[joined.length - 1] = `${marks} ${above.replace(/(?: |=20)\r?$/, '')}${text}`
    else joined.push(line)
  }
  return joined
}

/** The marks of a quote, and its text without the stuffed space. */
const QUOTE = /^(>+) ?([^]*)$/

/** Removes the space that would join a line with the next one, if either is a quote. */
function withoutFlowInQuote(line: string, at: number, lines: readonly string[]): string {
  const text = line.replace(/\r$/, '')
  if (text === '-- ' || !(text.startsWith('>') || lines[at + 1]?.startsWith('>'))) return line
  let end = text.length
  while (text[end - 1] === ' ' || text.endsWith('=20', end)) end -= text[end - 1] === ' ' ? 1 : 3
  return text.slice(0, end) + line.slice(text.length)
}
