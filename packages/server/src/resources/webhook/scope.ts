import { sql } from 'kysely'
import type { Slice } from '../../kernel/scope.ts'
import { holders } from '../scopes.ts'

/** Stands in answers for a secret that is set; given back, it leaves the secret as it is. */
export const maskedSecret = '**********'

/** What only the sender of the calls may read. */
export const secrets = ['signature_token', 'basic_auth_password'] as const

export const webhookSlice: Slice = {
  scope: holders('admin.webhook'),
  columns: (_, table) =>
    Object.fromEntries(
      secrets.map((name) => [
        name,
        sql`case when ${sql.ref(`${table}.${name}`)} <> '' then ${maskedSecret} else ${sql.ref(`${table}.${name}`)} end`,
      ]),
    ),
}
