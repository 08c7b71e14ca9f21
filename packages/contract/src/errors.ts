import type { SearchErrorParts } from './search/error.ts'

/**
 * All error codes, each with its HTTP status and the default message for the caller. The sentences of 401 and 403 and
 * "Please contact your administrator." are those of Zammad, because existing clients compare them.
 */
export const faults = {
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request is not valid HTTP.' },
  bad_credentials: { status: 401, message: 'Invalid BasicAuth credentials' },
  unknown_token: { status: 401, message: "Can't find User for Token" },
  expired_token: { status: 401, message: 'Not authorized (token expired)!' },
  forged: { status: 401, message: 'CSRF token verification failed!' },
  login_failed: { status: 401, message: 'Login failed. The account is not active.' },
  no_credentials: { status: 403, message: 'Authentication required' },
  forbidden: { status: 403, message: 'Not authorized' },
  user_lacks_permission: { status: 403, message: 'Not authorized (user)!' },
  token_lacks_permission: { status: 403, message: 'Not authorized (token)!' },
  not_found: { status: 404, message: 'There is no resource at this address.' },
  wrong_method: { status: 405, message: 'The method is not allowed at this address.' },
  too_slow: { status: 408, message: 'The request did not arrive in time.' },
  exists: { status: 409, message: 'The record exists already.' },
  gone: { status: 410, message: 'The requested data is no longer stored.' },
  precondition_failed: { status: 412, message: 'The record has changed since it was read.' },
  too_large: { status: 413, message: 'The body is too large.' },
  address_too_long: { status: 414, message: 'The address is too long.' },
  wrong_content_type: { status: 415, message: 'The content type is not supported; send application/json.' },
  invalid: { status: 422, message: 'The request is not valid.' },
  takes_too_long: {
    status: 422,
    message: 'The request took too long and was stopped; narrow the search, or sort by another column.',
  },
  too_many_requests: { status: 429, message: 'Too many requests.' },
  headers_too_large: { status: 431, message: 'The headers or the address are too large.' },
  client_gone: { status: 499, message: 'The client closed the connection before the response was ready.' },
  internal: { status: 500, message: 'Please contact your administrator.' },
  busy: { status: 503, message: 'The database is busy, or the service is starting or stopping; try again.' },
  unwritable: {
    status: 503,
    message: 'The disk or the database of the service is unavailable at present; try again.',
  },
  full: {
    status: 507,
    message: 'The disk of the service is full; nothing was changed. Try again when there is space.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type FaultCode = keyof typeof faults

/** The body of every error response. `error` and `error_human` are equal, because existing clients read either. */
export interface ErrorBody {
  readonly error: string
  readonly error_human: string
  /** The id of the request, also in the log. */
  readonly error_id: string
  /** For invalid input: the errors and their paths. An error in a search query also has its parts. */
  readonly details?: readonly ({ readonly path: string; readonly message: string } & Partial<SearchErrorParts>)[]
}
