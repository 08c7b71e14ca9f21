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
  override name = 'HelpdeskError'
  declare readonly method?: string | undefined
  declare readonly url?: string | undefined
  /** How many times the request was sent. */
  declare readonly attempts?: number | undefined
  /** The page of a list that failed: `iter({ page: error.page })` resumes there. */
  declare readonly page?: number | undefined

  constructor(message: string, info: ErrorInfo = {}) {
    const { cause, ...known } = info
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, known)
  }

  get [brand](): boolean {
    return true
  }

  /** What may be logged: no headers, no bodies. */
  toJSON(): object {
    const { body: _body, headers: _headers, ...known } = this as ErrorInfo
    return { ...known, message: this.message }
  }
}

/** No answer: the connection could not be made or broke. */
export class ConnectionError extends HelpdeskError {
  override name = 'ConnectionError'
}

/** The answer, body included, was not complete in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** A successful answer that is not JSON, such as the login page of a proxy. The message has an excerpt. */
export class ParseError extends HelpdeskError {
  override name = 'ParseError'
}

/** The server answered with an error status. The message is the server's sentence for people. */
export class HttpError extends HelpdeskError {
  override name = 'HttpError'
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
  override name = 'BadRequestError'
}

/** 403: known, but not allowed; also for no credentials at all. */
export class PermissionError extends HttpError {
  override name = 'PermissionError'
}

/** 401: the credentials are wrong or have expired. */
export class AuthenticationError extends PermissionError {
  override name = 'AuthenticationError'
}

/** 404. */
export class NotFoundError extends HttpError {
  override name = 'NotFoundError'
  declare readonly collection?: string | undefined
  declare readonly recordId?: number | undefined
}

/** 409 or 412: somebody else was faster. */
export class ConflictError extends HttpError {
  override name = 'ConflictError'
}

/** 422: the values were refused. */
export class ValidationError extends HttpError {
  override name = 'ValidationError'
}

/** 429. */
export class RateLimitError extends HttpError {
  override name = 'RateLimitError'
}

/** 5xx. */
export class ServerError extends HttpError {
  override name = 'ServerError'
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
 * original as `cause`; all show the frames of the code that asked.
 */
export function forWaiter(error: unknown, asked: Error, first: boolean): unknown {
  if (!(error instanceof HelpdeskError)) return error
  const kind = error.constructor as typeof HelpdeskError
  const own = first ? error : new kind(error.message, { ...(error as ErrorInfo), cause: error })
  const frames = asked.stack?.split('\n').slice(1).join('\n')
  if (frames) own.stack = `${own.name}: ${own.message}\n${frames}`
  return own
}
