import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Field, relationOf, type Resource, resources, visibleFields } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { routes } from '../http/routes/index.ts'
import { eachDialect } from './each-dialect.ts'
import { addRecords } from './records.ts'
import { tokenFor, type World, world } from './world.ts'

/*
 * Tests writing to every resource. The requests follow from its declaration, so that a new resource is covered from the
 * start; `needs` adds what the rules of some resources require.
 */

const writable = Object.values<Resource>(resources).filter(
  ({ can, path }) =>
    Boolean(can.create) && routes.some((route) => route.method === 'POST' && route.path === `/${path}`),
)

interface Needs {
  /** The values that a new record needs in addition to those that follow from its declaration. */
  readonly body?: (n: number) => object
  /** The values that every change needs. */
  readonly change?: object
  /** Fields with rules of their own, which are not tested here. */
  readonly fieldsWithRules?: readonly string[]
}

const needs: Readonly<Record<string, Needs>> = {
  object_attribute: {
    body: (n) => ({ object: 'User', name: `field_${n}`, data_type: 'input', data_option: {} }),
    change: { data_option: { type: 'tel' } },
    fieldsWithRules: ['object_lookup_id', 'name', 'data_type', 'data_option', 'screens'],
  },
  ticket: {
    body: (n) => ({ group_id: 1, customer_id: 2, state_id: 2, number: String(990_000 + n) }),
    fieldsWithRules: [
      'group_id',
      'priority_id',
      'state_id',
      'organization_id',
      'owner_id',
      'customer_id',
      'pending_time',
    ],
  },
  article: {
    body: () => ({ ticket_id: 1, type_id: 10, sender_id: 1 }),
    fieldsWithRules: ['ticket_id', 'preferences'],
  },
  user: {
    body: (n) => ({ firstname: `Person ${n}`, lastname: 'Quill' }),
    fieldsWithRules: ['login', 'firstname', 'lastname', 'email', 'preferences'],
  },
  group: { fieldsWithRules: ['parent_id'] },
  macro: { fieldsWithRules: ['perform'] },
  overview: { body: (n) => ({ link: `overview_${n}` }), fieldsWithRules: ['link', 'condition', 'group_direction'] },
  saved_view: { fieldsWithRules: ['condition', 'query', 'group_direction'] },
  channel: { body: () => ({ group_id: 1 }), fieldsWithRules: ['inbound', 'outbound'] },
  postmaster_filter: {
    body: () => ({ match: { from: { operator: 'is', value: 'x' } } }),
    fieldsWithRules: ['match', 'perform'],
  },
  email_address: { body: (n) => ({ email: `address${n}@desk.example` }), fieldsWithRules: ['email'] },
  calendar: {
    body: () => ({ timezone: 'Europe/Berlin' }),
    fieldsWithRules: ['timezone', 'business_hours', 'public_holidays', 'ical_url', 'default'],
  },
  sla: { fieldsWithRules: ['condition', 'update_time'] },
  trigger: { fieldsWithRules: ['condition', 'perform', 'timezone'] },
  job: { fieldsWithRules: ['condition', 'perform', 'timezone'] },
  webhook: {
    body: () => ({ endpoint: 'https://example.com/hook' }),
    fieldsWithRules: ['endpoint', 'events', 'custom_payload', 'signature_token', 'basic_auth_password', 'bearer_token'],
  },
  // Users 7 to 10 are customers of the world.
  data_privacy_task: { body: (n) => ({ deletable_id: 6 + n }), fieldsWithRules: ['deletable_id'] },
  draft: { body: () => ({ kind: 'new_ticket' }), fieldsWithRules: ['ticket_id', 'kind', 'form_id'] },
  checklist_item: { body: () => ({ checklist_id: 1 }), fieldsWithRules: ['ticket_id'] },
  time_accounting: { fieldsWithRules: ['ticket_article_id'] },
}

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`writing every resource, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRecords(w)
    })
    after(() => w.close())

    test('there are resources to write', () => assert.ok(writable.length >= 2))
    for (const resource of writable) describe(resource.path, () => testWriting(resource, () => w))
    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

/** Fields whose null is replaced by a value derived from the rest of a new record. */
const derivedIfNull = new Set(['ticket_articles.type_id', 'ticket_articles.sender_id'])

function testWriting(resource: Resource, worldOf: () => World): void {
  const { path, name, can } = resource
  const fieldsWithRules = new Set(needs[name]?.fieldsWithRules)
  const changed = needs[name]?.change ?? {}
  let w: World
  let created = 0
  before(() => {
    w = worldOf()
  })

  /** A valid value of a field; different numbers give different values. */
  async function valueFor(field: Field, n: number): Promise<unknown> {
    const samples: Record<Field['kind'], () => unknown> = {
      id: () => n,
      integer: () => n,
      text: () => `it's ${n}`.slice(0, field.max),
      boolean: () => n % 2 === 0,
      time: () => new Date(Date.UTC(2026, 1, 1 + n)).toISOString(),
      date: () => `2026-01-0${1 + (n % 9)}`,
      decimal: () => `${n}.25`,
      one_of: () => field.values?.[n % (field.values.length || 1)],
      object: () => ({ n }),
      ref: () => undefined,
    }
    if (field.to === undefined) return samples[field.kind]()
    const rows = await dynamic(w.desk.database)
      .selectFrom(targetOf(field).path)
      .select('id')
      .orderBy('id')
      .limit(3)
      .execute()
    return rows[n % rows.length]?.['id'] ?? null
  }

  async function body(n: number): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {}
    for (const [column, field] of visibleFields(resource)) {
      if (field.write === 'server' || field.null || field.default !== undefined || field.kind === 'object') continue
      values[column] = await valueFor(field, n)
    }
    return { ...values, ...needs[name]?.body?.(n) }
  }

  async function create(): Promise<Record<string, unknown> & { id: number }> {
    const reply = await w.request(path, { method: 'POST', body: await body((created += 1)) })
    assert.equal(reply.status, 201, reply.text)
    return reply.json
  }
  const events = async () =>
    (await dynamic(w.desk.database).selectFrom('events').select(['name', 'o_id']).orderBy('id').execute()).map(
      (row) => `${row['name'] as string} ${row['o_id'] as number}`,
    )

  test('a created record is read back, and has an event', async () => {
    const record = await create()
    const { json } = await w.request(`${path}/${record.id}`)
    for (const key of Object.keys(json)) assert.deepEqual(record[key], json[key], key)
    assert.equal(json.created_by_id, w.ids['admin'])
    assert.ok((await events()).includes(`${name}.created ${record.id}`))
    const expanded = await w.request(`${path}?expand=true`, { method: 'POST', body: await body((created += 1)) })
    assert.equal(expanded.status, 201)
    assert.equal(expanded.json.created_by, 'admin@desk.example')
    const full = await w.request(`${path}?full=true`, { method: 'POST', body: await body((created += 1)) })
    assert.ok(full.json.assets[resource.model.replaceAll('::', '')][full.json.id])
  })

  test('an invalid value of a field is rejected with its name, and nothing is written', async () => {
    const before = await events()
    for (const [column, field] of visibleFields(resource)) {
      if (field.write === 'server' || fieldsWithRules.has(column)) continue
      for (const wrong of invalidValuesFor(field)) {
        if (wrong === null && derivedIfNull.has(`${path}.${column}`)) continue
        const reply = await w.request(path, {
          method: 'POST',
          // Values that no created record has.
          body: { ...(await body(created + 500)), [column]: wrong },
        })
        assert.equal(reply.status, 422, `${column}: ${JSON.stringify(wrong)?.slice(0, 80)} ${reply.text}`)
        assert.equal(reply.json.details?.[0]?.path, column, reply.text)
      }
    }
    assert.deepEqual(await events(), before)
  })

  test('a second request with the same idempotency key creates nothing', async () => {
    const headers = { 'idempotency-key': `conformance ${path}` }
    const values = await body((created += 1))
    const first = await w.request(path, { method: 'POST', body: values, headers })
    const second = await w.request(path, { method: 'POST', body: values, headers })
    assert.equal(first.status, 201, first.text)
    assert.equal(second.text, first.text)
  })

  test('writing requires the permission, of the user and of the token', async () => {
    const values = await body(created + 900)
    const before = await events()
    assert.equal((await w.request(path, { method: 'POST', body: values, as: 'anonymous' })).status, 403)
    assert.equal((await w.request(path, { method: 'POST', body: values, as: 'plain' })).status, 403)
    const authorization = `Token ${await tokenFor(w, 'admin', { permissions: ['report'] })}`
    assert.equal((await w.request(path, { method: 'POST', body: values, headers: { authorization } })).status, 403)
    assert.deepEqual(await events(), before)
  })

  if (can.update) {
    test('each field can be changed alone, a reference by id or by name, and there is an event', async () => {
      const { id } = await create()
      for (const [column, field] of visibleFields(resource)) {
        if (field.write !== undefined || fieldsWithRules.has(column)) continue
        const value = await valueFor(field, (created += 1))
        const reply = await w.request(`${path}/${id}`, { method: 'PUT', body: { ...changed, [column]: value } })
        assert.equal(reply.status, 200, `${column}: ${reply.text}`)
        assert.deepEqual(reply.json[column], value, column)
        const label = field.to === undefined || value === null ? null : targetOf(field).label
        if (label === null) continue
        const [row] = await dynamic(w.desk.database)
          .selectFrom(targetOf(field).path)
          .select(label)
          .where('id', '=', value)
          .execute()
        const relation = relationOf(column)
        const named = await w.request(`${path}/${id}?expand=true`, {
          method: 'PUT',
          body: { [relation]: row?.[label] },
        })
        assert.equal(named.json[relation], row?.[label], `${relation}: ${named.text}`)
      }
      assert.ok((await events()).includes(`${name}.updated ${id}`))
    })

    test('a conditional write after another change is rejected with 412 and writes nothing', async () => {
      const { id } = await create()
      const etag = (await w.request(`${path}/${id}`)).headers['etag'] as string
      w.pass(1000)
      assert.equal(
        (await w.request(`${path}/${id}`, { method: 'PUT', body: changed, headers: { 'if-match': etag } })).status,
        200,
      )
      const before = await events()
      const late = await w.request(`${path}/${id}`, { method: 'PUT', body: changed, headers: { 'if-match': etag } })
      assert.equal(late.status, 412)
      assert.deepEqual(await events(), before)
      assert.equal((await w.request(`${path}/999999`, { method: 'PUT', body: changed })).status, 404)
    })
  }

  if (can.delete) {
    test('a deleted record is gone, has an event, and is not found again', async () => {
      const { id } = await create()
      const reply = await w.request(`${path}/${id}`, { method: 'DELETE' })
      assert.equal(reply.status, 200, reply.text)
      assert.equal((await w.request(`${path}/${id}`)).status, 404)
      assert.equal((await w.request(`${path}/${id}`, { method: 'DELETE' })).status, 404)
      assert.equal((await events()).at(-1), `${name}.deleted ${id}`)
    })
  }
}

const targetOf = (field: Field): Resource => (resources as Record<string, Resource>)[field.to as string] as Resource

/** Invalid values of a field. */
function invalidValuesFor(field: Field): unknown[] {
  const wrong: Record<Field['kind'], unknown[]> = {
    id: [],
    integer: ['many', 1.5, {}],
    text: [{ a: 1 }, ['a'], 'a\0b', 'x'.repeat((field.max ?? 0) + 1)],
    boolean: ['perhaps', 7, {}],
    time: ['tomorrow', 5, '2026-99-99T00:00:00Z'],
    date: ['2026-02-30', 'soon'],
    decimal: ['much', {}],
    one_of: ['none of these', 1],
    object: ['text', [1], 5],
    ref: [999_999, 'abc', -1, 1.5, {}],
  }
  const missing = field.null || field.default !== undefined || field.kind === 'object' ? [] : [null]
  return [...wrong[field.kind], ...missing]
}
