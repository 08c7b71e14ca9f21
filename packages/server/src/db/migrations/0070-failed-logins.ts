import { index, type Migration, table } from '../schema.ts'

/** Wrong passwords by account and address. */
export default {
  id: 70,
  name: 'failed logins',
  steps: [
    table('failed_logins', { account: 'text', address: 'text', failures: 'integer', last_at: 'time' }, [
      'account',
      'address',
    ]),
    index('failed_logins', ['address']),
    index('failed_logins', ['last_at']),
  ],
} satisfies Migration
