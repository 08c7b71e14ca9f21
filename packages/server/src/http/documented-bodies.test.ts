/** Request bodies that the OpenAPI document allows are accepted, and others are rejected. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { validValues, requiredOnly, invalidValues, type Schema, schemasOf } from '../testing/json-schema.ts'
import { addRecords } from '../testing/records.ts'
import { type Reply, type World, world } from '../testing/world.ts'

interface Operation {
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the operation, with ids in place of its parameters. */
  readonly url: string
  readonly schema: Schema
}

let w: World
let operations: readonly Operation[]
let find: ReturnType<typeof schemasOf>
before(async () => {
  w = await world()
  await addRecords(w)
  // User 3 is `admin`, the caller: changes of groups must not hide tickets from this user.
  await w.request('users/3', { method: 'PUT', body: { group_ids: { 1: ['full'], 2: ['full'], 3: ['full'] } } })
  // Creates a notification for the caller.
  const owned = `tickets/${String(w.ids['Label printer offline'])}`
  assert.equal((await w.request(owned, { as: 'rita', method: 'PUT', body: { owner_id: 3 } })).status, 200)
  const { json: document } = await w.request('openapi.json', { as: 'anonymous' })
  find = schemasOf(document)
  operations = await operationsIn(document)
})
after(() => w.close())

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}
interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, object>>
  readonly security?: readonly object[]
}

/**
 * Returns every write with a JSON body. Uploads are forms, and the bodies of searches have the looser rules of query
 * strings.
 */
async function operationsIn({ paths }: Document): Promise<Operation[]> {
  const writes: Operation[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [verb, { requestBody, responses, security }] of Object.entries(methods)) {
      const schema = requestBody?.content['application/json']?.schema
      // Writes document the status 412, unless they need no credentials: then `security` is an empty list.
      const isWrite = '412' in responses || security !== undefined
      if (!schema || !isWrite) continue
      const method = verb.toUpperCase() as Operation['method']
      writes.push({ name: `${method} ${path}`, method, url: await urlOf(path), schema: find(schema) })
    }
  }
  return writes
}

/** Returns the URL of a path, with the id of the last record of the list, because no other record needs that one. */
async function urlOf(path: string): Promise<string> {
  const ticket = String(w.ids['Quiet ticket'])
  const filled = path.replace('{ticket_id}', ticket).replace('{objects}', 'Ticket')
  if (!filled.includes('{id}')) return filled
  const { json } = await w.request(filled.slice(0, filled.indexOf('/{id}')))
  return filled.replace('{id}', String(json?.at?.(-1)?.id ?? 1))
}

async function request({ method, url }: Operation, body: object): Promise<Reply> {
  // The number of requests is limited for each minute.
  w.pass(61_000)
  if (!url.endsWith('/signin')) return w.request(url, { method, body })
  // Sign-in checks the CSRF token before the body.
  const { headers } = await w.request('signshow', { as: 'anonymous' })
  const visitor = { cookie: headers['set-cookie']?.toString() ?? '', 'x-csrf-token': headers['csrf-token'] ?? '' }
  return w.request(url, { method, body, headers: visitor })
}

/** Valid values of keys that are plain texts in the schema, because it cannot express their rules. */
const validTexts: Readonly<Record<string, unknown>> = {
  content_type: 'text/html',
  email: 'kim@wharf.example',
  endpoint: 'https://wharf.example/hook',
  timezone: 'Europe/Berlin',
  timezone_default: 'Europe/Berlin',
}

const withValidTexts = (body: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, value === null ? null : (validTexts[key] ?? value)]),
  )

/** Errors about the shape of a body, from `writing/values.ts`, `parts.ts` and `input.ts`. */
const aboutShape = [
  /: expected (a text|a whole number|true or false|an object|a list|a name|a time such|a date such|a number such), got /,
  /: expected (a number such as|one of|levels of access by group)/,
  /^The required value '.*' is missing\.$/,
  /is too long/,
  /at most \d+ at once/,
  // For a positive number, this is the error for an unknown record.
  /^Invalid value for param '.*': (?!\d)/,
]

