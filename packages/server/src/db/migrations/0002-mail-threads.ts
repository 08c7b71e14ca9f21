import { index, type Migration, table } from '../schema.ts'

/**
 * What mail import has to look up to find the thread of a message: every Message-ID that a thread knows of, seen or only
 * referred to (answers may arrive before what they answer), and the subject and span of each thread. Both outlive a
 * deleted ticket, so its id is no reference.
 */
export default {
  id: 2,
  name: 'mail threads',
  steps: [
    table('mail_references', { message_id_md5: 'text', ticket_id: 'integer' }, ['message_id_md5']),
    table(
      'mail_threads',
      { ticket_id: 'integer', subject_key: 'text', first_at: 'time', last_at: 'time', opened_by_reply: 'integer' },
      ['ticket_id'],
    ),
    index('mail_threads', ['subject_key', 'last_at']),
    // Each new sender is looked up by mail domain.
    index('organizations', ['domain']),
  ],
} satisfies Migration
