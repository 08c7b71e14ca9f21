import type { SearchErrorParts } from './search/error.ts'

/**
 * All error codes, each with its HTTP status and the default sentence for the caller. The sentences of 401 and 403 and
 * "Please contact your administrator." are those of Zammad, because existing clients compare them.
 */
export const faults = {
  invalid_json: { status: 400, sentence: 'The body is not valid JSON.' },
  bad_request: { status: 400, sentence: 'The request is not valid HTTP.' },
  bad_credentials: { status: 401, sentence: 'Invalid BasicAuth credentials' },
  unknown_token: { status: 401, sentence: "Can't find User for Token" },
  expired_token: { status: 401, sentence: 'Not authorized (token expired)!' },
  forged: { status: 401, sentence: 'CSRF token verification failed!' },
  login_failed: { status: 401, sentence: 'Login failed. The account is not active.' },
  no_credentials: { status: 403, sentence: 'Authentication required' },
  forbidden: { status: 403, sentence: 'Not authorized' },
  user_lacks_permission: { status: 403, sentence: 'Not authorized (user)!' },
  token_lacks_permission: { status: 403, sentence: 'Not authorized (token)!' },
  not_found: { status: 404, sentence: 'There is no resource at this address.' },
  wrong_method: { status: 405, sentence: 'The method is not allowed at this address.' },
  too_slow: { status: 408, sentence: 'The request did not arrive in time.' },
  exists: { status: 409, sentence: 'The record exists already.' },
  gone: { status: 410, sentence: 'The requested data is no longer stored.' },
  precondition_failed: { status: 412, sentence: 'The record has changed since it was read.' },
  too_large: { status: 413, sentence: 'The body is too large.' },
  address_too_long: { status: 414, sentence: 'The address is too long.' },
  wrong_content_type: { status: 415, sentence: 'The content type is not supported; send application/json.' },
  invalid: { status: 422, sentence: 'The request is not valid.' },
  takes_too_long: {
    status: 422,
    sentence: 'The request took longer than 10 seconds and was stopped; narrow the search, or sort by another column.',
  },
  too_many_requests: { status: 429, sentence: 'Too many requests.' },
  headers_too_large: { status: 431, sentence: 'The headers or the address are too large.' },
  client_gone: { status: 499, sentence: 'The client closed the connection before the answer was ready.' },
  internal: { status: 500, sentence: 'Please contact your administrator.' },
  busy: { status: 503, sentence: 'The database is busy, or the service is starting or stopping; try again.' },
  unwritable: {
    status: 503,
    sentence: 'The disk or the database of the service is unavailable at present; try again.',
  },
  full: {
    status: 507,
    sentence: 'The disk of the service is full; nothing was changed. Try again when there is space.',
  },
} as const satisfies Record<string, { status: number; sentence: string }>

export type FaultCode = keyof typeof faults

/** The body of every error answer. `error` and `error_human` are equal, because existing clients read either. */
export interface ErrorBody {
  readonly error: string
  readonly error_human: string
  /** The id of the request, also in the log. */
  readonly error_id: string
  /** For invalid input: the errors and their paths. An error in a search query also comes in parts. */
  readonly details?: readonly ({ readonly path: string; readonly message: string } & Partial<SearchErrorParts>)[]
}
