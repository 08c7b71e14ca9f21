import { invalid } from '../errors/fault.ts'

/** Cells by the column names of the first row, with the number of the line for error messages. */
export interface CsvRow {
  readonly line: number
  readonly values: Readonly<Record<string, string>>
  /** True if cells follow the last column, such as the parts of a text that should have been quoted. */
  readonly exceedsColumns: boolean
}

/**
 * Parses CSV (RFC 4180): cells that contain separators, quotes or line breaks are quoted.
 * @throws Fault `invalid` for an unterminated quote, a column that occurs twice, and more rows than `max`.
 */
export function readCsv(text: string, separator: string, max: number): CsvRow[] {
  const [header, ...rows] = parseRows(text.replace(/^\uFEFF/, ''), separator, max + 1)
  if (!header) return []
  const names = header.cells.map((name) => name.trim().toLowerCase())
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (twice !== undefined) throw invalid('data', `data: the column "${twice.slice(0, 100)}" occurs twice.`)
  return rows.map(({ line, cells }) => ({
    line,
    exceedsColumns: cells.slice(names.length).some((cell) => cell !== ''),
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

interface ParsedRow {
  readonly line: number
  readonly cells: string[]
}

function parseRows(text: string, separator: string, max: number): ParsedRow[] {
  const rows: ParsedRow[] = []
  let [row, cell, quoted, line, from] = [[] as string[], '', false, 1, 1]
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push({ line: from, cells: row })
    if (rows.length > max) throw invalid('data', `data: at most ${max - 1} rows.`)
    ;[row, cell, from] = [[], '', line]
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '\n') line++
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r' || text[at + 1] !== '\n') cell += character
  }
  if (quoted) throw invalid('data', `data: the quote in line ${from} is not closed.`)
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/**
 * Formats a row as CSV, with quotes where they are needed. Semicolons and tabs are quoted, too: spreadsheets in some
 * countries separate cells by them, and would evaluate the text after one as a formula.
 */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join()}\n`
