import type { AnyRoute, Schema } from '../route.ts'

const text: Schema = { type: 'string' }
const number: Schema = { type: 'integer' }

/** Response headers, by name. */
export const responseHeaders = {
  ETag: { description: 'Version of the response, for `If-None-Match` and `If-Match`.', schema: text },
  'X-Request-Id': { description: 'Id of the request; also in the log.', schema: text },
  Link: { description: 'Links to other pages: `first`, `prev`, `next`, `last` (RFC 8288).', schema: text },
  'X-Total-Count': { description: 'Number of records on all pages, where it is known.', schema: number },
  'X-Cursor': { description: 'The value of `after` with which reading continues.', schema: number },
  'X-Ignored-Attributes': { description: 'Keys of the body that were ignored, separated by commas.', schema: text },
  'Idempotency-Replayed': { description: '`true` if this is the stored response to an earlier request.', schema: text },
  'X-Failure': { description: 'Reason of the refusal.', schema: text },
  'Retry-After': { description: 'Number of seconds to wait before trying again.', schema: number },
} as const

export type HeaderName = keyof typeof responseHeaders

/** The headers of a successful response. */
export function headersOf(route: AnyRoute): HeaderName[] {
  const parameterNames = new Set(route.parameters?.map(({ name }) => name))
  const isPaged = parameterNames.has('page')
  return [
    'X-Request-Id',
    ...('live' in route ? [] : (['ETag'] as const)),
    ...(isPaged ? (['Link', 'X-Total-Count'] as const) : []),
    ...(route.path === '/events' ? (['Link', 'X-Cursor'] as const) : []),
    ...('write' in route && route.body ? (['X-Ignored-Attributes'] as const) : []),
    ...('write' in route && route.method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
  ]
}
