import { csvLine } from './csv.ts'

/** Writes the rows of a report as CSV with columns such as `ticket.number`. Empty without rows. */
export function tableOf(report: readonly object[]): string {
  const rows = report.map((row) => new Map(cellsOf(row)))
  const [first] = rows
  if (!first) return ''
  const names = [...first.keys()]
  return [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))].map(csvLine).join('')
}

const cellsOf = (row: object, path = ''): [string, string][] =>
  Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? cellsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, harmless(value)] satisfies [string, string]],
  )

/** Prefixes a text that a spreadsheet would evaluate as a formula. */
function harmless(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}
