import { addColumn, index, type Migration } from '../schema.ts'

/** A ticket names its checklist, as existing clients expect. */
export default {
  id: 78,
  name: 'checklists of tickets',
  steps: [
    addColumn('tickets', 'checklist_id', 'integer null', 'null'),
    index('tickets', ['checklist_id'], { where: 'checklist_id is not null' }),
    () => ({
      now: [
        `update tickets set checklist_id = (select id from checklists where ticket_id = tickets.id)
         where id in (select ticket_id from checklists)`,
      ],
    }),
  ],
} satisfies Migration
