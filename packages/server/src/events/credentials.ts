import type { Desk } from '../kernel/context.ts'

/** The credentials of a caller, in a form in which those of many callers can be checked with few statements. */
export interface Credentials {
  /** The id of the user to whom the credentials belong. With the header `From`, the caller acts as another user. */
  readonly user: number
  /** The id of the token or session; undefined for a password. */
  readonly token: number | undefined
  /** The time at which the credentials expire, in milliseconds since 1970; Infinity for never. */
  readonly endsAt: number
}

/** Maximum number of ids in one statement. */
const MAX_IDS = 500

/** Checks many credentials with few statements. Returns a function that is true for the valid ones. */
export async function findValidCredentials(
  { database, now }: Desk,
  credentials: readonly Credentials[],
): Promise<(candidate: Credentials) => boolean> {
  const users = await existingIds([...new Set(credentials.map(({ user }) => user))], (ids) =>
    database.sql.selectFrom('users').select('id').where('active', '=', true).where('id', 'in', ids).execute(),
  )
  const tokens = await existingIds([...new Set(credentials.flatMap(({ token }) => token ?? []))], (ids) =>
    database.sql.selectFrom('tokens').select('id').where('id', 'in', ids).execute(),
  )
  const time = now().getTime()
  return ({ user, token, endsAt }) => users.has(user) && (token === undefined || tokens.has(token)) && time < endsAt
}

async function existingIds(
  ids: readonly number[],
  read: (ids: number[]) => Promise<{ id: number }[]>,
): Promise<Set<number>> {
  const existing = new Set<number>()
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    for (const { id } of await read(ids.slice(start, start + MAX_IDS))) existing.add(id)
  }
  return existing
}
