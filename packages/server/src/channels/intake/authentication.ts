/** Results of the checks of a mail's sender (RFC 8601): each is a word such as `pass`, `fail` or `none`. */
import type { HeaderField } from '../message/mail.ts'

export interface Authentication {
  readonly spf?: string
  readonly dkim?: string
  readonly dmarc?: string
  /** The server that made the checks; `deskbell` for this service. */
  readonly by?: string
}

/**
 * Reads the results from the `Authentication-Results` header of a trusted mail server. Anybody can write this header, so it
 * counts only under the name of the server; of several, the topmost counts, because it was written last.
 * @param trusted the name of the server in the header; empty if no server is trusted.
 */
export function authenticationIn(headers: readonly HeaderField[], trusted: string): Authentication {
  if (trusted === '') return {}
  const field = headers.find(
    ([name, value]) =>
      name === 'authentication-results' && /^[^\s;]+/.exec(value)?.[0].toLowerCase() === trusted.toLowerCase(),
  )
  if (!field) return {}
  const results = Object.fromEntries(
    (['spf', 'dkim', 'dmarc'] as const).flatMap((method) => {
      const result = new RegExp(String.raw`;\s*${method}\s*=\s*([a-z]+)`, 'i').exec(field[1])?.[1]
      return result === undefined ? [] : [[method, result.toLowerCase()]]
    }),
  )
  return { ...results, by: trusted }
}
