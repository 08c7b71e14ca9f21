import { index, type Migration, table } from '../schema.ts'

/** Sign-ins and changes of rights. No references: entries outlive the users and records that they name. */
export default {
  id: 150,
  name: 'audit log',
  steps: [
    table('audit_entries', {
      id: 'id',
      action: 'text',
      user_id: 'integer null',
      login: 'text null',
      object: 'text null',
      o_id: 'integer null',
      name: 'text null',
      changes: 'json',
      address: 'text null',
      created_at: 'time',
    }),
    index('audit_entries', ['created_at']),
  ],
} satisfies Migration
