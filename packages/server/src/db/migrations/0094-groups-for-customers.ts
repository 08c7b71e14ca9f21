import { addColumn, type Migration } from '../schema.ts'

/** The groups that customers may choose for a new ticket: all existing ones. */
export default {
  id: 94,
  name: 'groups for customers',
  steps: [addColumn('groups', 'offered_to_customers', 'boolean', 'true')],
} satisfies Migration
