/** Units with their seconds, the largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Formats seconds in their two largest units: `27 min`, `1 hr 30 min`, `2 days 4 hr`; less than a minute as seconds.
 */
export function durationOf(locale: string, seconds: number): string {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first === -1) return format(Math.round(seconds), 'second')
  const shownUnits = units.slice(first, first + 2)
  const smallest = (shownUnits.at(-1) as (typeof units)[number])[1]
  let remaining = Math.round(seconds / smallest) * smallest
  const parts = shownUnits.map(([unit, size]) => {
    const value = Math.floor(remaining / size)
    remaining -= value * size
    return value > 0 ? format(value, unit) : ''
  })
  return parts.filter(Boolean).join(' ')
}
