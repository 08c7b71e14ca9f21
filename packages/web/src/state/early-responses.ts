declare global {
  interface Window {
    /** The responses to the requests that the script in the document has sent. */
    earlyResponses?: EarlyResponses
  }
}

/** Identifies a request. */
const keyOf = (url: string, method = 'GET', body = '') => `${method} ${url} ${body}`

/** Requests that the document starts before the scripts are loaded. The client uses each response once. */
export class EarlyResponses {
  readonly #responses = new Map<string, Promise<Response>>()

  /**
   * Sends a request.
   * @param path relative to the `<base>` of the document.
   */
  begin(path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const response = fetch(path, { ...init, headers: { Accept: 'application/json', ...init.headers } })
    // The client handles failures when it uses the response.
    response.catch(() => undefined)
    this.add(response, path, init)
    return response
  }

  /** Uses a response for another request, too. */
  add(response: Promise<Response>, path: string, { method, body }: { method?: string; body?: string }): void {
    this.#responses.set(keyOf(new URL(path, document.baseURI).href, method, body), response)
  }

  /** Returns the response to an early request, only once; undefined if there is none. */
  take(url: string, { method, body }: RequestInit = {}): Promise<Response> | undefined {
    const key = keyOf(url, method, typeof body === 'string' ? body : undefined)
    const response = this.#responses.get(key)
    this.#responses.delete(key)
    return response
  }
}
