import type { Desk } from '../kernel/context.ts'

/**
 * Returns the id of the user with a login or e-mail address.
 * @throws Error for an unknown or inactive user.
 */
export async function userNamed({ database }: Desk, loginOrEmail: string): Promise<number> {
  const name = loginOrEmail.trim().toLowerCase()
  const users = await database.sql
    .selectFrom('users')
    .select(['id', 'login', 'active'])
    .where((eb) => eb.or([eb('login', '=', name), eb('email', '=', name)]))
    .execute()
  // A login takes precedence over the address of another user, as it does at sign-in.
  const user = users.find((row) => row.login === name) ?? users[0]
  if (!user || name === '') throw new Error(`There is no user with the login or e-mail address "${loginOrEmail}".`)
  if (!user.active) throw new Error(`User ${user.login} is not active; a token would not work.`)
  return user.id
}
