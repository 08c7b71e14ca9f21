import assert from 'node:assert/strict'
import { it } from 'node:test'
import { changedRow, undoOperations } from './ticket-operations.ts'
import type { TicketRow } from './row-types.ts'

const row = { id: 7, state_id: 3, owner_id: 1, tags: ['vip', 'late'] } as unknown as TicketRow

const tag = (item: string) => ({ item, object: 'Ticket', o_id: 7 })

it('a row shows the change before it is sent', () => {
  assert.deepEqual(changedRow(row, { attributes: { state_id: 4 }, add_tags: ['vip', 'new'], remove_tags: ['late'] }), {
    ...row,
    state_id: 4,
    tags: ['vip', 'new'],
  })
})

it('an undo restores all properties with one write, and each tag with another', () => {
  const previous = { ticket_id: 7, attributes: { state_id: 3 }, added_tags: ['new'], removed_tags: ['late'] }
  assert.deepEqual(undoOperations(previous), [
    { id: 7, method: 'PUT', path: '/tickets/7', body: { state_id: 3 } },
    { id: 7, method: 'DELETE', path: '/tags/remove', body: tag('new') },
    { id: 7, method: 'POST', path: '/tags/add', body: tag('late') },
  ])
  assert.deepEqual(undoOperations({ ticket_id: 7, attributes: {} }), [])
})
