import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergeConditions, savedViewBody } from './saved-view.ts'

const is = (...value: string[]) => ({ operator: 'is', value })

it('a view combines the condition of its overview with the filters', () => {
  assert.deepEqual(
    mergeConditions(
      { 'ticket.state_id': is('1', '2'), 'ticket.owner_id': is('1') },
      { 'ticket.state_id': is('2', '4') },
    ),
    { 'ticket.state_id': is('2'), 'ticket.owner_id': is('1') },
  )
})

it('a view has the shown sort order and both queries', () => {
  const info = {
    name: 'Open',
    order: { by: 'created_at', direction: 'ASC' },
    groupBy: null,
    columns: ['title'],
    condition: {},
    query: 'printer',
  }
  assert.deepEqual(savedViewBody('Mine', info, { waiting: '1', sort: '-updated_at' }), {
    name: 'Mine',
    condition: {},
    query: '(printer) AND (waiting_since:*)',
    order: { by: 'updated_at', direction: 'DESC' },
    view: { s: ['title'] },
  })
  assert.deepEqual(savedViewBody('Mine', info, {}).order, { by: 'created_at', direction: 'ASC' })
})
