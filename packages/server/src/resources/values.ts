import type { FieldValues } from '../kernel/context.ts'
import { sanitizeHtml } from '../text/sanitize.ts'

/** Kinds of text that a declaration cannot tell apart. */

/** Those of the texts that were given, as HTML that may be shown: they are shown as HTML (reference, section 1.2). */
export const sanitized = (given: FieldValues, ...names: readonly string[]): FieldValues =>
  Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' ? [[name, sanitizeHtml(given[name])]] : [])),
  )

/** An address that can be called. */
export function isHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
