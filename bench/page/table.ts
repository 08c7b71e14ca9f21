/** A line of the table. */
export interface Line {
  readonly name: string
  /** The figure of each round; one if it is measured once. Smaller figures are better. */
  readonly figures: readonly number[]
  readonly unit: string
  /** The largest median that is good enough. */
  readonly goal?: number
  /** Number of digits after the decimal point; 1 by default. */
  readonly digits?: number
}

/** Returns the figure in the middle. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN

/** Prints the lines with their least, median and greatest figures, and marks missed goals. */
export function printTable(lines: readonly Line[]): void {
  const titles = ['', 'least', 'median', 'greatest', 'unit', 'goal']
  const rows = lines.map(({ name, figures, unit, goal, digits = 1 }) => {
    const middle = median(figures)
    const cells = [Math.min(...figures), middle, Math.max(...figures)].map((figure) => figure.toFixed(digits))
    const wanted = goal === undefined ? '' : `≤ ${goal}${middle > goal ? '  missed' : ''}`
    return [name, ...(figures.length > 1 ? cells : ['', cells[1] as string, '']), unit, wanted]
  })
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] as string).length)))
  const pad = (row: readonly string[]) =>
    row.map((cell, at) =>
      at === 0 || at > 3 ? cell.padEnd(widths[at] as number) : cell.padStart(widths[at] as number),
    )
  console.log(`\n${[titles, ...rows].map((row) => pad(row).join('  ').trimEnd()).join('\n')}\n`)
}
