import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DraftContent } from '../state/draft-types.ts'
import { fillFrom, type Template } from './template.ts'

const now = new Date('2026-11-22T12:00:00Z')
const writing: DraftContent = {
  new_article: { type: 'phone', internal: false, body: '<p>Typed</p>', content_type: 'text/html' },
  ticket_attributes: { title: 'Typed', priority_id: 1 },
  form_id: 'form',
  files: [],
  basis: 0,
}
const fill = (options: Template['options']) => fillFrom({ id: 1, name: 'One', active: true, options }, writing, now)

test('a template fills in the values that it names, and leaves the others', () => {
  const filled = fill({
    'ticket.title': { value: 'New colleague' },
    'ticket.group_id': { value: '2' },
    'ticket.tags': { operator: 'add', value: 'onboarding,demo' },
    'ticket.floor': { value: '3' },
    'article.body': { value: '<p>Name:</p>' },
  })
  assert.deepEqual(filled.ticket_attributes, {
    title: 'New colleague',
    priority_id: 1,
    group_id: 2,
    tags: 'onboarding,demo',
    floor: '3',
  })
  assert.equal(filled.new_article.body, '<p>Name:</p>')
  assert.equal(fill({ 'article.body': { value: '' } }).new_article.body, '<p>Typed</p>')
})

test('relative times of a template count from now, and its sender type sets the type of the first message', () => {
  const filled = fill({
    'ticket.pending_time': { operator: 'relative', value: '3', range: 'day' },
    'ticket.formSenderType': { value: 'email-out' },
  })
  assert.equal(filled.ticket_attributes['pending_time'], '2026-11-25T12:00:00.000Z')
  assert.equal(filled.new_article.type, 'email')
  assert.ok(!('formSenderType' in filled.ticket_attributes))
})