/** Operations that may reject a valid body with such an error, with the reasons. */
const exceptions: Readonly<Record<string, RegExp>> = {
  // One of two keys is required, and null counts as absent.
  'POST /api/v1/checklist_items/create_bulk': /^The required value 'checklist_id' is missing\.$/,
  'POST /api/v1/links/add': /^The required value 'link_object_source_number' is missing\.$/,
  'DELETE /api/v1/links/remove': /^The required value 'link_object_source_number' is missing\.$/,
  // The kind of the value depends on the setting in the path.
  'PUT /api/v1/settings/{id}': /^\w+: expected /,
  // An absence needs a beginning, an end and a replacement.
  'PUT /api/v1/users/out_of_office': /^The required value 'out_of_office_\w+' is missing\.$/,
  // Unknown permissions are rejected like unknown ids.
  'POST /api/v1/user_access_token': /^Invalid value for param 'permissions?': /,
}

const describeReply = ({ name }: Operation, body: object, { status, text }: Reply) =>
  `${name} ${JSON.stringify(body)}: ${status} ${text.slice(0, 400)}`

test('no body that matches the documented schema is rejected for its shape', async () => {
  let accepted = 0
  for (const operation of operations) {
    const bodies = fc.sample(validValues(operation.schema, find), { numRuns: 12, seed: 14 }) as object[]
    for (const body of bodies.map(withValidTexts)) {
      const reply = await request(operation, body)
      assert.ok(reply.status < 500, describeReply(operation, body, reply))
      if (reply.status < 300) accepted += 1
      const sentences = [reply.json?.error, ...(reply.json?.details ?? []).map(({ message }: Detail) => message)]
      const shapeError = sentences.find((sentence) => aboutShape.some((pattern) => pattern.test(sentence)))
      if (shapeError !== undefined && !exceptions[operation.name]?.test(shapeError))
        assert.fail(describeReply(operation, body, reply))
    }
  }
  // The other bodies refer to unknown records, or violate a rule of the record.
  assert.ok(accepted > 400, String(accepted))
  assert.deepEqual(w.logged, [])
})

test('a body that violates the documented schema is rejected with 422 and the violated key', async () => {
  let tried = 0
  for (const operation of operations) {
    const { properties = {} } = operation.schema
    const whole = leastBody(operation)
    for (const [key, part] of Object.entries(properties)) {
      for (const wrong of invalidValues(part, find)) {
        // A name is ignored next to an id.
        const body = { ...whole, [key]: wrong }
        if (`${key}_id` in properties) delete body[`${key}_id`]
        await assertRefused(operation, body, key)
        tried += 1
      }
    }
  }
  assert.ok(tried > 1000, String(tried))
  assert.deepEqual(w.logged, [])
})

test('a body without a required key is rejected with 422 and that key', async () => {
  for (const operation of operations) {
    for (const key of operation.schema.required ?? []) {
      const { [key]: _, ...body } = leastBody(operation)
      await assertRefused(operation, body, key)
    }
  }
})

interface Detail {
  readonly path: string
  readonly message: string
}

const leastBody = ({ schema }: Operation): Record<string, unknown> =>
  withValidTexts(fc.sample(validValues(requiredOnly(schema), find), { numRuns: 1, seed: 41 })[0] as object)

async function assertRefused(operation: Operation, body: object, key: string): Promise<void> {
  const reply = await request(operation, body)
  assert.equal(reply.status, 422, describeReply(operation, body, reply))
  const { path } = reply.json.details[0] as Detail
  assert.ok(
    path === key || path.startsWith(`${key}[`) || path.startsWith(`${key}.`),
    describeReply(operation, body, reply),
  )
}
