/** Validates values whose format is not part of the declarations. */
import { invalid } from '../errors/fault.ts'
import type { FieldValues } from '../kernel/context.ts'
import { sanitizeHtml } from '../text/sanitize.ts'

/** Returns the values with these names as sanitized HTML, because clients display them as HTML. Missing values are omitted. */
export const sanitized = (values: FieldValues, ...names: readonly string[]): FieldValues =>
  Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === 'string' ? [[name, sanitizeHtml(values[name])]] : [])),
  )

/** The longest period that a record may have, in days: ten years. A date that is so far away is always a valid `Date`. */
const MAX_DAYS = 3650

/** Requires that periods are neither negative nor longer than ten years. @throws Fault `invalid`. */
export function checkPeriods(values: FieldValues, unit: 'minutes' | 'days', ...names: readonly string[]): void {
  const limit = unit === 'days' ? MAX_DAYS : MAX_DAYS * 24 * 60
  for (const name of names) {
    const value = Number(values[name] ?? 0)
    if (value < 0) throw invalid(name, `${name}: ${unit} are not negative.`)
    if (value > limit) throw invalid(name, `${name}: at most ${limit} ${unit}.`)
  }
}

/** Returns true if a text is an http or https URL. */
export function isHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
