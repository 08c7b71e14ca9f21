import { sql } from 'kysely'
import type { Slice } from '../../kernel/context.ts'
import { holders } from '../scopes.ts'
import { maskedSecret, secrets, webhookRules } from './rules.ts'

export const webhookSlice: Slice = {
  rules: webhookRules,
  listScope: holders('admin.webhook'),
  columns: (_, table) =>
    Object.fromEntries(
      secrets.map((name) => [
        name,
        sql`case when ${sql.ref(`${table}.${name}`)} <> '' then ${maskedSecret} else ${sql.ref(`${table}.${name}`)} end`,
      ]),
    ),
}
