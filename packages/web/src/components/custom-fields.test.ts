import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenIn,
  type CustomField,
  historyValue,
  optionsOf,
  textOf,
  typedText,
  typedValue,
  valueAfter,
  type ValueFormats,
} from './custom-fields.ts'

const formats: ValueFormats = {
  yes: 'Yes',
  no: 'No',
  time: (date) => date.toISOString(),
  day: (day) => `the day ${day}`,
  nameOf: (resource, id) => `${resource} ${id}`,
  plain: (html) => html.replaceAll(/<[^>]*>/g, ''),
}
const field = (data_type: string, options?: CustomField['data_option']['options']): CustomField => ({
  object: 'Ticket',
  name: 'custom',
  display: 'Custom',
  data_type,
  data_option: options ? { options } : {},
  screens: {},
})
const text = (field: CustomField, value: unknown) => textOf(field, value, formats)

test('values are shown with the names of their options', () => {
  const size = field('select', { s: 'Small', l: 'Large' })
  assert.deepEqual([text(size, 'l'), text(size, 'gone'), text(size, null), text(size, '')], ['Large', 'gone', '', ''])
  assert.equal(text(field('multiselect', { a: 'A', b: 'B' }), ['a', 'b']), 'A, B')
  assert.deepEqual([text(field('boolean'), true), text(field('boolean'), false)], ['Yes', 'No'])
  assert.equal(text(field('integer'), 0), '0')
})

test('people and organizations are shown by name, days in the format of the user, and HTML as text', () => {
  assert.equal(text(field('user_autocompletion'), 888), 'user 888')
  assert.equal(text(field('autocompletion_ajax_customer_organization'), '7'), 'organization 7')
  assert.equal(text(field('date'), '2024-01-02'), 'the day 2024-01-02')
  assert.equal(text(field('richtext'), '<b>bold</b> words'), 'bold words')
})

test('a value of an external data source is shown with its label', () => {
  const source = field('autocompletion_ajax_external_data_source')
  assert.equal(text(source, { value: 12, label: 'Contract 12' }), 'Contract 12')
  assert.equal(text(source, historyValue(source, '{"value":12,"label":"Contract 12"}')), 'Contract 12')
})

test('the history contains lists as JSON, and texts as they are', () => {
  const list = field('multiselect')
  assert.deepEqual([historyValue(list, '["a","b"]'), historyValue(list, '[no')], [['a', 'b'], '[no'])
  assert.equal(historyValue(field('input'), '["a"]'), '["a"]')
})

test('a tree becomes a list in which each branch names its parent', () => {
  const places = [{ name: 'Berlin', value: 'b', children: [{ name: 'Hall', value: 'b::h' }] }]
  assert.deepEqual(optionsOf(field('tree_select', places), formats), [
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
