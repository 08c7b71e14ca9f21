import type { Permission } from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { allowedAtSignUp } from './rights.ts'

/** Reads the active permissions that the caller has, and may therefore give to a token. */
export async function permissionsOfCaller(ctx: Context): Promise<object[]> {
  const permissions = await activePermissions(ctx)
  return permissions.filter(({ name }) => may(ctx.actor, name as Permission))
}

/** Reads all permissions that roles can grant, in their order. */
export async function activePermissions({ db }: Context) {
  const rows = await db.sql
    .selectFrom('permissions')
    .select(['id', 'name', 'label', 'description', 'active', 'created_at', 'updated_at'])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, preferences: {}, allow_signup: allowedAtSignUp(row.name) }))
}
