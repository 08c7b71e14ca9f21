import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenIn, type CustomField, optionsOf, textOf, typedText, typedValue, valueAfter } from './custom-fields.ts'

const yesNo = { yes: 'Yes', no: 'No' }
const field = (data_type: string, options?: CustomField['data_option']['options']): CustomField => ({
  object: 'Ticket',
  name: 'one',
  display: 'One',
  data_type,
  data_option: options ? { options } : {},
  screens: {},
})
const text = (of: CustomField, value: unknown) => textOf(of, value, yesNo, (at) => at.toISOString())

test('values are shown with the names of their options', () => {
  const size = field('select', { s: 'Small', l: 'Large' })
  assert.deepEqual([text(size, 'l'), text(size, 'gone'), text(size, null), text(size, '')], ['Large', 'gone', '', ''])
  assert.equal(text(field('multiselect', { a: 'A', b: 'B' }), ['a', 'b']), 'A, B')
  assert.deepEqual([text(field('boolean'), true), text(field('boolean'), false)], ['Yes', 'No'])
  assert.equal(text(field('integer'), 0), '0')
})

test('a tree becomes a list in which each branch names its parent', () => {
  const places = [{ name: 'Berlin', value: 'b', children: [{ name: 'Hall', value: 'b::h' }] }]
  assert.deepEqual(optionsOf(field('tree_select', places), yesNo), [
    { id: 'b', name: 'Berlin' },
    { id: 'b::h', name: 'Hall', help: 'Berlin' },
  ])
})

test('a choice sets a single value, or toggles one of several', () => {
  assert.equal(valueAfter(field('select', {}), 's', 'l'), 'l')
  assert.equal(valueAfter(field('boolean'), null, 'false'), false)
  assert.deepEqual(valueAfter(field('multiselect', {}), ['a'], 'b'), ['a', 'b'])
  assert.deepEqual(valueAfter(field('multiselect', {}), ['a', 'b'], 'a'), ['b'])
  assert.deepEqual([chosenIn(null), chosenIn('a'), chosenIn(['a'])], [[], ['a'], ['a']])
})

test('typed texts are converted to values of their type, and back', () => {
  assert.deepEqual([typedValue(field('integer'), '7'), typedValue(field('input'), '')], [7, null])
  const due = field('datetime')
  assert.equal(typedValue(due, typedText(due, '2026-03-02T09:00:00.000Z')), '2026-03-02T09:00:00.000Z')
  assert.equal(typedText(field('date'), null), '')
})
