import type { Desk } from '../kernel/context.ts'

/** The credentials of a caller, in a form that allows checking those of many callers with one statement. */
export interface Credentials {
  /** The id of the user they belong to; with the header `From`, the caller acts as another user. */
  readonly user: number
  /** The id of the token or session; undefined for a password. */
  readonly token: number | undefined
  /** The time at which they expire, in milliseconds since 1970; Infinity for never. */
  readonly ends: number
}

/** Maximum number of ids in one statement. */
const MAX_IDS = 500

/** Checks many credentials, and returns a function that is true for the valid ones. Runs a statement for every 500 ids. */
export async function findValidCredentials(
  { database, now }: Desk,
  all: readonly Credentials[],
): Promise<(credentials: Credentials) => boolean> {
  const users = await existingIds([...new Set(all.map(({ user }) => user))], (ids) =>
    database.sql.selectFrom('users').select('id').where('active', '=', true).where('id', 'in', ids).execute(),
  )
  const tokens = await existingIds([...new Set(all.flatMap(({ token }) => token ?? []))], (ids) =>
    database.sql.selectFrom('tokens').select('id').where('id', 'in', ids).execute(),
  )
  const time = now().getTime()
  return ({ user, token, ends }) => users.has(user) && (token === undefined || tokens.has(token)) && time < ends
}

async function existingIds(
  ids: readonly number[],
  read: (ids: number[]) => Promise<{ id: number }[]>,
): Promise<Set<number>> {
  const found = new Set<number>()
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    for (const { id } of await read(ids.slice(at, at + MAX_IDS))) found.add(id)
  }
  return found
}
