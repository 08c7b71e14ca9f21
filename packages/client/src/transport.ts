import { link, withDeadline, race, sleep } from './abort.ts'
import type { RetryPolicy } from './client-options.ts'
import type { Authentication } from './authentication.ts'
import type { Events } from './diagnostics.ts'
import {
  AuthenticationError,
  ConnectionError,
  type ErrorInfo,
  HelpdeskError,
  HttpError,
  ParseError,
  TimeoutError,
} from './errors.ts'
import { traced, captureTrace } from './traces.ts'
import type { Queue } from './queue.ts'
import { type AuthHeaders, type Call, isReading, jsonText, requestHeaders, queryText, shortenQuery } from './call.ts'
import { retryDelay, wasNotExecuted } from './retries.ts'
import { fetchMessage, httpErrorIn } from './response-errors.ts'

/** A successful response. */
export interface CallResult {
  /** Parsed JSON; `undefined` for an empty body. */
  readonly value: unknown
  readonly response: Response
  /** The request and the status, for errors about the response. */
  readonly info: ErrorInfo
  /** The stack of the caller, for errors about the response. */
  readonly trace: Error
}

/** The queue, listeners and counters that derived clients share. */
export interface Shared {
  readonly queue: Queue
  readonly stats: { sent: number; joined: number; cacheHits: number; batched: number }
  readonly on: <K extends keyof Events>(event: K, listener: (details: Events[K]) => void) => () => void
  readonly emit: <K extends keyof Events>(event: K, details: Events[K]) => void
  /** The id of the latest call, which the events of its requests contain. */
  latestCallId: number
}

/** The address of the service, credentials, timeouts and retries. */
export interface TransportOptions {
  readonly base: string
  readonly authentication: Authentication
  readonly fetch: typeof globalThis.fetch | undefined
  readonly headers: readonly HeadersInit[]
  readonly timeout: number
  readonly deadline: number | undefined
  readonly retry: Required<RetryPolicy>
}

/** Sends calls through the queue, with credentials, timeouts and retries. Does not depend on collections. */
export class Transport {
  readonly shared: Shared
  readonly #options: TransportOptions
  /** True if the server supports idempotency keys; undefined until it has been determined. */
  #supportsKeys: boolean | undefined

  constructor(options: TransportOptions, shared: Shared) {
    this.#options = options
    this.shared = shared
  }

