import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CustomField } from '../../components/custom-fields.ts'
import { actionsFor } from '../actions/actions.ts'
import { type Attribute, attributesOf } from './attributes.ts'
import { newComparison, isComplete, missingInCondition } from './condition.ts'

const field = (data_type: string): CustomField => ({
  object: 'Ticket',
  name: data_type,
  display: data_type,
  data_type,
  data_option: { options: { r: 'Red' } },
  screens: {},
})
const types = [
  'input',
  'textarea',
  'richtext',
  'select',
  'tree_select',
  'multiselect',
  'multi_tree_select',
  'boolean',
  'integer',
  'date',
  'datetime',
  'user_autocompletion',
  'autocompletion_ajax_customer_organization',
]
const attribute = (data_type: string) =>
  attributesOf([field(data_type)]).find(({ name }) => name === `ticket.${data_type}`) as Attribute

test('custom fields of each type, except external data sources, can be compared and set', () => {
  const named = types.map((type) => `ticket.${type}`)
  const compared = attributesOf(types.map(field)).map(({ name }) => name)
  const set = actionsFor('rule', types.map(field)).map(({ name }) => name)
  assert.deepEqual(
    named.filter((name) => !compared.includes(name) || !set.includes(name)),
    [],
  )
})

test('fields with a list of values offer the values, and fields for users refer to users', () => {
  assert.deepEqual(attribute('select').options, [{ id: 'r', name: 'Red' }])
  assert.deepEqual(attribute('multiselect').options, [{ id: 'r', name: 'Red' }])
  assert.deepEqual([attribute('user_autocompletion').to, attribute('date').to], ['user', undefined])
})

test('the unit that the form shows is part of a new comparison', () => {
  assert.deepEqual(newComparison(attribute('date')), {
    name: 'ticket.date',
    operator: 'before (relative)',
    value: '',
    range: 'day',
  })
  assert.deepEqual(newComparison(attribute('date'), 'today'), { name: 'ticket.date', operator: 'today' })
})

test('a condition is complete when every comparison that needs a value has one', () => {
  const days = newComparison(attribute('date'))
  assert.equal(isComplete(days), false)
  assert.equal(isComplete({ ...days, value: '3' }), true)
  assert.equal(isComplete({ operator: 'OR', conditions: [{ ...days, value: '3' }, days] }), false)
  assert.equal(isComplete({ name: 'ticket.owner_id', operator: 'is', pre_condition: 'current_user.id' }), true)
  assert.equal(isComplete({ name: 'ticket.pending_time', operator: 'has reached' }), true)
  assert.equal(missingInCondition({ 'ticket.state_id': { operator: 'is', value: [] } }), 'condition_incomplete')
  assert.equal(missingInCondition({}), undefined)
})
