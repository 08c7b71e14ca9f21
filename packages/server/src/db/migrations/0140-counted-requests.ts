import { index, type Migration, table } from '../schema.ts'

/** Requests without credentials are counted in the database, so that all processes share their limits. */
export default {
  id: 140,
  name: 'counted requests',
  steps: [
    table('counted_requests', { key: 'text', times: 'text', last_at: 'time' }, ['key']),
    index('counted_requests', ['last_at']),
  ],
} satisfies Migration
