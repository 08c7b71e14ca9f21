import { invalid } from '../errors/fault.ts'

/** Cells by the column names of the first row, in lower case, with the number of the line for error messages. */
export interface CsvRow {
  readonly line: number
  readonly values: Readonly<Record<string, string>>
  /** True if cells follow the last column, such as the parts of a text that should have been quoted. */
  readonly exceedsColumns: boolean
}

/**
 * Parses CSV (RFC 4180): cells that contain separators, quotes or line breaks are quoted.
 * @param maxRows maximum number of rows after the header.
 * @throws Fault `invalid` for an unterminated quote, a column that occurs twice, and too many rows.
 */
export function readCsv(text: string, separator: string, maxRows: number): CsvRow[] {
  const [header, ...rows] = parseRows(text.replace(/^\uFEFF/, ''), separator, maxRows)
  if (!header) return []
  const names = header.cells.map((name) => name.trim().toLowerCase())
  const duplicate = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (duplicate !== undefined) throw invalid('data', `data: the column "${duplicate.slice(0, 100)}" occurs twice.`)
  return rows.map(({ line, cells }) => ({
    line,
    exceedsColumns: cells.slice(names.length).some((cell) => cell !== ''),
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

interface ParsedRow {
  /** The number of its first line. */
  readonly line: number
  readonly cells: string[]
}

function parseRows(text: string, separator: string, maxRows: number): ParsedRow[] {
  const rows: ParsedRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let firstLine = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells })
    // The header is a row, too.
    if (rows.length > maxRows + 1) throw invalid('data', `data: at most ${maxRows} rows.`)
    cells = []
    cell = ''
    firstLine = line
  }
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string
    if (character === '\n') line++
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text[++index]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r' || text[index + 1] !== '\n') cell += character
  }
  if (isQuoted) throw invalid('data', `data: the quote in line ${firstLine} is not closed.`)
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}

/**
 * Formats a row as CSV, with quotes where they are needed. Cells with semicolons and tabs are quoted, too: spreadsheets in
 * some countries separate cells by them, and would evaluate the text after one as a formula.
 */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join()}\n`
