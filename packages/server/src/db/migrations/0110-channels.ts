import { addColumn, index, type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

/**
 * Mail accounts. There were none before, so the values of the earlier column `channel_id` refer to nothing, and the column is
 * replaced.
 */
export default {
  id: 110,
  name: 'channels',
  steps: [
    table('channels', {
      id: 'id',
      kind: 'text',
      name: 'text unique',
      group_id: 'ref groups',
      inbound: 'json',
      outbound: 'json',
      secrets: 'json',
      active: 'boolean',
      note: 'text null',
      status_in: 'text null',
      last_log_in: 'text null',
      last_in_at: 'time null',
      status_out: 'text null',
      last_log_out: 'text null',
      last_out_at: 'time null',
      ...stamps,
    }),
    () => ({ statements: ['alter table email_addresses drop column channel_id'] }),
    addColumn('email_addresses', 'channel_id', 'ref channels null', 'null'),
    index('email_addresses', ['channel_id']),
  ],
} satisfies Migration
