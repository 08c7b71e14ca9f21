import type { Credentials } from './client-options.ts'

/** Keeps the value of the Authorization header out of every other part of the client. */
export class Authorization {
  readonly #ask: (() => string | Promise<string>) | undefined
  #header: string | Promise<string> | undefined
  /** What must not appear anywhere: the last header value and the secret in it. */
  #secrets: string[] = []

  constructor(credentials: Credentials) {
    if ('authorization' in credentials) this.#ask = credentials.authorization
    else this.#header = this.#keep(fixedHeader(credentials), ...('basic' in credentials ? credentials.basic : []))
  }

  /** The header's value. Concurrent callers share one call of the callback; its failure rejects them all. */
  header(): string | Promise<string> {
    if (this.#header) return this.#header
    const asked = Promise.resolve()
      .then(this.#ask)
      .then((value) => this.#keep(value))
    this.#header = asked
    asked.catch(() => this.#forget(asked))
    return asked
  }

  /** After a 401 to a request that used `header`: whether asking again may help. */
  renew(header: string | Promise<string>): boolean {
    if (!this.#ask) return false
    this.#forget(header)
    return true
  }

  /** The text without the credentials, should a server repeat them in an error. */
  hide(text: string): string {
    let hidden = text
    for (const secret of this.#secrets) hidden = hidden.replaceAll(secret, '***')
    return hidden
  }

  #forget(header: string | Promise<string>): void {
    if (this.#header === header) this.#header = undefined
  }

  /** Refuses here what `fetch` would refuse with the value in its message. */
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
  // A variable of the environment that is not set is the usual reason, and a 401 would hide it.
  const [secret] = 'basic' in credentials ? credentials.basic : Object.values(credentials)
  if (!secret?.trim()) throw new TypeError(`The ${Object.keys(credentials)[0]} is empty`)
  if ('token' in credentials) return `Token token=${secret}`
  if ('bearer' in credentials) return `Bearer ${secret}`
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials.basic.join(':'))))}`
}
