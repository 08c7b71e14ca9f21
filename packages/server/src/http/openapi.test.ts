import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openRoutes, routes } from './routes/index.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { type Person, type World, world } from '../testing/world.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, { readonly content: Record<string, { readonly schema: object }> }>>
  readonly summary?: string
  readonly security?: readonly object[]
}
interface Document {
  readonly openapi: string
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let w: World
let document: Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
before(async () => {
  w = await world()
  const attachment = { store_file_id: 1, filename: 'x', size: 1, preferences: {}, article_id: 1 }
  await unitOfWork(w.desk, 1, (unit) => insert(unit, 'attachment', attachment))
  document = (await w.ask('openapi.json', { as: 'nobody' })).json
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', ...document })
})
after(() => w.close())

const pathOf = (path: string): string => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** @throws AssertionError when an answer is not what the specification says of it. */
function assertDescribed(path: string, method: string, status: number, json: unknown, about: string): void {
  const operation = document.paths[pathOf(path)]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path} is not in the specification`)
  const response = operation.responses[String(status)]
  assert.ok(response, `${method} ${path} does not say that it may answer ${status}`)
  const pointer = ['paths', pathOf(path), method.toLowerCase(), 'responses', String(status)]
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')
  const check = ajv.getSchema(`document#/${pointer}/content/application~1json/schema`)
  assert.ok(check, pointer)
  assert.ok(check(json), `${about}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(json).slice(0, 500)}`)
}

test('the specification is valid OpenAPI 3.1 to somebody who has nothing to do with us', async () => {
  assert.match(document.openapi, /^3\.1\./)
  const result = await new Validator().validate(structuredClone(document) as never)
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
})

test('every route that runs is in it, with a sentence, its parameters and its refusals', () => {
  for (const route of [...openRoutes, ...routes]) {
    const operation = document.paths[pathOf(route.path)]?.[route.method.toLowerCase()]
    assert.ok(operation, `${route.method} ${route.path}`)
    assert.ok((operation.summary ?? '').endsWith('.'), route.path)
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inQuery = (route.parameters ?? []).map(({ name }) => name)
    const described = (where: string) => (operation.parameters ?? []).filter((p) => p.in === where).map((p) => p.name)
    assert.deepEqual(described('path'), inPath, route.path)
    assert.deepEqual(described('query').toSorted(), inQuery.toSorted(), route.path)
    assert.ok(operation.responses[String(('status' in route && route.status) || 200)], route.path)
    if (!('open' in route))
      for (const status of [401, 403, 404, 422]) assert.ok(operation.responses[status], route.path)
  }
})

test('nothing else is in it', () => {
  const running = [...openRoutes, ...routes].map(({ method, path }) => `${method} ${pathOf(path)}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(described.toSorted(), [...running, 'GET /api/v1/openapi.json'].toSorted())
})

test('operations have names of their own, so that a client can be generated', () => {
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => ('operationId' in operation ? [operation.operationId] : [])),
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('every answer is what the specification says of it, in every mode, for everybody', async () => {
  const modes = [
    '',
    'expand=true',
    'full=true',
    'fields=id',
    'fields=created_at',
    'with_total_count=1',
    'per_page=0',
    'fields=nothing',
    'only_total_count=true',
  ]
  const people: (Person | 'nobody')[] = ['admin', 'rita', 'nils', 'plain', 'gone', 'nobody']
  let looked = 0
  for (const route of [...openRoutes, ...routes]) {
    if (typeof route.answer === 'string') continue
    // Who asks keeps the token they ask with.
    const there = route.path === '/user_access_token/:id' ? [] : ['1', '2', '7']
    const addresses = route.path.includes(':id')
      ? [...there, '999', 'abc'].map((id) => route.path.replace(':id', id))
      : [route.path === '/tags' ? '/tags?object=Ticket&o_id=2' : route.path]
    for (const address of addresses) {
      for (const mode of modes) {
        for (const as of people) {
          const url = `${address}${address.includes('?') ? '&' : '?'}${mode}`
          const reply = await w.ask(url.slice(1), { as, method: route.method })
          assertDescribed(route.path, route.method, reply.status, reply.json, `${route.method} ${url} as ${as}`)
          looked += 1
        }
      }
    }
  }
  assert.ok(looked > 1000)
  assert.deepEqual(w.logged, [])
})

test('every key of every record is described', async () => {
  for (const path of ['tickets', 'ticket_articles', 'users', 'organizations', 'groups', 'roles', 'ticket_states']) {
    const schema =
      document.paths[`/api/v1/${path}/{id}`]?.['get']?.responses['200']?.content['application/json']?.schema
    const name = (schema as { $ref: string }).$ref.split('/').at(-1) as string
    const { properties } = document.components.schemas[name] as { properties: Record<string, object> }
    for (const mode of ['', '?expand=true']) {
      const { json } = await w.ask(`${path}/1${mode}`)
      for (const key of Object.keys(json)) assert.ok(key in properties, `${path} ${key}`)
    }
  }
})

test('the page to browse it is there, runs under its policy, and asks nobody else', async () => {
  for (const url of ['/docs', '/docs/']) {
    const page = await w.ask(url, { as: 'nobody' })
    assert.equal(page.status, 200)
    assert.match(page.headers['content-type'] ?? '', /^text\/html/)
    const policy = page.headers['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'self'/)
    assert.doesNotMatch(policy, /script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/)
    assert.doesNotMatch(page.text, /(?:src|href)="https?:\/\//)
    const scripts = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, address]) => address ?? '')
    assert.ok(scripts.length >= 3)
    for (const script of scripts) {
      const file = await w.ask(new URL(script, `http://x${url}`).pathname, { as: 'nobody' })
      assert.equal(file.status, 200, script)
    }
    assert.doesNotMatch(page.text, /<script(?![^>]*src=)[^>]*>\s*[^<\s]/)
  }
})

test('the page gets the same specification', async () => {
  const { json } = await w.ask('/docs/json', { as: 'nobody' })
  assert.deepEqual(json.paths, document.paths)
})

test('what is not there below the pages is refused as everywhere', async () => {
  const { status, json } = await w.ask('/docs/nothing', { as: 'nobody' })
  assert.equal(status, 404)
  assert.equal(json.error, 'No route matches [GET] /docs/nothing')
})