  /** Returns the address of a path. It is always below the address of the service, so that credentials go to no other host. */
  url(path: string, query?: object): string {
    const root = path.startsWith('/api/') ? '' : '/api/v1/'
    if (/^\w+:\/\//.test(path)) throw new TypeError('Expected a path, not an address')
    return this.#options.base + root + path.replace(root ? /^\/+/ : '', '') + queryText(query)
  }

  /** Sends a call, and retries it where this is allowed, until it succeeds, fails for good or its deadline passes. */
  async send(call: Call): Promise<CallResult> {
    const { trace = captureTrace() } = call
    const url = this.url(call.path, call.query)
    const info: ErrorInfo = { method: call.method, url: shortenQuery(url), ...call.about }
    const { deadline, authentication } = this.#options
    const send = (authenticationCall: Call) => this.send(authenticationCall)
    const deadlineError = () => new TimeoutError(`No response within ${deadline} ms`, info)
    const lifetime = deadline ? link(call.signal, deadline, deadlineError) : undefined
    const signal = lifetime?.signal ?? call.signal
    const id = ++this.shared.latestCallId
    let renewed = false
    try {
      for (let attempt = 1; ; attempt++) {
        info.attempts = attempt
        const pendingHeaders = authentication.headers(call, send)
        try {
          const headers = pendingHeaders instanceof Promise ? await race(pendingHeaders, signal) : pendingHeaders
          return { ...(await this.#attempt(call, url, id, info, headers, signal)), trace }
        } catch (error) {
          if (signal?.aborted) throw signal.reason
          if (!renewed && error instanceof AuthenticationError) {
            renewed = true
            if (await authentication.renew(call, pendingHeaders, send)) continue
          }
          const delay = retryDelay(call, this.#options.retry, error, attempt)
          if (delay === undefined || !(await this.#isSafeToRetry(call, error, signal))) throw error
          this.shared.emit('retry', { id, delay, reason: error })
          await sleep(delay, signal)
        }
      }
    } catch (error) {
      if (error instanceof HelpdeskError) this.shared.emit('failure', { id, error: traced(error, trace) })
      throw error
    } finally {
      lifetime?.done()
    }
  }

  async #attempt(
    call: Call,
    url: string,
    id: number,
    info: ErrorInfo,
    auth: AuthHeaders,
    lifetime: AbortSignal | undefined,
  ): Promise<Omit<CallResult, 'trace'>> {
    const { queue, emit, stats } = this.shared
    const { method, timeout = this.#options.timeout } = call
    const body = (call.json === undefined ? call.body : jsonText(call.json)) ?? null
    await queue.enter(lifetime)
    const timeoutError = () => new TimeoutError(`No response within ${timeout} ms`, info)
    try {
      return await withDeadline(lifetime, timeout, timeoutError, async (signal) => {
        stats.sent++
        emit('request', { id, method, url: info.url ?? url, attempt: info.attempts ?? 1, cause: call.cause })
        const startedAt = performance.now()
        const headers = requestHeaders([...this.#options.headers, call.headers], auth, call)
        const response = await (call.fetch ?? this.#options.fetch ?? fetch)(url, { method, headers, signal, body })
        const text = call.raw && response.ok ? undefined : await response.text()
        const ms = performance.now() - startedAt
        emit('response', { id, status: response.status, ms, bytes: text?.length })
        call.onResponse?.(response)
        if (!response.ok) throw this.#httpError(response, text ?? '', info)
        const received = { ...info, status: response.status }
        return { value: text ? this.#parsed(text, received) : undefined, response, info: received }
      })
    } catch (error) {
      if (error instanceof HelpdeskError || lifetime?.aborted) throw error
      throw this.connectionError('No response', error, info)
    } finally {
      queue.leave()
    }
  }

  /** Returns the error for a response that is missing or incomplete because `fetch` failed. */
  connectionError(problem: string, cause: unknown, info: ErrorInfo): ConnectionError {
    const message = this.#options.authentication.hide(fetchMessage(cause))
    return new ConnectionError(`${problem}: ${message}`, { ...info, cause })
  }

  #httpError(response: Response, text: string, info: ErrorInfo): HttpError {
    const error = httpErrorIn(response, this.#options.authentication.hide(text), info)
    const { status, retryAfter } = error
    const { maxRetryAfter } = this.#options.retry
    if (status === 429 && retryAfter && retryAfter <= maxRetryAfter) this.shared.queue.pause(retryAfter * 1000)
    return error
  }

  #parsed(text: string, info: ErrorInfo): unknown {
    try {
      return JSON.parse(text)
    } catch {
      const excerpt = this.#options.authentication.hide(text).slice(0, 120).replace(/\s+/g, ' ')
      throw new ParseError(`The response is not JSON: ${excerpt}`, info)
    }
  }

  /** Returns true if retrying a failed call is safe: for reads, for creates if the server supports idempotency keys, and with
   * `unsafe` for writes that the server did not carry out. To find out if it supports keys, the first failure of a create
   * requests `version`, with retries like any read.
   */
  async #isSafeToRetry(call: Call, error: unknown, signal: AbortSignal | undefined): Promise<boolean> {
    if (isReading(call) || (this.#options.retry.unsafe && wasNotExecuted(error))) return true
    const { headers, retry, timeout } = call
    const versionCall: Call = { method: 'GET', path: 'version', cause: 'raw', headers, retry, timeout, signal }
    this.#supportsKeys ??= await this.send(versionCall).then(
      ({ value }) => (value as { idempotency_keys?: boolean } | undefined)?.idempotency_keys === true,
      // An HTTP error means no; without a response, the next failure requests `version` again.
      (failure: unknown) => (failure instanceof HttpError ? false : undefined),
    )
    return this.#supportsKeys ?? false
  }
}
