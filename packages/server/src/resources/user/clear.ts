import { Fault } from '../../kernel/fault.ts'
import type { Writing } from '../../kernel/rules.ts'
import { keepAnAdministrator } from './rights.ts'

/** Takes away what is a user's own and nobody else's: keys, pictures, notifications, subscriptions. */
export async function clearUser({ unit, actor }: Writing, id: number): Promise<void> {
  if (id === actor.id) throw new Fault('invalid', 'Nobody can remove themselves.')
  await keepAnAdministrator(unit, id)
  const { sql } = unit.db
  await sql.deleteFrom('tokens').where('user_id', '=', id).execute()
  await sql.deleteFrom('avatars').where('user_id', '=', id).execute()
  await sql.deleteFrom('mentions').where('user_id', '=', id).execute()
  await sql.deleteFrom('online_notifications').where('user_id', '=', id).execute()
  await sql.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
}
