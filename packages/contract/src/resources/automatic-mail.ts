import { id, integer, oneOf, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** The kinds of mails that the service sends by itself. */
export const automaticMailKinds = [
  'rule',
  'answer',
  'notification',
  'digest',
  'password_link',
  'sign_up',
  'invitation',
] as const
export type AutomaticMailKind = (typeof automaticMailKinds)[number]

export const automaticMail = resource('automatic_mail', {
  path: 'automatic_mails',
  model: 'AutomaticMail',
  doc: 'A mail that the service has sent by itself, or that a limit for its recipient has prevented. Entries are kept for 30 days.',
  fields: {
    id: id(),
    kind: oneOf(automaticMailKinds, {
      write: 'server',
      doc: 'The reason for sending it. `rule`: by a trigger or job. `answer`: by a trigger or job, in reply to a mail of the recipient.',
    }),
    address: text({ max: 320, write: 'server', doc: 'The recipient, without a part after `+`.' }),
    // No reference: entries outlive tickets.
    ticket_id: integer({ null: true, write: 'server', doc: 'Id of the ticket that the mail is about.' }),
    message_id: text({
      max: 300,
      null: true,
      write: 'server',
      search: false,
      doc: 'The message id; null for mails of triggers and jobs, whose message id is in their article.',
    }),
    state: oneOf(['sent', 'prevented', 'failed'], {
      write: 'server',
      doc: '`prevented`: by a limit. `failed`: it was refused or has bounced.',
    }),
    reason: text({
      max: 1000,
      null: true,
      write: 'server',
      search: false,
      doc: 'The reason for the state `prevented` or `failed`.',
    }),
    created_at: time({ write: 'server', doc: 'Time of the entry.' }),
  },
  can: { read: ['admin.channel_email'] },
})
