import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnsFor, templateOf } from './columns.ts'

const info = {
  name: 'Open',
  order: { by: 'created_at', direction: 'ASC' },
  groupBy: null,
  condition: {},
  query: undefined,
  columns: ['title', 'customer', 'group', 'state', 'owner', 'organization'],
}
/** The third parameter is the width of the list in rem. */
const namesOf = (...options: Parameters<typeof columnsFor>) => columnsFor(...options).map(({ name }) => name)
const usual = ['priority', 'number', 'title', 'state', 'customer', 'owner', 'due', 'updated']

it('a list has the columns of its overview for which there is room', () => {
  assert.deepEqual(namesOf(undefined, undefined, 75), usual)
  assert.deepEqual(
    namesOf(info, undefined, 90).filter((name) => !usual.includes(name)),
    ['group', 'organization', 'created'],
  )
  assert.deepEqual(
    namesOf(info, undefined, 72).filter((name) => !usual.includes(name)),
    ['created'],
    'the column of the sort order comes first',
  )
  assert.deepEqual(namesOf(info, undefined, 60), usual)
})

it('columns are hidden to leave space for the title', () => {
  assert.deepEqual(namesOf(info, undefined, 48), ['priority', 'number', 'title', 'state', 'owner', 'updated'])
  assert.deepEqual(namesOf(info, undefined, 24, true), usual, 'cards have space for all')
})

it('a user can choose the columns, but the title is always shown', () => {
  assert.deepEqual(namesOf(info, ['updated', 'group'], 75), ['title', 'group', 'updated'])
})

it('the title takes the remaining space', () => {
  assert.equal(templateOf(columnsFor(info, ['number', 'state'], 75), 75), '1rem 3.75rem minmax(0, 1fr) 7rem')
})
