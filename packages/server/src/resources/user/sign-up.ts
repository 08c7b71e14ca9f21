import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { create } from '../../writing/write.ts'
import { idOf } from '../../writing/lookup.ts'
import { update } from '../../writing/unit-of-work.ts'
import type { PasswordHash } from './password.ts'

/** Values of a sign-up. */
export interface Applicant {
  readonly email: string
  readonly firstname: unknown
  readonly lastname: unknown
  readonly password: PasswordHash
}

/**
 * Creates an inactive account, which an administrator has to activate. The address is not verified yet, so the user neither
 * signs in nor belongs to the organization of the mail domain, whose tickets it could read. A known address changes
 * nothing, without an error, so that a sign-up does not reveal who has an account.
 */
export async function signUp(ctx: WriteContext, { email, ...rest }: Applicant): Promise<void> {
  if ((await idOf(ctx, 'user', email)) !== undefined) return
  const { id } = await create(ctx, resources.user, { ...rest, email, login: email, active: false, source: 'signup' })
  await update(ctx, 'user', id, { organization_id: null })
}
