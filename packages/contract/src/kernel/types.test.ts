import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boolean, date, decimal, id, integer, object, oneOf, ref, text, time } from './field.ts'
import { type Create, resource, type Row, type Update, type Wire } from './resource.ts'

/**
 * The types that follow from a declaration. The type check before every test run checks most of this file: it fails if a line
 * after `@ts-expect-error` is not an error.
 */
const thing = resource('thing', {
  path: 'things',
  model: 'Thing',
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
    at: time({ null: true, write: 'server' }),
    on: date(),
    hours: decimal({ null: true }),
    more: object(),
    secret: text({ max: 64, hidden: true }),
  },
})
type Thing = typeof thing

const row: Row<Thing> = {
  id: 1,
  name: 'a',
  note: null,
  colour: 'blue',
  size: 2,
  shown: true,
  owner_id: 3,
  at: null,
  on: '2026-01-01',
  hours: '1.5',
  more: {},
  secret: 'x',
}

/** Resolves to `true` if two types are the same. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const yes = (proof: true): void => assert.ok(proof)

test('a row has every field with its type, and nothing else', () => {
  yes(true satisfies Same<keyof Row<Thing>, keyof typeof row>)
  yes(true satisfies Same<Row<Thing>['note'], string | null>)
  yes(true satisfies Same<Row<Thing>['name'], string>)
  yes(true satisfies Same<Row<Thing>['colour'], 'red' | 'blue'>)
  yes(true satisfies Same<Row<Thing>['more'], Record<string, unknown>>)
  yes(true satisfies Same<Row<Thing>['hours'], string | null>)
  // @ts-expect-error a field that is not declared
  assert.equal(row.nothing, undefined)
  // @ts-expect-error null in a field that is never null
  const name: Row<Thing>['name'] = null
  // @ts-expect-error a value that is not listed
  const colour: Row<Thing>['colour'] = 'green'
  assert.deepEqual([name, colour] satisfies unknown[], [null, 'green'])
})

test('a record in a response has no hidden field', () => {
  yes(true satisfies Same<keyof Wire<Thing>, Exclude<keyof Row<Thing>, 'secret'>>)
  const { secret: _, ...rest } = row
  const wire: Wire<Thing> = rest
  // @ts-expect-error the hidden field
  assert.equal(wire.secret, undefined)
})

test('a create body has the required fields, may have those with a default or null, and never those of the server', () => {
  const required = { name: 'a', shown: true, owner_id: 1, on: '2026-01-01', more: {} } satisfies Create<Thing>
  const complete: Create<Thing> = { ...required, note: null, colour: 'blue', size: 3, hours: '2.0' }
  // @ts-expect-error a required field
  const without: Create<Thing> = { shown: true, owner_id: 1, on: '2026-01-01', more: {} }
  // @ts-expect-error the id
  const withId: Create<Thing> = { ...required, id: 5 }
  // @ts-expect-error a field of the server
  const withTime: Create<Thing> = { ...required, at: null }
  // @ts-expect-error the hidden field
  const withSecret: Create<Thing> = { ...required, secret: 'x' }
  assert.ok(complete && without && withId && withTime && withSecret)
})

test('an update body may be empty and never has fields that are set once', () => {
  const nothing: Update<Thing> = {}
  const update: Update<Thing> = { name: 'b', note: null }
  // @ts-expect-error set once
  const owner: Update<Thing> = { owner_id: 4 }
  // @ts-expect-error of the wrong type
  const size: Update<Thing> = { size: 'large' }
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
  yes(true satisfies Same<Thing['path'], 'things'>)
  yes(true satisfies Same<Thing['name'], 'thing'>)
})
