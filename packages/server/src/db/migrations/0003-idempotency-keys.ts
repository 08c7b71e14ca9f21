import { index, type Migration, table } from '../schema.ts'

/** The first answer to each `Idempotency-Key`, written in the transaction of the work it answers. */
export default {
  id: 3,
  name: 'idempotency keys',
  steps: [
    table(
      'idempotency_keys',
      {
        user_id: 'ref users',
        key: 'text',
        request: 'text',
        status: 'integer',
        headers: 'text',
        body: 'text',
        created_at: 'time',
      },
      ['user_id', 'key'],
    ),
    index('idempotency_keys', ['created_at']),
  ],
} satisfies Migration
