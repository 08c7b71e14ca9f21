import type { Permission } from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { allowedAtSignUp } from './rights.ts'

/** Reads the active permissions that the caller has, and can give to a token. */
export async function permissionsOfCaller({ db, actor }: Context): Promise<object[]> {
  const rows = await db.sql
    .selectFrom('permissions')
    .select(['id', 'name', 'label', 'description', 'active', 'created_at', 'updated_at'])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ name }) => may(actor, name as Permission))
    .map((row) => ({ ...row, preferences: {}, allow_signup: allowedAtSignUp(row.name) }))
}
