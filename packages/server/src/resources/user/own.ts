import { sql, type SqlBool } from 'kysely'
import type { Scope, Slice } from '../../kernel/context.ts'

const own: Scope = ({ actor }, table) => sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${actor.id}`

/** Users see their own pictures. */
export const avatarScopes: Slice = { listScope: own }

/** Agents see their own saved views. */
export const savedViewScopes: Slice = { listScope: own }

/** Users see their own API tokens; tokens for other purposes, such as a password reset, are hidden from everyone. */
export const tokenScopes: Slice = {
  listScope: (ctx, table) => sql<SqlBool>`${own(ctx, table)} and ${sql.ref(`${table}.action`)} = 'api'`,
}
