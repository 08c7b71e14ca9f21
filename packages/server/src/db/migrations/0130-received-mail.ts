import { addColumn, index, type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

/** Received mail with its outcome, and the filters for it. */
export default {
  id: 130,
  name: 'received mail',
  steps: [
    table('received_mails', {
      id: 'id',
      state: 'text',
      reason: 'text null',
      channel_id: 'ref channels null',
      via: 'text',
      source_key: 'text null unique',
      envelope_from: 'text null',
      envelope_to: 'json',
      client: 'text null',
      sha256: 'text',
      size: 'integer',
      message_id: 'text null',
      from: 'text null',
      sender: 'text null',
      to: 'text null',
      subject: 'text null',
      decisions: 'json',
      authentication: 'json',
      article_id: 'ref ticket_articles null',
      replaces_id: 'ref received_mails null',
      attempts: 'integer',
      due_at: 'time',
      ...stamps,
    }),
    index('received_mails', ['state', 'due_at']),
    // The mails of a sender within a period.
    index('received_mails', ['sender', 'created_at']),
    index('received_mails', ['article_id']),
    index('received_mails', ['channel_id']),
    index('received_mails', ['sha256']),
    index('received_mails', ['replaces_id']),
    table('postmaster_filters', {
      id: 'id',
      name: 'text unique',
      channel: 'text',
      match: 'json',
      perform: 'json',
      active: 'boolean',
      note: 'text null',
      ...stamps,
    }),
    addColumn('mail_imports', 'identity', 'text null', 'null'),
    index('mail_imports', ['identity']),
  ],
} satisfies Migration
