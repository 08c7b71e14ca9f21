import type { Slice } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { forPermission } from '../scopes.ts'
import { maskedSecret, secrets } from './secrets.ts'

export const webhookScopes: Slice = {
  listScope: forPermission('admin.webhook'),
  columns: (_, table) =>
    Object.fromEntries(
      secrets.map((name) => [
        name,
        sql`case when ${sql.ref(`${table}.${name}`)} <> '' then ${maskedSecret} else ${sql.ref(`${table}.${name}`)} end`,
      ]),
    ),
}
