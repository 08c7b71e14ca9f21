/** Results of the checks of a mail's sender (RFC 8601): each is a word such as `pass`, `fail` or `none`. */
import type { HeaderField } from '../message/mail.ts'

export interface Authentication {
  readonly spf?: string
  readonly dkim?: string
  readonly dmarc?: string
  /** The server that made the checks. */
  readonly by?: string
}

/**
 * Reads the results from the `Authentication-Results` of a trusted mail server. Anybody can write this header, so it counts
 * only if the server names itself, and the topmost one is the last that was written.
 * @param trusted the name under which the server writes it; empty for none.
 */
export function authenticationIn(headers: readonly HeaderField[], trusted: string): Authentication {
  if (trusted === '') return {}
  const own = headers.find(
    ([name, value]) =>
      name === 'authentication-results' && /^[^\s;]+/.exec(value)?.[0].toLowerCase() === trusted.toLowerCase(),
  )
  if (!own) return {}
  const results = Object.fromEntries(
    (['spf', 'dkim', 'dmarc'] as const).flatMap((method) => {
      const result = new RegExp(String.raw`;\s*${method}\s*=\s*([a-z]+)`, 'i').exec(own[1])?.[1]
      return result === undefined ? [] : [[method, result.toLowerCase()]]
    }),
  )
  return { ...results, by: trusted }
}
