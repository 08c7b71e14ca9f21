import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { create } from '../../writing/write.ts'
import { idOf } from '../../writing/lookup.ts'
import { update } from '../../writing/unit-of-work.ts'
import type { PasswordHash } from './password.ts'

/** What somebody says of themselves who wants an account. */
export interface Applicant {
  readonly email: string
  readonly firstname: unknown
  readonly lastname: unknown
  readonly password: PasswordHash
}

/**
 * Makes an account that an administrator has to open. Nobody has shown yet that the address is theirs, so they neither
 * get in nor belong to the organization of their mail domain, whose tickets they could read. An address that is known
 * changes nothing, and nobody is told.
 */
export async function signUp(ctx: WriteContext, { email, ...rest }: Applicant): Promise<void> {
  if ((await idOf(ctx, 'user', email)) !== undefined) return
  const { id } = await create(ctx, resources.user, { ...rest, email, login: email, active: false, source: 'signup' })
  await update(ctx, 'user', id, { organization_id: null })
}
