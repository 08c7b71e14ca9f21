import { link, withDeadline, race, sleep } from './abort.ts'
import type { RetryPolicy } from './client-options.ts'
import type { Authorization } from './credentials.ts'
import type { Cause, Events } from './diagnostics.ts'
import {
  AuthenticationError,
  ConnectionError,
  type ErrorInfo,
  HelpdeskError,
  HttpError,
  httpError,
  ParseError,
  TimeoutError,
  traced,
  traceHere,
} from './errors.ts'
import type { CreateOptions } from './options.ts'
import type { Queue } from './queue.ts'

/** One call: the request and the options for timeouts and repetitions. */
export interface Call extends CreateOptions {
  method: string
  /** Below `/api/v1`, or from the root when it begins with `/api/`. */
  path: string
  query?: object | undefined
  json?: unknown
  body?: BodyInit | undefined
  cause: Cause
  /** The record, for a NotFoundError. */
  about?: { collection: string; recordId: number } | undefined
  /** Leaves the body of the response unread. */
  raw?: boolean
  /** The stack that errors get; by default that of the call of `send`. */
  trace?: Error | undefined
}

/** A successful answer. */
export interface Answer {
  /** Parsed JSON; `undefined` for an empty body. */
  readonly value: unknown
  readonly response: Response
  /** The request and the status, for errors about the answer. */
  readonly info: ErrorInfo
  readonly trace: Error
}

/** The queue, listeners and counters that derived clients share. */
export interface Shared {
  readonly queue: Queue
  readonly stats: { sent: number; joined: number; cacheHits: number; batched: number }
  readonly emit: <K extends keyof Events>(event: K, what: Events[K]) => void
  requests: number
}

/** The address of the service, credentials, timeouts and repetitions. */
export interface TransportOptions {
  readonly base: string
  readonly authorization: Authorization
  readonly fetch: typeof globalThis.fetch | undefined
  readonly headers: readonly HeadersInit[]
  readonly timeout: number
  readonly deadline: number | undefined
  readonly retry: Required<RetryPolicy>
}

/** Sends calls: queue, timeouts, repetitions, credentials, errors. It is independent of collections. */
export class Transport {
  readonly shared: Shared
  readonly #options: TransportOptions
  /** True if the server supports idempotency keys; undefined until it has been determined. */
  #supportsKeys: boolean | undefined

  constructor(options: TransportOptions, shared: Shared) {
    this.#options = options
    this.shared = shared
  }

