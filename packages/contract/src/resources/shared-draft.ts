import { id, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/* Drafts that colleagues share, with Zammad's names: a start is a new ticket, a zoom a reply. Their routes are below `/tickets`. */

export const sharedDraftStart = resource('shared_draft_start', {
  path: 'ticket_shared_draft_starts',
  model: 'Ticket::SharedDraftStart',
  doc: 'A draft of a new ticket, shared by the agents of a group.',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Name.' }),
    group_id: ref('group', { doc: 'The group that shares the draft.' }),
    content: object({ doc: 'Values entered so far.' }),
    ...stamps,
  },
})

export const sharedDraftZoom = resource('shared_draft_zoom', {
  path: 'ticket_shared_draft_zooms',
  model: 'Ticket::SharedDraftZoom',
  doc: 'A draft of an answer to a ticket, shared by the agents who have access to the ticket.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', unique: true, doc: 'The ticket, which has at most one shared draft.' }),
    new_article: object({ doc: 'Values of the article entered so far.' }),
    ticket_attributes: object({ doc: 'Changes to the ticket entered so far.' }),
    ...stamps,
  },
})
