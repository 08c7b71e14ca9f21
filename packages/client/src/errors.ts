/** The request that an error comes from, without credentials and body, and the response to it. */
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

/** Base of the errors of requests. An abort throws the signal's reason instead, unchanged; wrong arguments throw a TypeError or
 * RangeError.
 */
export class HelpdeskError extends Error {
  static {
    setName(this, 'HelpdeskError')
  }
  /** The message without method, address and status of the request. */
  readonly reason: string
  declare readonly method?: string | undefined
  declare readonly url?: string | undefined
  /** Number of times the request was sent. */
  declare readonly attempts?: number | undefined
  /** The status of the response, if there was one. */
  declare readonly status?: number | undefined
  /** The page of a list that failed: `iter({ page: error.page })` resumes there. */
  declare readonly page?: number | undefined

  constructor(reason: string, info: ErrorInfo = {}) {
    const { cause, ...details } = info
    const { method, url, status } = info
    const request = method ? ` (${method} ${url}${status ? `: ${status}` : ''})` : ''
    super(reason + request, cause === undefined ? undefined : { cause })
    this.reason = reason
    Object.assign(this, details)
  }

  get [brand](): boolean {
    return true
  }

  /** Returns the data that may be logged: no headers, no bodies. */
  toJSON(): object {
    const { body: _body, headers: _headers, ...details } = this as ErrorInfo
    return { name: this.name, message: this.message, ...details }
  }
}

/** The connection failed or broke. */
export class ConnectionError extends HelpdeskError {
  static {
    setName(this, 'ConnectionError')
  }
}

/** The complete response did not arrive in time. */
export class TimeoutError extends ConnectionError {
  static {
    setName(this, 'TimeoutError')
  }
}

/** A successful response that is not JSON, such as the login page of a proxy. The reason contains an excerpt. */
export class ParseError extends HelpdeskError {
  static {
    setName(this, 'ParseError')
  }
}

/** The server answered with an error status. `reason` is the message of the server. */
export class HttpError extends HelpdeskError {
  static {
    setName(this, 'HttpError')
  }
  declare readonly status: number
  /** The parsed JSON, or the text if it is not JSON. */
  declare readonly body: unknown
  declare readonly headers: Headers
  declare readonly requestId?: string | undefined
  /** Seconds to wait, according to the server. */
  declare readonly retryAfter?: number | undefined
}

/** 400: the request is malformed. */
export class BadRequestError extends HttpError {
  static {
    setName(this, 'BadRequestError')
  }
}

/** 403: the user lacks a permission. */
export class PermissionError extends HttpError {
  static {
    setName(this, 'PermissionError')
  }
}

/** 401, and 403 for a request without credentials: they are missing or wrong, or have expired. */
export class AuthenticationError extends PermissionError {
  static {
    setName(this, 'AuthenticationError')
  }
}

/** 404: the record or route does not exist, or the user may not see it. */
export class NotFoundError extends HttpError {
  static {
    setName(this, 'NotFoundError')
  }
  declare readonly collection?: string | undefined
  declare readonly recordId?: number | undefined
}

/** 409: the record exists already. 412: it has changed since it was read. */
export class ConflictError extends HttpError {
  static {
    setName(this, 'ConflictError')
  }
}

/** 422: the values are invalid. */
export class ValidationError extends HttpError {
  static {
    setName(this, 'ValidationError')
  }
}

/** 429: too many requests. */
export class RateLimitError extends HttpError {
  static {
    setName(this, 'RateLimitError')
  }
}

/** 5xx: the server failed. */
export class ServerError extends HttpError {
  static {
    setName(this, 'ServerError')
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

/** Returns the error for the status of a response. */
export function httpError(message: string, info: ErrorInfo & { status: number }): HttpError {
  const { status } = info
  if (status === 403 && message === 'Authentication required') return new AuthenticationError(message, info)
  const kind = byStatus[status] ?? (status > 499 ? ServerError : HttpError)
  return new kind(message, info)
}

/** Returns true for errors of this library, including those of a second copy of the package, where `instanceof` returns false. */
export function isHelpdeskError(error: unknown): error is HelpdeskError {
  return typeof error === 'object' && error !== null && brand in error
}

/** Sets the name of an error class, with which stack traces begin, so that minifiers do not change it. */
function setName(kind: { prototype: object }, name: string): void {
  Object.defineProperty(kind, 'name', { value: name })
  Object.defineProperty(kind.prototype, 'name', { value: name, writable: true, configurable: true })
}
