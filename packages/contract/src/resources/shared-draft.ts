import { id, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** Drafts that colleagues share. Their addresses stand below those of tickets. */

export const sharedDraftStart = resource('shared_draft_start', {
  path: 'ticket_shared_draft_starts',
  model: 'Ticket::SharedDraftStart',
  doc: 'A new ticket that a group is still writing.',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Its name.' }),
    group_id: ref('group', { doc: 'The group that shares it.' }),
    content: object({ doc: 'What is written so far.' }),
    ...stamps,
  },
})

export const sharedDraftZoom = resource('shared_draft_zoom', {
  path: 'ticket_shared_draft_zooms',
  model: 'Ticket::SharedDraftZoom',
  doc: 'An answer to a ticket that its agents are still writing.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', unique: true, doc: 'The ticket; it has one at most.' }),
    new_article: object({ doc: 'The article so far.' }),
    ticket_attributes: object({ doc: 'The changes to the ticket so far.' }),
    ...stamps,
  },
})
