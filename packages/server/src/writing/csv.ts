import { invalid } from '../errors/fault.ts'

/** Cells by the column names of the first row, with the number of the line for error messages. */
export interface CsvRow {
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

/**
 * Parses CSV (RFC 4180): cells that contain separators, quotes or line breaks are quoted.
 * @throws Fault `invalid` for an unterminated quote, and for more rows than `most`.
 */
export function readCsv(text: string, separator: string, most: number): CsvRow[] {
  const [head, ...rows] = cellsOf(text.replace(/^\uFEFF/, ''), separator, most + 1)
  if (!head) return []
  const names = head.cells.map((name) => name.trim().toLowerCase())
  return rows.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

interface Cells {
  readonly line: number
  readonly cells: string[]
}

function cellsOf(text: string, separator: string, most: number): Cells[] {
  const rows: Cells[] = []
  let [row, cell, quoted, line, from] = [[] as string[], '', false, 1, 1]
  const end = () => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push({ line: from, cells: row })
    if (rows.length > most) throw invalid('data', `data: at most ${most - 1} rows.`)
    ;[row, cell, from] = [[], '', line]
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\n') line++
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') end()
    else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign
  }
  if (quoted) throw invalid('data', `data: the quote in line ${from} is not closed.`)
  if (cell !== '' || row.length > 0) end()
  return rows
}

/**
 * Formats a row as CSV, with quotes where they are needed. Spreadsheets of some countries separate cells by semicolons or
 * tabs, and would evaluate what follows one as a formula.
 */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join()}\n`
