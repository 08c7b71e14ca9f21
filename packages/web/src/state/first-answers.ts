declare global {
  interface Window {
    /** The answers that the script in the document has requested. */
    firstAnswers?: FirstAnswers
  }
}

/** Identifies a request. */
const keyOf = (url: string, method = 'GET', body = '') => `${method} ${url} ${body}`

/** Requests that the document starts before the scripts are loaded. The client uses each answer once. */
export class FirstAnswers {
  readonly #answers = new Map<string, Promise<Response>>()

  /**
   * Sends a request.
   * @param path relative to the page.
   */
  begin(path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const answer = fetch(path, { ...init, headers: { Accept: 'application/json', ...init.headers } })
    // The client handles failures when it uses the answer.
    answer.catch(() => undefined)
    this.add(answer, path, init)
    return answer
  }

  /** Makes an answer that of another request, too. */
  add(answer: Promise<Response>, path: string, { method, body }: { method?: string; body?: string }): void {
    this.#answers.set(keyOf(new URL(path, document.baseURI).href, method, body), answer)
  }

  /** Returns the answer to a request that was started and not used yet. */
  take(url: string, { method, body }: RequestInit = {}): Promise<Response> | undefined {
    const key = keyOf(url, method, typeof body === 'string' ? body : undefined)
    const answer = this.#answers.get(key)
    this.#answers.delete(key)
    return answer
  }
}
