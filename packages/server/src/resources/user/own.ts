import { sql, type SqlBool } from 'kysely'
import type { Scope, Slice } from '../../kernel/context.ts'

const own: Scope = ({ actor }, table) => sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${actor.id}`

/** Everybody has pictures of their own. */
export const avatarSlice: Slice = { listScope: own }

/** Keys to the API are their user's; what else a token may be for (a forgotten password) is nobody's to see. */
export const tokenSlice: Slice = {
  listScope: (ctx, table) => sql<SqlBool>`${own(ctx, table)} and ${sql.ref(`${table}.action`)} = 'api'`,
}
