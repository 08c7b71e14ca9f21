/**
 * Parses dates of mail (RFC 5322 section 3.3 and 4.3, asctime, ISO 8601). Unlike `Date.parse`, takes a date without a zone as
 * UTC, and refuses days that do not exist.
 */

/** Parses a date. @returns milliseconds since 1970, or null for an invalid date. */
export function parseMailDate(text: string): number | null {
  // Dates are much shorter; the limit bounds the time that nested comments take.
  const plain = withoutComments(text.slice(0, 200))
  const rfc = RFC_5322.exec(plain)
  if (rfc?.groups) return timestampOf(rfc.groups)
  const ctime = ASCTIME.exec(plain)
  if (ctime?.groups) return timestampOf(ctime.groups)
  const iso = ISO.exec(plain)
  if (iso?.groups) return timestampOf(iso.groups)
  return null
}

/**
 * Returns the time at which a mail was written: its `Date` header, unless that is implausible (before 1980, in the future,
 * or later than the delivery); otherwise the time of the last hop, the `From ` line of the mbox (`envelope`), or the `file`.
 * All times are in milliseconds since 1970; null for an unknown one, or if none is plausible.
 */
export function plausibleDate(claims: {
  readonly date: string | undefined
  /** The `Received` headers, last hop first. */
  readonly received: readonly string[]
  readonly envelope: number | null
  readonly file: number | null
  readonly now: number
}): number | null {
  const isPossible = (time: number | null) => time !== null && time >= EARLIEST && time <= claims.now + TWO_DAYS
  const hops = claims.received.map((hop) => parseMailDate(hop.slice(hop.lastIndexOf(';') + 1))).filter(isPossible)
  const received = hops[0] ?? null
  const dateHeader = claims.date === undefined ? null : parseMailDate(claims.date)
  if (isPossible(dateHeader) && (received === null || (dateHeader as number) <= received + TWO_DAYS)) return dateHeader
  return [received, claims.envelope, claims.file].find(isPossible) ?? null
}

/** Earlier dates come from clocks that were never set: these start in 1904, in 1970, or on 1 January 1980 in some time zone. */
const EARLIEST = Date.UTC(1980, 0, 3)

/** The tolerance for clocks that are wrong by a time zone and a little more. */
const TWO_DAYS = 2 * 24 * 60 * 60 * 1000

const TIME = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2}))?(?:\s*(?<meridiem>[AaPp])[Mm]\b)?`
const ZONE = String.raw`(?:(?:GMT|UTC?)(?=[+-]))?(?<zone>[+-]\d{1,2}:?\d{2}|[A-Za-z]{1,5}(?![A-Za-z]))`
/** `Mon, 2 Mar 2026 09:05:00 +0100` */
const RFC_5322 = new RegExp(
  String.raw`(?<day>\d{1,2})[\s-]+(?<month>[A-Za-z]{3})[a-z]*[\s,-]+(?<year>\d{2,4})[\s,]+${TIME}(?:\s*${ZONE})?`,
)
/** `Mon Mar  2 09:05:00 2026` */
const ASCTIME = new RegExp(
  String.raw`(?<month>[A-Za-z]{3})[a-z]*\s+(?<day>\d{1,2}),?\s+${TIME}\s+(?:${ZONE}\s+)?(?<year>\d{4})`,
)
/** `2026-03-02T09:05:00Z` */
const ISO = new RegExp(String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T\s]+${TIME}(?:\.\d+)?\s*${ZONE}?`)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Offsets of named zones from UTC, in hours. Ambiguous names (IST) are left out and count as UTC. */
const ZONES: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'est-5 edt-4 cst-6 cdt-5 mst-7 mdt-6 pst-8 pdt-7 akst-9 akdt-8 hst-10 west+1 bst+1 cet+1 cest+2 met+1 mest+2',
    'mez+1 mesz+2 eet+2 eest+3 msk+3 msd+4 jst+9 kst+9 aest+10 aedt+11 nzst+12 nzdt+13',
  ]
    .flatMap((line) => line.split(' '))
    .map((zone) => [zone.replace(/[+-].*/, ''), Number(zone.replace(/^[a-z]+/, ''))]),
)

/** Removes comments, which may be nested (RFC 5322, 3.2.2). */
function withoutComments(text: string): string {
  const plain = text.replace(/\([^()]*\)/g, ' ')
  return plain === text ? text : withoutComments(plain)
}

function timestampOf(parts: Readonly<Record<string, string | undefined>>): number | null {
  const day = Number(parts['day'])
  const minute = Number(parts['minute'])
  const hour = hourOf(Number(parts['hour']), parts['meridiem'])
  const month = monthOf(parts['month'] ?? '')
  const year = fullYear(parts['year'] ?? '')
  // JavaScript has no leap seconds.
  const second = Math.min(Number(parts['second'] ?? 0), 59)
  if (month < 0 || hour > 23 || minute > 59) return null
  const time = new Date(Date.UTC(year, month, day, hour, minute, second))
  // JavaScript would turn the 31st of a shorter month into a day of the next month.
  if (time.getUTCDate() !== day) return null
  return time.getTime() - offsetOf(parts['zone'] ?? '')
}

/** Returns the hour of the day, from 0 to 23; some programs write AM or PM. */
const hourOf = (hour: number, meridiem: string | undefined): number =>
  meridiem === undefined || hour > 12 ? hour : (hour % 12) + (/p/i.test(meridiem) ? 12 : 0)

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) - 1 : MONTHS.indexOf(text.toLowerCase())
}

/** Completes a short year (RFC 5322, 4.3): two digits below 50 are 20xx, other years of two or three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2 && year < 50) return 2000 + year
  return digits.length < 4 ? 1900 + year : year
}

function offsetOf(zone: string): number {
  const digits = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone)
  if (!digits) return (ZONES[zone.toLowerCase()] ?? 0) * 3_600_000
  const minutes = Number(digits[2]) * 60 + Number(digits[3])
  // No zone is further than 14 hours from UTC: ignore a larger offset, but use the clock time.
  return minutes > 14 * 60 ? 0 : (digits[1] === '-' ? -1 : 1) * minutes * 60_000
}
