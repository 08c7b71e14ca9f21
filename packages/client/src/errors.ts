/** What an error knows about the request it comes from. Never credentials, never the request's body. */
export interface ErrorInfo {
  method?: string | undefined
  url?: string | undefined
  attempts?: number | undefined
  page?: number | undefined
  cause?: unknown
  status?: number | undefined
  body?: unknown
  headers?: Headers | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  collection?: string | undefined
  recordId?: number | undefined
}

const brand = Symbol.for('@deskbell/client.error')

/** Base of everything this library throws by itself. An abort throws the signal's reason instead, untouched. */
export class HelpdeskError extends Error {
  static {
    named(this, 'HelpdeskError')
  }
  /** What went wrong, in a sentence for people: the message without the request. */
  readonly reason: string
  declare readonly method?: string | undefined
  declare readonly url?: string | undefined
  /** How many times the request was sent. */
  declare readonly attempts?: number | undefined
  /** The status of the answer, where there was one. */
  declare readonly status?: number | undefined
  /** The page of a list that failed: `iter({ page: error.page })` resumes there. */
  declare readonly page?: number | undefined

  constructor(reason: string, info: ErrorInfo = {}) {
    const { cause, ...known } = info
    const { method, url, status } = info
    const request = method ? ` (${method} ${url}${status ? `: ${status}` : ''})` : ''
    super(reason + request, cause === undefined ? undefined : { cause })
    this.reason = reason
    Object.assign(this, known)
  }

  get [brand](): boolean {
    return true
  }

  /** What may be logged: no headers, no bodies. */
  toJSON(): object {
    const { body: _body, headers: _headers, ...known } = this as ErrorInfo
    return { name: this.name, message: this.message, ...known }
  }
}

/** No answer: the connection could not be made or broke. */
export class ConnectionError extends HelpdeskError {
  static {
    named(this, 'ConnectionError')
  }
}

/** The answer, body included, was not complete in time. */
export class TimeoutError extends ConnectionError {
  static {
    named(this, 'TimeoutError')
  }
}

/** An answer with a status of success that is not JSON, such as the login page of a proxy. The reason has an excerpt. */
export class ParseError extends HelpdeskError {
  static {
    named(this, 'ParseError')
  }
}

/** The server answered with an error status. The `reason` is the server's sentence for people. */
export class HttpError extends HelpdeskError {
  static {
    named(this, 'HttpError')
  }
  declare readonly status: number
  /** The parsed JSON, or the text. */
  declare readonly body: unknown
  declare readonly headers: Headers
  declare readonly requestId?: string | undefined
  /** Seconds the server asked to wait. */
  declare readonly retryAfter?: number | undefined
}

/** 400: the request could not be understood. */
export class BadRequestError extends HttpError {
  static {
    named(this, 'BadRequestError')
  }
}

/** 403: known, but not allowed; also for no credentials at all. */
export class PermissionError extends HttpError {
  static {
    named(this, 'PermissionError')
  }
}

/** 401: the credentials are wrong or have expired. */
export class AuthenticationError extends PermissionError {
  static {
    named(this, 'AuthenticationError')
  }
}

/** 404. */
export class NotFoundError extends HttpError {
  static {
    named(this, 'NotFoundError')
  }
  declare readonly collection?: string | undefined
  declare readonly recordId?: number | undefined
}

/** 409 or 412: somebody else was faster. */
export class ConflictError extends HttpError {
  static {
    named(this, 'ConflictError')
  }
}

/** 422: the values were refused. */
export class ValidationError extends HttpError {
  static {
    named(this, 'ValidationError')
  }
}

/** 429. */
export class RateLimitError extends HttpError {
  static {
    named(this, 'RateLimitError')
  }
}

/** 5xx. */
export class ServerError extends HttpError {
  static {
    named(this, 'ServerError')
  }
}

const byStatus: { readonly [status: number]: typeof HttpError } = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

/** The error for an answer's status. */
export function httpError(message: string, info: ErrorInfo & { status: number }): HttpError {
  const kind = byStatus[info.status] ?? (info.status > 499 ? ServerError : HttpError)
  return new kind(message, info)
}

/** Whether this library made the error: also true for a second copy of the package, where `instanceof` is not. */
export function isHelpdeskError(error: unknown): error is HelpdeskError {
  return typeof error === 'object' && error !== null && brand in error
}

/**
 * The error as one of several waiters sees it: the first keeps the original, each other gets one of its own with the
 * original as `cause` and with the frames of the code that waits.
 */
export function forWaiter(error: unknown, trace: Error | undefined): unknown {
  if (!trace || !(error instanceof HelpdeskError)) return error
  const kind = error.constructor as typeof HelpdeskError
  return traced(new kind(error.reason, { ...(error as ErrorInfo), cause: error }), trace)
}

/** Engines with `stackTraceLimit` keep this many frames, because those of the library come before the caller's. */
const depth = 50

/** Keeps the stack of the caller, whose frames are gone when an answer comes. Its text is made only where it is read. */
export function traceHere(): Error {
  const { stackTraceLimit } = Error as { stackTraceLimit?: number }
  // `Reflect.set`, because the property may be frozen.
  if (stackTraceLimit) Reflect.set(Error, 'stackTraceLimit', Math.max(depth, stackTraceLimit))
  const trace = new Error()
  if (stackTraceLimit) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
  return trace
}

/** The error with the frames of `trace`. Errors of others, and reasons of aborts, keep their own. */
export function traced<E>(error: E, trace: Error): E {
  if (!(error instanceof HelpdeskError)) return error
  const { stack = '' } = trace
  // Only V8 begins with a line for name and message.
  const frames = stack.replace(/^Error\n/, '')
  const head = frames === stack ? '' : `${error.name}: ${error.message}\n`
  // The frames of this package tell the caller nothing.
  if (frames) error.stack = head + (frames.replace(/^.*@deskbell[+/\\]client.*\n?/gm, '') || frames)
  return error
}

/** Gives a class a name that minifiers do not change, before errors are made of it: their stacks begin with it. */
function named(kind: { prototype: object }, name: string): void {
  Object.defineProperty(kind, 'name', { value: name })
  Object.defineProperty(kind.prototype, 'name', { value: name, writable: true, configurable: true })
}
