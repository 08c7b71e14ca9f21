/** Formats times for people. */

/** Formats a time as is usual in a locale, with its zone: `1/31/26, 10:00 AM (Europe/Berlin)`. */
export const formatLocalTime = (time: Date, locale: string, zone: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(time)} (${zone})`

/** Formats a time as `strftime` does: `%Y-%m-%d %H:%M:%S`. Unknown directives stay as they are. */
export function formatTime(time: Date, format: string, locale: string, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
      .formatToParts(time)
      .find((candidate) => candidate.type === type)?.value ?? ''
  return format.replace(/%([a-zA-Z%])/g, (directive, letter: string) => {
    const formatDirective = Object.hasOwn(directives, letter) ? directives[letter] : undefined
    return formatDirective ? formatDirective(part) : directive
  })
}

type PartOf = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) => string

const twoDigits = (text: string): string => text.padStart(2, '0')
const hourOf = (part: PartOf): string => part({ hour: '2-digit', hourCycle: 'h23' }, 'hour')

/**
 * The value of each directive, by its letter. The names of months are taken from a date with a day, because some languages
 * use another form of the name there.
 */
const directives: Readonly<Record<string, (part: PartOf) => string>> = {
  Y: (part) => part({ year: 'numeric' }, 'year'),
  y: (part) => part({ year: '2-digit' }, 'year'),
  m: (part) => twoDigits(part({ month: '2-digit' }, 'month')),
  B: (part) => part({ month: 'long', day: 'numeric' }, 'month'),
  b: (part) => part({ month: 'short', day: 'numeric' }, 'month'),
  d: (part) => twoDigits(part({ day: '2-digit' }, 'day')),
  e: (part) => part({ day: 'numeric' }, 'day'),
  A: (part) => part({ weekday: 'long' }, 'weekday'),
  a: (part) => part({ weekday: 'short' }, 'weekday'),
  H: (part) => twoDigits(hourOf(part)),
  I: (part) => twoDigits(String(Number(hourOf(part)) % 12 || 12)),
  M: (part) => twoDigits(part({ hour: '2-digit', minute: '2-digit' }, 'minute')),
  S: (part) => twoDigits(part({ minute: '2-digit', second: '2-digit' }, 'second')),
  p: (part) => (Number(hourOf(part)) < 12 ? 'AM' : 'PM'),
  '%': () => '%',
}
