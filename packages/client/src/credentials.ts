import type { Credentials } from './client-options.ts'

/** Keeps the value of the Authorization header out of all other parts of the client. */
export class Authorization {
  readonly #callback: (() => string | Promise<string>) | undefined
  #header: string | Promise<string> | undefined
  /** Texts that must not appear in errors: the last header value and the secret in it. */
  #secrets: string[] = []

  constructor(credentials: Credentials) {
    if ('authorization' in credentials) this.#callback = credentials.authorization
    else this.#header = this.#keep(fixedHeader(credentials), ...('basic' in credentials ? credentials.basic : []))
  }

  /** Returns the value of the header. Concurrent callers share one call of the callback and its failure. */
  header(): string | Promise<string> {
    if (this.#header) return this.#header
    const pending = Promise.resolve()
      .then(this.#callback)
      .then((value) => this.#keep(value))
    this.#header = pending
    pending.catch(() => this.#forget(pending))
    return pending
  }

  /** Discards `header` after a 401; returns true if the callback may provide another one. */
  renew(header: string | Promise<string>): boolean {
    if (!this.#callback) return false
    this.#forget(header)
    return true
  }

  /** Replaces credentials in a text, such as an error of a server that repeats them. */
  hide(text: string): string {
    let hidden = text
    for (const secret of this.#secrets) hidden = hidden.replaceAll(secret, '***')
    return hidden
  }

  #forget(header: string | Promise<string>): void {
    if (this.#header === header) this.#header = undefined
  }

  /** Rejects invalid header values here, because the error of `fetch` would contain the value. */
  #keep(header: string, ...more: string[]): string {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(header)) {
      throw new TypeError('The credentials contain a character that a header cannot carry')
    }
    if (!header) throw new TypeError('The credentials are empty')
    this.#secrets = [header, header.replace(/^\S+ +(token=)?/, ''), ...more].filter((text) => text.length > 3)
    return header
  }
}

function fixedHeader(credentials: Exclude<Credentials, { authorization: unknown }>): string {
  // Usually because an environment variable is not set; a later 401 would not show this.
  const [secret] = 'basic' in credentials ? credentials.basic : Object.values(credentials)
  if (!secret?.trim()) throw new TypeError(`The ${Object.keys(credentials)[0]} is empty`)
  if ('token' in credentials) return `Token token=${secret}`
  if ('bearer' in credentials) return `Bearer ${secret}`
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials.basic.join(':'))))}`
}
