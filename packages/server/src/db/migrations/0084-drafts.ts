import { index, type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

/** Articles and tickets that users have written but not sent. */
export default {
  id: 84,
  name: 'drafts',
  steps: [
    table('drafts', {
      id: 'id',
      ticket_id: 'ref tickets null',
      kind: 'text',
      new_article: 'json',
      ticket_attributes: 'json',
      form_id: 'text null',
      ...stamps,
    }),
    // A unique index allows several nulls, so a user can have several drafts of new tickets.
    index('drafts', ['created_by_id', 'ticket_id', 'kind'], { unique: true }),
    index('drafts', ['ticket_id']),
  ],
} satisfies Migration
