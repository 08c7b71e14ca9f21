import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Resource, resources, systemUser } from '@deskbell/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openRoutes, routes } from './routes/index.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { type Person, tokenFor, type World, world } from '../testing/world.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly type?: string }
}
interface Response {
  readonly headers?: Readonly<Record<string, object>>
  readonly content: Record<string, { readonly schema: object; readonly example?: unknown }>
}
interface Operation {
  readonly operationId: string
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { properties?: object }; readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
  readonly summary: string
  readonly description?: string
}
interface Document {
  readonly openapi: string
  readonly security: readonly object[]
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let w: World
let document: Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
before(async () => {
  w = await world()
  const attachment = { store_file_id: 1, filename: 'x', size: 1, preferences: {}, article_id: 1 }
  await unitOfWork(w.desk, systemUser, (unit) => insert(unit, 'attachment', attachment))
  document = (await w.request('openapi.json', { as: 'anonymous' })).json
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  ajv.addSchema({ $id: 'chosen', ...structuredClone(document), components: withChosenKeys(document.components) })
})
after(() => w.close())

/** Returns the components for requests with `fields` or `full`, which choose the keys of records: no key is required. */
function withChosenKeys({ schemas, ...others }: Document['components']): object {
  const records = new Set(Object.values<Resource>(resources).map(({ model }) => model.replaceAll('::', '')))
  const chosen = Object.entries(schemas).map(([name, schema]) => [
    name,
    records.has(name) ? { ...schema, required: [] } : schema,
  ])
  return { ...others, schemas: Object.fromEntries(chosen) }
}

/** Resolves a reference within the document, and returns the value with its position. */
function resolved<T>(value: T | { readonly $ref: string }, position: string): [T, string] {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return [value, position]
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], document)
  return [target as T, value.$ref.slice(1)]
}

const operations = (): [method: string, path: string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [method, path, operation]),
  )

const pathOf = (path: string): string => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** @throws AssertionError if a response does not match the specification. */
function assertDescribed(path: string, method: string, status: number, json: unknown, about: string): void {
  const operation = document.paths[pathOf(path)]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path} is not in the specification`)
  const response = operation.responses[String(status)]
  assert.ok(response, `${method} ${path} does not document status ${status}`)
  const place = pointerTo('paths', pathOf(path), method.toLowerCase(), 'responses', String(status))
  const [, pointer] = resolved(response, place)
  const choosesKeys = /[?&](fields|full)=/.test(about)
  assertFits(`${pointer}/content/application~1json/schema`, json, about, choosesKeys ? 'chosen' : 'document')
}

const pointerTo = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function assertFits(pointer: string, json: unknown, about: string, root = 'document'): void {
  const check = ajv.getSchema(`${root}#${pointer}`)
  assert.ok(check, pointer)
  assert.ok(check(json), `${about}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(json).slice(0, 500)}`)
}

test('the specification is valid OpenAPI 3.1 for an independent validator', async () => {
  assert.match(document.openapi, /^3\.1\./)
  const result = await new Validator().validate(structuredClone(document) as never)
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
})

test('the specification contains every route, with its parameters and errors', () => {
  for (const route of [...openRoutes, ...routes]) {
    const operation = document.paths[pathOf(route.path)]?.[route.method.toLowerCase()]
    assert.ok(operation, `${route.method} ${route.path}`)
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const routeNames = (route.parameters ?? []).map(({ name }) => name)
    const parameters = operation.parameters.map((parameter) => resolved(parameter, '')[0])
    const described = (where: string) => parameters.filter((p) => p.in === where).map((p) => p.name)
    assert.deepEqual(described('path'), inPath, route.path)
    // A search by POST takes the parameters of GET in its body.
    const isBody = 'run' in route && route.method === 'POST' && routeNames.length > 0
    const acceptedNames = isBody
      ? Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})
      : described('query')
    assert.deepEqual(acceptedNames.toSorted(), routeNames.toSorted(), route.path)
    assert.ok(operation.responses[String(('status' in route && route.status) || 200)], route.path)
    if (!('open' in route))
      for (const status of [401, 403, 404, 422]) assert.ok(operation.responses[status], route.path)
  }
})

test('the specification contains no operations except the routes', () => {
  const running = [...openRoutes, ...routes].map(({ method, path }) => `${method} ${pathOf(path)}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(described.toSorted(), [...running, 'GET /api/v1/openapi.json'].toSorted())
})

test('every operation has a unique id, made from its method and path', () => {
  const ids = operations().map(([, , { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-zA-Z0-9]*)+$/)
  assert.equal(document.paths['/api/v1/tickets/{id}']?.['put']?.operationId, 'putTicketsById')
})

test('every operation has a summary in the imperative mood, and sentences as its description', () => {
  const verbs =
    /^(Activate|Add|Append|Ask|Change|Check|Choose|Copy|Count|Create|Delete|Download|Execute|Explain|Get|Import|Link|List|Mark|Merge|Process|Record|Remove|Rename|Repeat|Report|Request|Reset|Restart|Resume|Revoke|Run|Save|Search|Send|Set|Sign|Split|Stream|Subscribe|Suggest|Unlock|Unsubscribe|Update|Upload|Write) /
  for (const [method, path, { summary, description }] of operations()) {
    assert.match(`${summary} `, verbs, `${method} ${path}`)
    assert.doesNotMatch(summary, /[.!]$/)
    assert.ok(summary.length < 80, summary)
    if (description !== undefined) assert.match(description, /^[A-Z`].*\.$/)
  }
})

