/** Times in texts for people. */

/** Formats a time in the way of a language, with its zone: `1/31/26, 10:00 AM (Europe/Berlin)`. */
export const localTime = (at: Date, locale: string, zone: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(at)} (${zone})`

/** Formats a time as `strftime` does: `%Y-%m-%d %H:%M:%S`. Unknown directives are printed as they are. */
export function formatted(at: Date, format: string, locale: string, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).formatToParts(at).find((one) => one.type === type)
      ?.value ?? ''
  return format.replace(/%([a-zA-Z%])/g, (directive, letter: string) => {
    const write = Object.hasOwn(directives, letter) ? directives[letter] : undefined
    return write ? write(part) : directive
  })
}

type PartOf = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) => string

const two = (text: string): string => text.padStart(2, '0')
const hour = (part: PartOf): string => part({ hour: '2-digit', hourCycle: 'h23' }, 'hour')

const directives: Readonly<Record<string, (part: PartOf) => string>> = {
  Y: (part) => part({ year: 'numeric' }, 'year'),
  y: (part) => part({ year: '2-digit' }, 'year'),
  m: (part) => two(part({ month: '2-digit' }, 'month')),
  B: (part) => part({ month: 'long', day: 'numeric' }, 'month'),
  b: (part) => part({ month: 'short', day: 'numeric' }, 'month'),
  d: (part) => two(part({ day: '2-digit' }, 'day')),
  e: (part) => part({ day: 'numeric' }, 'day'),
  A: (part) => part({ weekday: 'long' }, 'weekday'),
  a: (part) => part({ weekday: 'short' }, 'weekday'),
  H: (part) => two(hour(part)),
  I: (part) => two(String(Number(hour(part)) % 12 || 12)),
  M: (part) => two(part({ hour: '2-digit', minute: '2-digit' }, 'minute')),
  S: (part) => two(part({ minute: '2-digit', second: '2-digit' }, 'second')),
  p: (part) => (Number(hour(part)) < 12 ? 'AM' : 'PM'),
  '%': () => '%',
}
