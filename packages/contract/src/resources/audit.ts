import { id, integer, object, oneOf, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** The actions in the audit log. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'locked',
  'unlocked',
  'signed_out',
  'session_ended',
  'password_changed',
  'password_link_created',
  'token_created',
  'token_deleted',
  'created',
  'updated',
  'deleted',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditEntry = resource('audit_entry', {
  path: 'audit_entries',
  model: 'AuditEntry',
  doc: 'An entry of the audit log: a sign-in, or a change of passwords, tokens, rights, settings, mail accounts or webhooks. Entries contain no secrets.',
  fields: {
    id: id(),
    action: oneOf(auditActions, { write: 'server', doc: 'The recorded action.' }),
    // No references: entries outlive the users and records that they name.
    user_id: integer({
      null: true,
      write: 'server',
      doc: 'Id of the user who acted; null for failed sign-ins and the locks that they cause.',
    }),
    login: text({ max: 255, null: true, write: 'server', search: false, doc: 'Login of the user at that time.' }),
    object: text({
      max: 50,
      null: true,
      write: 'server',
      search: false,
      doc: 'Kind of the record that was changed, such as `user`, `role` or `setting`; null for a sign-in with an unknown name.',
    }),
    o_id: integer({ null: true, write: 'server', doc: 'Id of the record.' }),
    name: text({ max: 255, null: true, write: 'server', search: false, doc: 'Name of the record at that time.' }),
    changes: object({
      write: 'server',
      doc: 'Changed attributes with `from` and `to`; values that could contain secrets are left out.',
    }),
    address: text({
      max: 64,
      null: true,
      write: 'server',
      search: false,
      doc: 'IP address of the client; null for the command line and the service itself.',
    }),
    created_at: time({ write: 'server', doc: 'Time of the entry.' }),
  },
  can: { read: ['admin.security'] },
})
