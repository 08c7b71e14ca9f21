import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { endPasswordLinks, waitsForConfirmation } from '../../auth/tokens.ts'
import { change, create } from '../../writing/write.ts'
import { organizationOfDomain } from '../organization/actions.ts'
import { mailPasswordLink, mailSignUpLink } from './account-mails.ts'
import { findIdByName } from '../../writing/lookup.ts'
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
 * Creates an inactive account, and mails the link that opens it; on a desk that sends no mail, an administrator activates it.
 * The address is not verified yet, so the user neither signs in nor belongs to the organization of the mail domain, whose
 * tickets it could read. A person who has an account already gets a link for a new password instead, so that a sign-up does not
 * reveal who has an account.
 * @returns false on a desk that sends no mail.
 */
export async function signUp(ctx: WriteContext, { email, ...rest }: Applicant): Promise<boolean> {
  const known = await findIdByName(ctx, 'user', email)
  if (known !== undefined && !(await waitsForConfirmation(ctx.db, known))) return mailPasswordLink(ctx, email)
  if (known !== undefined) {
    await update(ctx, 'user', known, { password: rest.password.argon2id })
    return mailSignUpLink(ctx, known)
  }
  const { id } = await create(ctx, resources.user, { ...rest, email, login: email, active: false, source: 'signup' })
  await update(ctx, 'user', id, { organization_id: null })
  return mailSignUpLink(ctx, id)
}

/** Activates an account whose address is confirmed. The address may assign it to an organization from now on. */
export async function openAccount(ctx: WriteContext, id: number): Promise<void> {
  const { email } = await ctx.db.sql.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const domain = email?.split('@')[1]
  const organization_id = domain ? await organizationOfDomain(ctx, domain) : null
  await change(ctx, resources.user, id, { active: true, verified: true, organization_id })
  await endPasswordLinks(ctx, id)
}
