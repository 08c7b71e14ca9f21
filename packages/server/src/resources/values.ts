import type { FieldValues } from '../kernel/context.ts'
import { sanitizeHtml } from '../text/sanitize.ts'

/** Validation of texts whose format declarations do not distinguish. */

/** Returns the given texts among `names` as sanitized HTML, because clients display them as HTML. */
export const sanitized = (given: FieldValues, ...names: readonly string[]): FieldValues =>
  Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' ? [[name, sanitizeHtml(given[name])]] : [])),
  )

/** Returns true if a text is an http or https URL. */
export function isHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
