import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { endAccountLinks, waitsForConfirmation } from '../../auth/tokens.ts'
import { change, create } from '../../writing/write.ts'
import { organizationOfDomain } from '../organization/actions.ts'
import { mailPasswordLink, mailSignUpLink } from './account-mails.ts'
import { findIdByName } from '../../writing/lookup.ts'
import { update } from '../../writing/unit-of-work.ts'
import type { PasswordHash } from './password.ts'

/** Values of a sign-up. */
export interface SignUpValues {
  readonly email: string
  readonly firstname: unknown
  readonly lastname: unknown
  readonly password: PasswordHash
}

/**
 * Creates an inactive account, and mails the link that activates it; on a desk that sends no mail, an administrator
 * activates it. If such an account exists, it gets the new password, and the link is mailed again.
 * Until the address is verified, the user can neither sign in nor belong to the organization of the mail domain, whose
 * tickets they could read. A person who already has a confirmed account gets a link for a new password instead, so that a sign-up
 * does not reveal who has an account.
 * @returns false on a desk that sends no mail.
 */
export async function signUp(ctx: WriteContext, { email, ...rest }: SignUpValues): Promise<boolean> {
  const existing = await findIdByName(ctx, 'user', email)
  if (existing !== undefined && !(await waitsForConfirmation(ctx.db, existing))) return mailPasswordLink(ctx, email)
  if (existing !== undefined) {
    await update(ctx, 'user', existing, { password: rest.password.argon2id })
    return mailSignUpLink(ctx, existing)
  }
  const { id } = await create(ctx, resources.user, { ...rest, email, login: email, active: false, source: 'signup' })
  await update(ctx, 'user', id, { organization_id: null })
  return mailSignUpLink(ctx, id)
}

/** Activates an account whose address is confirmed, and assigns it to the organization of the mail domain. */
export async function activateAccount(ctx: WriteContext, id: number): Promise<void> {
  const { email } = await ctx.db.sql.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const domain = email?.split('@')[1]
  const organization_id = domain ? await organizationOfDomain(ctx, domain) : null
  await change(ctx, resources.user, id, { active: true, verified: true, organization_id })
  await endAccountLinks(ctx, id)
}
