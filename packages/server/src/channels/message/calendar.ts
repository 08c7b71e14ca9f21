/** Reads invitations (iCalendar, RFC 5545) as text, for mails that consist of nothing else. */

/** Returns subject, times, place and description of the first event; empty if there is none. */
export function eventText(calendar: string): string {
  const lines = calendar.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const start = lines.indexOf('BEGIN:VEVENT')
  if (start === -1) return ''
  const event = lines.slice(start, lines.indexOf('END:VEVENT', start)).flatMap(propertyIn)
  const firstProperty = (name: string) => event.find((property) => property.name === name)
  const times = ['DTSTART', 'DTEND'].flatMap((name) => firstProperty(name) ?? []).map(timeOf)
  const texts = ['LOCATION', 'DESCRIPTION'].map((name) => unescapeText(firstProperty(name)?.value))
  return [unescapeText(firstProperty('SUMMARY')?.value), times.join(' – '), ...texts]
    .filter((text) => text !== '')
    .join('\n')
}

interface Property {
  readonly name: string
  readonly parameters: string
  readonly value: string
}

/** Parses a line such as `DTSTART;TZID=Europe/Berlin:20260302T090000`; empty for any other line. */
function propertyIn(line: string): Property[] {
  const [, name = '', parameters = '', value = ''] =
    /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line) ?? []
  return name === '' ? [] : [{ name: name.toUpperCase(), parameters, value }]
}

const unescapeText = (text = ''): string =>
  text.replace(/\\([nN])|\\(.)/g, (_, isBreak, character) => (isBreak ? '\n' : character))

/** Formats a time: `20260302T090000Z` becomes `2026-03-02 09:00 UTC`. The name of any other zone follows the time. */
function timeOf({ value, parameters }: Property): string {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? []
  if (year === undefined) return value
  const zone = utc ? 'UTC' : (/;TZID="?([^";]+)/i.exec(parameters)?.[1] ?? '')
  return `${year}-${month}-${day} ${hour === undefined ? '' : `${hour}:${minute} ${zone}`}`.trim()
}
