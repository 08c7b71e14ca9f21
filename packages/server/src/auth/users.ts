import type { Connection } from '../db/dialect.ts'

/**
 * Returns the id of the user with this id, login or e-mail address. An id takes precedence over a login, a login over an
 * address.
 * @param name in lower case, like the stored logins and addresses.
 */
export async function userByName({ sql }: Connection, name: string): Promise<number | undefined> {
  const rows = await sql
    .selectFrom('users')
    .select(['id', 'login'])
    .where((eb) => {
      const matches = [eb('login', '=', name), eb('email', '=', name)]
      return eb.or(/^\d{1,15}$/.test(name) ? [...matches, eb('id', '=', Number(name))] : matches)
    })
    .execute()
  return (rows.find((row) => String(row.id) === name) ?? rows.find((row) => row.login === name) ?? rows[0])?.id
}

/** Finds the account with this login or e-mail address. A login takes precedence. @param name in lower case. */
export const accountOf = ({ sql }: Connection, name: string) =>
  sql
    .selectFrom('users')
    .select(['id', 'password', 'login_failed', 'last_login', 'active'])
    .where((eb) => eb.or([eb('login', '=', name), eb('email', '=', name)]))
    .orderBy((eb) => eb.case().when('login', '=', name).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()

/** Returns the stored hash of a user's password; null if the user has none. */
export async function storedPassword({ sql }: Connection, user: number): Promise<string | null> {
  const row = await sql.selectFrom('users').select('password').where('id', '=', user).executeTakeFirstOrThrow()
  return row.password
}
