import { faults } from '@deskbell/contract'
import { STATUS_CODES } from '../status-codes.ts'
import type { AnyRoute, Parameter, Schema } from '../route.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { operationId } from './names.ts'
import { searchErrorParts } from './search-errors.ts'

/** The body of a request and the JSON of its response. */
export interface Example {
  readonly request?: object
  readonly response?: unknown
}

/** Examples by the id of their operation. */
export type Examples = Readonly<Record<string, Example>>

/** Makes the OpenAPI operation of a route. */
export function operationOf(route: AnyRoute, { request, response }: Example = {}) {
  const body = bodyOf(route, request)
  return {
    tags: [route.tag],
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...('open' in route ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [('status' in route && route.status) || 200]: successResponse(route, response),
      ...(route.method === 'GET' && !('live' in route) ? { 304: notModified } : {}),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, refusal(status, route)])),
    },
  }
}

/** The name of the component for an error status. */
export const refusalName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '')

const successResponse = (route: AnyRoute, example: unknown) => ({
  description: 'Success.',
  headers: refsTo(headersOf(route)),
  content:
    typeof route.response === 'string'
      ? { [route.response]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: route.response, ...exampleIn(example) } },
})

const exampleIn = (example: unknown) => (example === undefined ? {} : { example })

const notModified = { description: 'The `ETag` in `If-None-Match` is still current.', headers: refsTo(['ETag']) }

function refusalsOf(route: AnyRoute): number[] {
  const withBody = route.body ? [400, 413, 415, 422] : []
  const throttled = 'throttledBy' in route ? [429] : []
  const conditional = 'write' in route ? [412] : []
  const authenticated = 'open' in route ? [] : [401, 403, 404, 422]
  const declared = ('refuses' in route && route.refuses) || []
  const statuses = [...authenticated, ...declared, ...conditional, ...withBody, ...throttled, 500, 503]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

function refusal(status: number, route: AnyRoute) {
  const schema = status === 422 && 'unprocessable' in route ? route.unprocessable : undefined
  if (!schema) return { $ref: `#/components/responses/${refusalName(status)}` }
  return { ...refusalResponse(status), content: { 'application/json': { schema: { anyOf: [errorSchema, schema] } } } }
}

/** The response of an error, described by the message of the first fault with this status. */
export function refusalResponse(status: number) {
  const fault = Object.values(faults).find((candidate) => candidate.status === status)
  const headers: HeaderName[] = ['X-Request-Id']
  if (status === 401 || status === 403) headers.push('X-Failure')
  if (status === 429 || status === 503) headers.push('Retry-After')
  return {
    description: fault?.message ?? 'Refused.',
    headers: refsTo(headers),
    content: { 'application/json': { schema: errorSchema } },
  }
}

function refsTo(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Returns the body of an operation. A read by POST takes its parameters in the body. */
function bodyOf(route: AnyRoute, example: object | undefined) {
  if (route.body) {
    const types = ('takes' in route && route.takes) || ['application/json']
    return {
      required: Array.isArray(route.body['required']),
      content: Object.fromEntries(
        types.map((type) => [
          type,
          type === 'text/csv' ? csvContent(example) : { schema: route.body, ...exampleIn(example) },
        ]),
      ),
    }
  }
  if (!readsByPost(route)) return undefined
  const properties = Object.fromEntries(
    (route.parameters ?? []).map((parameter) => [parameter.name, bodyKey(parameter)]),
  )
  return { content: { 'application/json': { schema: { type: 'object', properties }, ...exampleIn(example) } } }
}

/** A CSV body is the text of the member `data` of a JSON body. */
const csvContent = (example: { readonly data?: unknown } = {}) => ({
  schema: { type: 'string' },
  ...exampleIn(example.data),
})

const readsByPost = (route: AnyRoute): boolean =>
  'run' in route && route.method === 'POST' && route.parameters !== undefined

function bodyKey({ doc, schema: { default: defaultValue, ...schema } }: Parameter): Schema {
  return {
    ...schema,
    description: defaultValue === undefined ? doc : `${doc} Defaults to ${JSON.stringify(defaultValue)}.`,
  }
}

const queryParameters = (route: AnyRoute) =>
  readsByPost(route)
    ? []
    : (route.parameters ?? []).map(({ name, doc, schema }) => ({ name, in: 'query', description: doc, schema }))

const pathParameters = ({ path }: AnyRoute) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: textParameters.has(name) ? { type: 'string' } : { type: 'integer', minimum: 1 },
  }))

/** Path parameters that are not numbers. */
const textParameters: ReadonlySet<string> = new Set(['form_id', 'hash', 'objects', 'target_number'])

/** Headers that make a write safe to repeat, or safe against concurrent changes. */
function headerParameters(route: AnyRoute) {
  if (!('write' in route)) return []
  return [...(route.method === 'POST' ? [idempotencyKey] : []), ...(route.conditional ? [ifMatch] : [])]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated request with the same key within 24 hours gets the response of the first one that succeeded, or 422 if that response contained a secret; nothing is done twice.',
  schema: { type: 'string', maxLength: 255 },
}
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: '`ETag` of the record as it was read. The response is 412 if the record has changed since.',
  schema: { type: 'string' },
}

/** The schema of every error. */
const errorSchema: Schema = {
  title: 'Error',
  type: 'object',
  properties: {
    error: { type: 'string' },
    error_human: { type: 'string' },
    error_id: { type: 'string', description: 'Also in the log.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' }, ...searchErrorParts },
        required: ['path', 'message'],
      },
    },
  },
  required: ['error', 'error_human', 'error_id'],
}
