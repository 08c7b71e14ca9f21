import { faults } from '@deskbell/contract'
import type { AnyRoute, WriteRoute } from './route.ts'
import { errorSchema } from './schemas.ts'

/** What stands in the OpenAPI document about a route. */
export function describe(route: AnyRoute) {
  const ok =
    typeof route.answer === 'string'
      ? { description: 'The bytes.', content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } } }
      : { description: 'The answer.', content: { 'application/json': { schema: route.answer } } }
  const tooMany = 'throttled' in route ? [429] : []
  const failures =
    'open' in route
      ? [...(route.refuses ?? []), ...(route.body ? [422] : []), ...tooMany, 500]
      : [401, 403, 404, ...('write' in route ? [412] : []), 422, ...tooMany, 500]
  return {
    tags: [route.tag],
    summary: route.doc,
    ...(route.parameters ? { querystring: queryschema(route) } : {}),
    ...('open' in route ? { security: [] } : {}),
    ...('body' in route ? { body: route.body } : {}),
    ...('write' in route ? { headers: headerSchema(route) } : {}),
    response: {
      [('status' in route && route.status) || 200]: ok,
      ...Object.fromEntries(failures.map((status) => [status, refusal(status, route)])),
    },
  }
}

function refusal(status: number, route: AnyRoute) {
  const fault = Object.values(faults).find((known) => known.status === status)
  const other = status === 422 && 'failed' in route ? route.failed : undefined
  const schema = other ? { anyOf: [errorSchema, other] } : errorSchema
  return { description: fault?.sentence ?? 'Refused.', content: { 'application/json': { schema } } }
}

/** The headers that make a write safe to send twice, and safe against others. */
const headerSchema = ({ method }: WriteRoute) => ({
  type: 'object',
  properties:
    method === 'POST'
      ? {
          'Idempotency-Key': {
            type: 'string',
            maxLength: 255,
            description: 'The same key and request within 24 hours get the first answer; nothing is done twice.',
          },
        }
      : {
          'If-Match': {
            type: 'string',
            description: 'The `ETag` of the record as it was read; 412 when someone was faster.',
          },
        },
})

const queryschema = ({ parameters = [] }: AnyRoute) => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, doc, schema }) => [name, { ...schema, description: doc }])),
})
