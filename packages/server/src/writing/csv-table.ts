import { csvLine } from './csv.ts'

/** Formats the rows of a report as CSV with columns such as `ticket.number`. Returns an empty text if there are no rows. */
export function formatCsvTable(report: readonly object[]): string {
  const rows = report.map((row) => new Map(flattenCells(row)))
  const [first] = rows
  if (!first) return ''
  const names = [...first.keys()]
  return [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))].map(csvLine).join('')
}

const flattenCells = (row: object, path = ''): [string, string][] =>
  Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flattenCells(value, `${path}${name}.`)
      : [[`${path}${name}`, formatCell(value)] satisfies [string, string]],
  )

/** Formats a value. A text that a spreadsheet would evaluate as a formula gets an apostrophe before it. */
function formatCell(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}