  /** Returns the absolute address of a path. It begins with that of the service, so that credentials go to no other host. */
  url(path: string, query?: object): string {
    const root = path.startsWith('/api/') ? '' : '/api/v1/'
    if (/^\w+:\/\//.test(path)) throw new TypeError('A path is needed, not an address')
    return this.#options.base + root + path.replace(root ? /^\/+/ : '', '') + queryText(query)
  }

  /** Sends a call, with repetitions where they are allowed, until it succeeds, fails for good or its deadline passes. */
  async send(call: Call): Promise<Answer> {
    const { trace = traceHere() } = call
    const url = this.url(call.path, call.query)
    const info: ErrorInfo = { method: call.method, url: shortened(url), ...call.about }
    const { deadline } = this.#options
    const late = () => new TimeoutError(`No answer within ${deadline} ms`, info)
    const life = deadline ? link(call.signal, deadline, late) : undefined
    const signal = life?.signal ?? call.signal
    const id = ++this.shared.requests
    let renewed = false
    try {
      for (let attempt = 1; ; attempt++) {
        info.attempts = attempt
        const header = this.#options.authorization.header()
        try {
          const authorization = typeof header === 'string' ? header : await race(header, signal)
          return { ...(await this.#attempt(call, url, id, info, authorization, signal)), trace }
        } catch (error) {
          if (signal?.aborted) throw signal.reason
          if (!renewed && error instanceof AuthenticationError) {
            renewed = this.#options.authorization.renew(header)
            if (renewed) continue
          }
          const delay = this.#delay(call, error, attempt)
          if (delay === undefined || !(await this.#isRepeatable(call, error, signal))) throw error
          this.shared.emit('retry', { id, delay, reason: error })
          await sleep(delay, signal)
        }
      }
    } catch (error) {
      if (error instanceof HelpdeskError) this.shared.emit('failure', { id, error: traced(error, trace) })
      throw error
    } finally {
      life?.done()
    }
  }

  async #attempt(
    call: Call,
    url: string,
    id: number,
    info: ErrorInfo,
    authorization: string,
    life: AbortSignal | undefined,
  ): Promise<Omit<Answer, 'trace'>> {
    const { queue, emit, stats } = this.shared
    const { method, timeout = this.#options.timeout } = call
    await queue.enter(life)
    const late = () => new TimeoutError(`No answer within ${timeout} ms`, info)
    try {
      return await withDeadline(life, timeout, late, async (signal) => {
        stats.sent++
        emit('request', { id, method, url: info.url ?? url, attempt: info.attempts ?? 1, cause: call.cause })
        const began = performance.now()
        const headers = requestHeaders([...this.#options.headers, call.headers], authorization, call)
        const body = (call.json === undefined ? call.body : JSON.stringify(call.json)) ?? null
        const response = await (this.#options.fetch ?? fetch)(url, { method, headers, signal, body })
        const text = call.raw && response.ok ? undefined : await response.text()
        const ms = performance.now() - began
        emit('response', { id, status: response.status, ms, bytes: text?.length })
        call.onResponse?.(response)
        if (!response.ok) throw this.#httpError(response, text ?? '', info)
        const answered = { ...info, status: response.status }
        return { value: text ? this.#parsed(text, answered) : undefined, response, info: answered }
      })
    } catch (error) {
      if (error instanceof HelpdeskError || life?.aborted) throw error
      throw this.connectionError('No answer', error, info)
    } finally {
      queue.leave()
    }
  }

  /** Returns the error for a missing or incomplete answer because of an error of `fetch`. */
  connectionError(what: string, cause: unknown, info: ErrorInfo): ConnectionError {
    return new ConnectionError(`${what}: ${this.#options.authorization.hide(fetchMessage(cause))}`, { ...info, cause })
  }

  #httpError(response: Response, text: string, info: ErrorInfo): HttpError {
    const { status, headers } = response
    const safe = this.#options.authorization.hide(text)
    let body: unknown = safe
    try {
      body = JSON.parse(safe)
    } catch {
      // Not JSON, such as the page of a proxy: the text is the body.
    }
    const { error, error_human } = (body ?? {}) as { error?: string; error_human?: string }
    const message = error_human || error || response.statusText || `HTTP ${status}`
    const requestId = headers.get('x-request-id') ?? undefined
    const retryAfter = seconds(headers.get('retry-after'))
    const { queue } = this.shared
    if (status === 429 && retryAfter && retryAfter <= this.#options.retry.maxRetryAfter) queue.pause(retryAfter * 1000)
    return httpError(message, {
      ...info,
      status,
      headers,
      body,
      requestId,
      retryAfter,
    })
  }

  #parsed(text: string, info: ErrorInfo): unknown {
    try {
      return JSON.parse(text)
    } catch {
      const excerpt = this.#options.authorization.hide(text).slice(0, 120).replace(/\s+/g, ' ')
      throw new ParseError(`The answer is not JSON: ${excerpt}`, info)
    }
  }

  /**
   * Returns true if repeating a failed call is safe, even if the server has carried it out. Creates are safe if the server
   * supports idempotency keys. The first failure requests `version`, which says so, with repetitions like any read.
   */
  async #isRepeatable(call: Call, error: unknown, signal: AbortSignal | undefined): Promise<boolean> {
    if (isReading(call) || (this.#options.retry.unsafe && wasNotExecuted(error))) return true
    const { headers, retry, timeout } = call
    const versionCall: Call = { method: 'GET', path: 'version', cause: 'raw', headers, retry, timeout, signal }
    this.#supportsKeys ??= await this.send(versionCall).then(
      ({ value }) => (value as { idempotency_keys?: boolean } | undefined)?.idempotency_keys === true,
      // An HTTP error means no; without an answer the next failure requests it again.
      (failure: unknown) => (failure instanceof HttpError ? false : undefined),
    )
    return this.#supportsKeys ?? false
  }

  /** Returns the milliseconds until the call may be repeated; `undefined` if it must not be. */
  #delay(call: Call, error: unknown, attempt: number): number | undefined {
    const { limit, statuses, maxRetryAfter, base, cap, unsafe } = this.#options.retry
    const times = call.retry === undefined ? limit : call.retry || 0
    // A timeout is not repeated, because the caller's time is over.
    if (attempt > times || error instanceof TimeoutError) return undefined
    const { status, retryAfter } = error as ErrorInfo
    const isTemporary = error instanceof ConnectionError || (status !== undefined && statuses.includes(status))
    if (!(isReading(call) || hasKey(call) ? isTemporary : unsafe && wasNotExecuted(error))) return undefined
    if (retryAfter === undefined) return Math.random() * Math.min(cap, base * 2 ** (attempt - 1))
    return retryAfter > maxRetryAfter ? undefined : retryAfter * 1000
  }
}

/** Returns the message of an error of `fetch`, from its cause: its own message is just "fetch failed". */
function fetchMessage(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}

const isReading = ({ method }: Call): boolean => /^(GET|HEAD|OPTIONS)$/.test(method)

const hasKey = ({ method, idempotencyKey }: Call): boolean => method === 'POST' && Boolean(idempotencyKey)

/** Returns true if the server did not carry out the call and said when to repeat it. */
function wasNotExecuted(error: unknown): boolean {
  const { status, retryAfter } = error as ErrorInfo
  return retryAfter !== undefined && (status === 429 || status === 503)
}

/** Returns the headers as a plain object, the fastest form for `fetch` and the easiest to check in tests. */
function requestHeaders(sources: (HeadersInit | undefined)[], authorization: string, call: Call) {
  const headers: Record<string, string> = { accept: call.raw ? '*/*' : 'application/json', authorization }
  if (call.json !== undefined) headers['content-type'] = 'application/json'
  if (hasKey(call)) headers['idempotency-key'] = String(call.idempotencyKey)
  for (const source of sources) {
    if (source) new Headers(source).forEach((value, name) => (headers[name] = value))
  }
  return headers
}

function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) parameters.set(name, String(value))
  return parameters.size ? `?${parameters}` : ''
}

/** Shortens query values to 200 characters, for errors and events: searches can be long and private. */
function shortened(url: string): string {
  return url.length > 200 ? url.replace(/([?&][^=]*=)([^&]{200})[^&]+/g, '$1$2…') : url
}

/** Returns the seconds of a Retry-After header, which contains a number or a date. */
function seconds(header: string | null): number | undefined {
  const wait = header ? Number(header) || (Date.parse(header) - Date.now()) / 1000 : Number.NaN
  if (header === '0') return 0
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}