test('ids in paths are integers', () => {
  for (const [, path, { parameters }] of operations()) {
    const ids = parameters
      .map((parameter) => resolved(parameter, '')[0])
      .filter(({ name, in: where }) => where === 'path' && name === 'id')
    for (const { schema } of ids) assert.equal(schema.type, 'integer', path)
  }
})

// The examples are responses of the service; the test of derived files checks that they are current.
test('every operation has examples of its body and its response, which match their schemas', () => {
  for (const [method, path, { operationId, requestBody, responses }] of operations()) {
    for (const [type, body] of Object.entries(requestBody?.content ?? {})) {
      assert.ok(body.example, `${operationId} ${type}`)
      const place = pointerTo('paths', path, method, 'requestBody', 'content', type, 'schema')
      assertFits(place, body.example, operationId)
    }
    const [status = '', response] = Object.entries(responses).find(([one]) => one.startsWith('2')) ?? []
    const json = response && 'content' in response ? response.content['application/json'] : undefined
    if (!json) continue
    // The example of `getOpenapiJson` would be the document itself.
    assert.equal(json.example !== undefined, operationId !== 'getOpenapiJson', operationId)
    if (json.example === undefined) continue
    assertFits(
      pointerTo('paths', path, method, 'responses', status, 'content', 'application/json', 'schema'),
      json.example,
      operationId,
    )
  }
})

const headersOf = (method: string, path: string, status: string): string[] => {
  const [response] = resolved<Response>(document.paths[path]?.[method]?.responses[status] as Response, '')
  return Object.keys(response.headers ?? {})
}

test('responses list their headers', () => {
  assert.deepEqual(headersOf('get', '/api/v1/tickets', '200'), ['X-Request-Id', 'ETag', 'Link', 'X-Total-Count'])
  assert.ok(headersOf('post', '/api/v1/tickets', '201').includes('X-Ignored-Attributes'))
  assert.ok(headersOf('post', '/api/v1/users', '429').includes('Retry-After'))
  assert.ok(headersOf('get', '/api/v1/tickets', '403').includes('X-Failure'))
})

test('a bearer token is the first kind of credentials, and a token without a scheme is accepted', async () => {
  assert.deepEqual(document.security[0], { bearer: [] })
  const token = await tokenFor(w, 'admin', {})
  for (const authorization of [`Bearer ${token}`, token, `Token token=${token}`]) {
    assert.equal((await w.request('users/me', { headers: { authorization } })).status, 200, authorization.slice(0, 8))
  }
  assert.equal((await w.request('users/me', { headers: { authorization: `${token}x` } })).status, 401)
})

test('every response matches the specification, in every mode, for every caller', async () => {
  const forms = ['', 'expand=true', 'full=true', 'fields=id']
  // The further modes are of reads only; most of them concern lists.
  const modes = [
    ...forms,
    'fields=created_at',
    'with_total_count=1',
    'per_page=0',
    'fields=nothing',
    'only_total_count=true',
  ]
  const people: (Person | 'anonymous')[] = ['admin', 'rita', 'nils', 'plain', 'gone', 'anonymous']
  let checked = 0
  for (const route of [...openRoutes, ...routes]) {
    if (typeof route.response === 'string') continue
    // Deleting a token could delete the one that the test uses.
    const ids = route.path === '/user_access_token/:id' ? [] : ['1', '2', '7']
    const addresses = route.path.includes(':id')
      ? [...ids, '999', 'abc'].map((id) => route.path.replace(':id', id))
      : [route.path === '/tags' ? '/tags?object=Ticket&o_id=2' : route.path]
    for (const address of addresses) {
      for (const mode of route.method === 'GET' ? modes : forms) {
        for (const as of people) {
          const url = `${address}${address.includes('?') ? '&' : '?'}${mode}`
          const reply = await w.request(url.slice(1), { as, method: route.method })
          assertDescribed(route.path, route.method, reply.status, reply.json, `${route.method} ${url} as ${as}`)
          checked += 1
        }
      }
    }
  }
  assert.ok(checked > 1000)
  assert.deepEqual(w.logged, [])
})

const requiredIn = (name: string) => (document.components.schemas[name] as { required: string[] }).required

test('the keys that every response contains are required', () => {
  for (const key of ['id', 'number', 'title', 'state_id', 'customer_id', 'created_at']) {
    assert.ok(requiredIn('Ticket').includes(key), key)
  }
  // Customers see fewer keys of other users; the names of related records, such as `state`, need `expand`.
  assert.deepEqual(requiredIn('User').toSorted(), [
    'active',
    'firstname',
    'fullname',
    'id',
    'image',
    'image_source',
    'lastname',
  ])
  assert.ok(!requiredIn('Ticket').includes('state'))
})

test('every key of the main records is described', async () => {
  for (const path of ['tickets', 'ticket_articles', 'users', 'organizations', 'groups', 'roles', 'ticket_states']) {
    const [{ content }] = resolved(document.paths[`/api/v1/${path}/{id}`]?.['get']?.responses['200'] as Response, '')
    const { schema } = content['application/json'] as { schema: object }
    const name = (schema as { $ref: string }).$ref.split('/').at(-1) as string
    const { properties } = document.components.schemas[name] as { properties: Record<string, object> }
    for (const mode of ['', '?expand=true']) {
      const { json } = await w.request(`${path}/1${mode}`)
      for (const key of Object.keys(json)) assert.ok(key in properties, `${path} ${key}`)
    }
  }
})
