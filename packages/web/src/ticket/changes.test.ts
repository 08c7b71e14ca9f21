import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CustomField } from '../components/custom-fields.ts'
import { listedChanges, textNameOf } from './changes.ts'
import type { HistoryItem } from './ticket-types.ts'

const change = (object: string, type: string, attribute?: string): HistoryItem => ({
  id: 1,
  object,
  type,
  created_by_id: 1,
  created_at: '2026-03-02T09:00:00.000Z',
  ...(attribute !== undefined && { attribute }),
})
const room = { object: 'Ticket', name: 'room', display: 'Room', data_type: 'input', data_option: {}, screens: {} }
const sentence = (...names: Parameters<typeof change>) => textNameOf(change(...names), [room as CustomField])

test('changes of tickets, of their messages and of custom fields have sentences', () => {
  assert.equal(sentence('Ticket', 'created'), 'ticket.createdTicket')
  assert.equal(sentence('Ticket', 'updated', 'checklist_id'), 'ticket.changedChecklist')
  assert.equal(sentence('Ticket', 'updated', 'room'), 'ticket.changedField')
  assert.equal(sentence('Ticket::Article', 'updated', 'internal'), 'ticket.changedInternal')
})

test('changes of internal attributes and of checklists have no sentence', () => {
  assert.equal(sentence('Ticket', 'updated', 'last_owner_update_at'), undefined)
  assert.equal(sentence('Ticket', 'updated', 'preferences'), undefined)
  assert.equal(sentence('Checklist', 'created'), undefined)
})

test('the link that a merge creates is not listed separately', () => {
  const link = { ...change('Ticket', 'added', 'link'), id_to: 10 }
  const other = { ...change('Ticket', 'added', 'link'), id_to: 11 }
  const merge = { ...change('Ticket', 'received_merge', 'ticket'), id_from: 10, id_to: 8 }
  assert.deepEqual(listedChanges([link, other, merge], []), [other, merge])
})
