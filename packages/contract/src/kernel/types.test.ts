import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boolean, date, decimal, id, integer, object, oneOf, ref, text, time } from './field.ts'
import { type Create, resource, type Row, type Update, type Wire } from './resource.ts'

/**
 * A declaration whose types are tested. Most of the testing is done by the type check, which fails if a line after
 * `@ts-expect-error` is not an error.
 */
const parcel = resource('parcel', {
  path: 'parcels',
  model: 'Parcel',
  doc: 'For this test.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 10 }),
    note: text({ max: 10, null: true }),
    colour: oneOf(['red', 'blue'], { default: 'red' }),
    size: integer({ default: 1 }),
    shown: boolean(),
    owner_id: ref('user', { write: 'once' }),
    sent_at: time({ null: true, write: 'server' }),
    due_on: date(),
    hours: decimal({ null: true }),
    details: object(),
    secret: text({ max: 64, hidden: true }),
  },
})
type Parcel = typeof parcel

const row: Row<Parcel> = {
  id: 1,
  name: 'a',
  note: null,
  colour: 'blue',
  size: 2,
  shown: true,
  owner_id: 3,
  sent_at: null,
  due_on: '2026-01-01',
  hours: '1.5',
  details: {},
  secret: 'x',
}

/** The type `true` if two types are the same. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const check = (proof: true): void => assert.ok(proof)

test('a row has every field with its type, and nothing else', () => {
  check(true satisfies Same<keyof Row<Parcel>, keyof typeof row>)
  check(true satisfies Same<Row<Parcel>['note'], string | null>)
  check(true satisfies Same<Row<Parcel>['name'], string>)
  check(true satisfies Same<Row<Parcel>['colour'], 'red' | 'blue'>)
  check(true satisfies Same<Row<Parcel>['details'], Record<string, unknown>>)
  check(true satisfies Same<Row<Parcel>['hours'], string | null>)
  // @ts-expect-error a field that is not declared
  assert.equal(row.nothing, undefined)
  // @ts-expect-error null in a field that is never null
  const name: Row<Parcel>['name'] = null
  // @ts-expect-error a value that is not listed
  const colour: Row<Parcel>['colour'] = 'green'
  assert.deepEqual([name, colour] satisfies unknown[], [null, 'green'])
})

test('a record in a response has no hidden field', () => {
  check(true satisfies Same<keyof Wire<Parcel>, Exclude<keyof Row<Parcel>, 'secret'>>)
  const { secret: _, ...rest } = row
  const wire: Wire<Parcel> = rest
  // @ts-expect-error the hidden field
  assert.equal(wire.secret, undefined)
})

test('a create body has the required fields, may have those with a default or null, and never those of the server', () => {
  const required = { name: 'a', shown: true, owner_id: 1, due_on: '2026-01-01', details: {} } satisfies Create<Parcel>
  const complete: Create<Parcel> = { ...required, note: null, colour: 'blue', size: 3, hours: '2.0' }
  // @ts-expect-error a required field
  const without: Create<Parcel> = { shown: true, owner_id: 1, due_on: '2026-01-01', details: {} }
  // @ts-expect-error the id
  const withId: Create<Parcel> = { ...required, id: 5 }
  // @ts-expect-error a field of the server
  const withTime: Create<Parcel> = { ...required, sent_at: null }
  // @ts-expect-error the hidden field
  const withSecret: Create<Parcel> = { ...required, secret: 'x' }
  assert.ok(complete && without && withId && withTime && withSecret)
})

test('an update body may be empty and never has fields that are set once', () => {
  const nothing: Update<Parcel> = {}
  const update: Update<Parcel> = { name: 'b', note: null }
  // @ts-expect-error set once
  const owner: Update<Parcel> = { owner_id: 4 }
  // @ts-expect-error of the wrong type
  const size: Update<Parcel> = { size: 'large' }
  assert.ok(nothing && update && owner && size)
})

test('the compiler rejects wrong declarations', () => {
  // @ts-expect-error a text without a maximum length
  text({ null: true })
  // @ts-expect-error a label that is neither name nor login
  resource('a', { path: 'as', model: 'A', doc: '', label: 'title', fields: { id: id() } })
  // @ts-expect-error a permission that is not on the list
  resource('b', { path: 'bs', model: 'B', doc: '', fields: { id: id() }, can: { read: ['admin.nothing'] } })
  // @ts-expect-error a flag that does not exist
  integer({ hiden: true })
  check(true satisfies Same<Parcel['path'], 'parcels'>)
  check(true satisfies Same<Parcel['name'], 'parcel'>)
})
