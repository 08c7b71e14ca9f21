import { hash } from 'node:crypto'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { storedSettingColumn } from '../kernel/settings.ts'
import { audit } from '../writing/audit.ts'
import { isStale, recordUse } from './last-use.ts'

/** Returns the hash under which a token is stored. Clients send `token=abc`, `token="abc"` and `abc` alike. */
export const tokenHash = (token: string): string =>
  hash('sha256', token.replace(/^token=/, '').replace(/^"(.*)"$/, '$1'))

/**
 * Finds an API token by its hash, and reads the settings that every request with a token needs in the same statement.
 * Tokens for other purposes, such as a password reset, are not found.
 */
export const findApiToken = ({ sql }: Connection, hashed: string) =>
  sql
    .selectFrom('tokens')
    .select(['id', 'user_id', 'hash', 'preferences', 'expires_at', 'last_used_at'])
    .select([
      storedSettingColumn('api_token_access').as('token_access'),
      storedSettingColumn('maintenance_mode').as('maintenance_mode'),
    ])
    .where('hash', '=', hashed)
    .where('action', '=', 'api')
    .executeTakeFirst()

/** Returns the time at which a token expires, in milliseconds since 1970; Infinity if it never does. */
export const expiryOf = ({ expires_at }: { readonly expires_at: string | null }): number =>
  expires_at === null ? Infinity : Date.parse(expires_at)

/** Updates the time of a token's last use in the background, at most once every ten minutes. */
export function recordTokenUse(
  desk: Desk,
  { id, last_used_at }: { readonly id: number; readonly last_used_at: string | null },
): void {
  const now = desk.now()
  if (!isStale(last_used_at, now)) return
  const columns = { last_used_at: now.toISOString() }
  recordUse(desk, ({ sql }) => sql.updateTable('tokens').set(columns).where('id', '=', id).execute())
}

/** An API token in the list of its user. */
export interface ListedToken {
  readonly id: number
  readonly name: string | null
  readonly preferences: object
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly created_at: string
}

/** Lists the API tokens of a user, the oldest first. */
export async function listTokens({ sql }: Connection, user: number): Promise<ListedToken[]> {
  const columns = ['id', 'name', 'preferences', 'last_used_at', 'expires_at', 'created_at'] as const
  const rows = await apiTokensOf({ sql }, user).select(columns).orderBy('id').execute()
  return rows.map(({ preferences, ...row }) => ({ ...row, preferences: preferences as unknown as object }))
}

/** Returns true if a user has the API token. */
export const hasToken = async ({ sql }: Connection, user: number, id: number): Promise<boolean> =>
  (await apiTokensOf({ sql }, user).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const apiTokensOf = ({ sql }: Pick<Connection, 'sql'>, user: number) =>
  sql.selectFrom('tokens').where('user_id', '=', user).where('action', '=', 'api')

/** Deletes a token. */
export async function deleteToken(unit: Unit, id: number): Promise<void> {
  const token = unit.db.sql.deleteFrom('tokens').where('id', '=', id).returning('name')
  const { name } = await token.executeTakeFirstOrThrow()
  await audit(unit, { action: 'token_deleted', target: { object: 'token', id, name } })
}
