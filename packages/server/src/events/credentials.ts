import type { Desk } from '../kernel/context.ts'

/** What a caller came with, as far as it can be looked up again for many of them at once. */
export interface Credentials {
  /** The user whose credentials they are, which with `From` is not the one that is acted for. */
  readonly user: number
  /** The token, where it was one. */
  readonly token: number | undefined
  /** When they end, in milliseconds since 1970; Infinity for never. */
  readonly ends: number
}

/** In one question. */
const most = 500

/** Which of these credentials still hold: two statements, however many there are. */
export async function stillGood(
  { database, now }: Desk,
  all: readonly Credentials[],
): Promise<(one: Credentials) => boolean> {
  const users = await there([...new Set(all.map(({ user }) => user))], (ids) =>
    database.sql.selectFrom('users').select('id').where('active', '=', true).where('id', 'in', ids).execute(),
  )
  const tokens = await there([...new Set(all.flatMap(({ token }) => token ?? []))], (ids) =>
    database.sql.selectFrom('tokens').select('id').where('id', 'in', ids).execute(),
  )
  const time = now().getTime()
  return ({ user, token, ends }) => users.has(user) && (token === undefined || tokens.has(token)) && time < ends
}

async function there(ids: readonly number[], read: (ids: number[]) => Promise<{ id: number }[]>): Promise<Set<number>> {
  const found = new Set<number>()
  for (let at = 0; at < ids.length; at += most) {
    for (const { id } of await read(ids.slice(at, at + most))) found.add(id)
  }
  return found
}
