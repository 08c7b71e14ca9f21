import type { Value } from '../tree.ts'

/** Days that have a name. */
const days: Readonly<Record<string, string>> = { today: 'now/d', yesterday: 'now-1d/d', tomorrow: 'now+1d/d' }

/** The units of the language, by their names. `m` is a minute, `M` a month. */
const units: Readonly<Record<string, string>> = {
  s: 's',
  second: 's',
  seconds: 's',
  m: 'm',
  min: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
  w: 'w',
  week: 'w',
  weeks: 'w',
  M: 'M',
  mo: 'M',
  month: 'M',
  months: 'M',
  y: 'y',
  year: 'y',
  years: 'y',
}

/**
 * Returns a value of a time as the strict language writes it: `today` is `now/d`, and `7d` the last seven days.
 * Other values stay as they are.
 */
export function timeMeant(value: Value): Value {
  switch (value.kind) {
    case 'word':
    case 'phrase': {
      const text = momentMeant(value.text)
      if (isSpan(value.text)) return { kind: 'comparison', operator: '>=', text }
      return text === value.text ? value : { kind: 'word', text }
    }
    case 'comparison':
      return { ...value, text: momentMeant(value.text) }
    case 'range': {
      const [from, to] = [value.from, value.to].map((end) => end && { ...end, text: momentMeant(end.text) })
      return { kind: 'range', from: from ?? null, to: to ?? null }
    }
    default:
      return value
  }
}

/** Returns a moment as the strict language writes it. */
export function momentMeant(text: string): string {
  const day = days[text.toLowerCase()]
  if (day !== undefined) return day
  const [, amount, unit] = span.exec(text) ?? []
  const known = unitNamed(unit)
  if (known !== undefined) return `now-${amount}${known}`
  const [, ofMonth = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
}

const span = /^(\d{1,9}) ?([a-z]+)$/i

const isSpan = (text: string): boolean => unitNamed(span.exec(text)?.[2]) !== undefined

function unitNamed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const known = [name, name.toLowerCase()].find((one) => Object.hasOwn(units, one))
  return known === undefined ? undefined : units[known]
}
