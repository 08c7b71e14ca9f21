import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ListSearch } from './list-address.ts'
import { savedViewBody } from './saved-view.ts'

const info = {
  name: 'Open',
  order: { by: 'created_at', direction: 'ASC' },
  groupBy: null,
  columns: ['title'],
  condition: {},
  query: 'printer',
}
const conditionFor = (condition: object, search: ListSearch) =>
  savedViewBody('Mine', { ...info, condition }, search).condition

it('the condition of a view is that of its overview and that of the filters', () => {
  const condition = { 'ticket.owner_id': { operator: 'is', value: ['1'] } }
  assert.deepEqual(conditionFor(condition, { state: '2' }), {
    'ticket.owner_id': { operator: 'is', value: ['1'] },
    'ticket.state_id': { operator: 'is', value: ['2'] },
  })
})

it('an attribute of the overview and of a filter is compared with both', () => {
  const condition = {
    'ticket.state_id': { operator: 'is not', value: ['1'] },
    'ticket.tags': { operator: 'contains all', value: 'vip' },
  }
  assert.deepEqual(conditionFor(condition, { state: '1,2', tag: 'late' }), {
    operator: 'AND',
    conditions: [
      { name: 'ticket.state_id', operator: 'is not', value: ['1'] },
      { name: 'ticket.tags', operator: 'contains all', value: 'vip' },
      { name: 'ticket.state_id', operator: 'is', value: ['1', '2'] },
      { name: 'ticket.tags', operator: 'contains one', value: 'late' },
    ],
  })
})

it('the filters of a view are added to a nested condition', () => {
  const owner = { 'ticket.owner_id': { operator: 'is', value: ['1'] } }
  const nested = { operator: 'OR', conditions: [owner, { name: 'ticket.title', operator: 'contains', value: 'ink' }] }
  assert.deepEqual(conditionFor(nested, { state: '2' }), {
    operator: 'AND',
    conditions: [
      {
        operator: 'OR',
        conditions: [
          { operator: 'AND', conditions: [{ name: 'ticket.owner_id', operator: 'is', value: ['1'] }] },
          { name: 'ticket.title', operator: 'contains', value: 'ink' },
        ],
      },
      { name: 'ticket.state_id', operator: 'is', value: ['2'] },
    ],
  })
})

it('a view has the shown sort order and both queries', () => {
  assert.deepEqual(savedViewBody('Mine', info, { waiting: '1', sort: '-updated_at' }), {
    name: 'Mine',
    condition: {},
    query: '(printer) AND (waiting_since:*)',
    order: { by: 'updated_at', direction: 'DESC' },
    view: { s: ['title'] },
  })
  assert.deepEqual(savedViewBody('Mine', info, {}).order, { by: 'created_at', direction: 'ASC' })
})
