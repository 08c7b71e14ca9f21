import { addColumn, index, type Migration, table } from '../schema.ts'

/** Files that go with shared drafts, each of one of the two kinds; how webhooks are called. */
export default {
  id: 60,
  name: 'files of drafts',
  steps: [
    table('shared_draft_files', {
      id: 'id',
      start_id: 'ref ticket_shared_draft_starts null',
      zoom_id: 'ref ticket_shared_draft_zooms null',
      filename: 'text',
      size: 'integer',
      sha256: 'text',
      preferences: 'json',
      created_at: 'time',
    }),
    index('shared_draft_files', ['start_id']),
    index('shared_draft_files', ['zoom_id']),
    addColumn('webhooks', 'http_method', 'text', `'post'`),
    addColumn('webhooks', 'bearer_token', 'text null', 'null'),
  ],
} satisfies Migration
