const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Formats seconds in their two largest units: `27 min`, `1 hr 30 min`, `2 days 4 hr`; less than a minute as seconds.
 */
export function durationOf(locale: string, seconds: number): string {
  const write = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first === -1) return write(Math.round(seconds), 'second')
  const shown = units.slice(first, first + 2)
  const smallest = (shown.at(-1) as (typeof units)[number])[1]
  let left = Math.round(seconds / smallest) * smallest
  const parts = shown.map(([unit, size]) => {
    const value = Math.floor(left / size)
    left -= value * size
    return value > 0 ? write(value, unit) : ''
  })
  return parts.filter(Boolean).join(' ')
}
