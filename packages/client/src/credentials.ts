import type { Authentication } from './authentication.ts'
import type { AuthHeaders, Call } from './call.ts'
import type { Credentials } from './client-options.ts'

/** Credentials in the Authorization header. */
export type HeaderCredentials = Exclude<Credentials, { session: true }>

/** Provides the Authorization header. The credentials are stored here only, so that no error or event contains them. */
export class Authorization implements Authentication {
  readonly #callback: (() => string | Promise<string>) | undefined
  #headers: AuthHeaders | Promise<AuthHeaders> | undefined
  /** Texts that must not appear in errors: the last header value, the secret in it, and a `basic` login and password. */
  #secrets: string[] = []

  constructor(credentials: HeaderCredentials) {
    if ('authorization' in credentials) this.#callback = credentials.authorization
    else this.#headers = this.#keep(fixedHeader(credentials), ...('basic' in credentials ? credentials.basic : []))
  }

  headers(): AuthHeaders | Promise<AuthHeaders> {
    if (this.#headers) return this.#headers
    const pending = Promise.resolve()
      .then(this.#callback)
      .then((value) => this.#keep(value))
    this.#headers = pending
    pending.catch(() => this.#forget(pending))
    return pending
  }

  renew(_call: Call, used: AuthHeaders | Promise<AuthHeaders>): boolean {
    if (!this.#callback) return false
    this.#forget(used)
    return true
  }

  hide(text: string): string {
    let hidden = text
    for (const secret of this.#secrets) hidden = hidden.replaceAll(secret, '***')
    return hidden
  }

  #forget(used: AuthHeaders | Promise<AuthHeaders>): void {
    if (this.#headers === used) this.#headers = undefined
  }

  /** Returns the header and remembers its secrets for `hide`. Rejects invalid values, because the error of `fetch` would contain
   * them.
   */
  #keep(header: string, ...otherSecrets: string[]): AuthHeaders {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(header)) {
      throw new TypeError('The credentials contain a character that is not allowed in a header')
    }
    if (!header) throw new TypeError('The credentials are empty')
    // Texts of up to three characters are not hidden, because they also occur in other words of an error.
    this.#secrets = [header, header.replace(/^\S+ +(token=)?/, ''), ...otherSecrets].filter((text) => text.length > 3)
    return { authorization: header }
  }
}

function fixedHeader(credentials: Exclude<HeaderCredentials, { authorization: unknown }>): string {
  // An empty secret usually means that an environment variable is not set; a later 401 would not show this.
  const [secret] = 'basic' in credentials ? credentials.basic : Object.values(credentials)
  if (!secret?.trim()) throw new TypeError(`The ${Object.keys(credentials)[0]} is empty`)
  if ('token' in credentials) return `Token token=${secret}`
  if ('bearer' in credentials) return `Bearer ${secret}`
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials.basic.join(':'))))}`
}
