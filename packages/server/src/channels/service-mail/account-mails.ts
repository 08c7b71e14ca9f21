/** Writes mails about accounts, with links to set a new password, to confirm an address or to accept an invitation. */
import { accountOf } from '../../auth/users.ts'
import { writeResetToken, writeSignUpToken } from '../../auth/tokens.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import type { ClaimedTask } from '../../tasks/tasks.ts'
import type { Block } from './content.ts'
import { pageAddress, type Recipient, recipientOf } from './recipient.ts'
import type { ServiceMail } from './service-mail.ts'

/** Hours for which the link for a new password is valid. */
const PASSWORD_HOURS = 24
/** Hours for which the link of an invitation is valid. */
const INVITATION_HOURS = 7 * 24

/**
 * Writes the mail with the link for a new password; undefined if no active account has the name in the task. The lookup happens
 * here, so that requesting a link takes the same time for every name.
 */
export async function passwordMail(ctx: WriteContext, { payload }: ClaimedTask): Promise<ServiceMail | undefined> {
  const account = await accountOf(ctx.db, String(payload['username']).trim().toLowerCase())
  const recipient = account && (await recipientOf(ctx, account.id))
  if (!recipient?.active) return undefined
  const { texts, login } = recipient
  const { token } = await writeResetToken(ctx, recipient.id, PASSWORD_HOURS)
  return accountMail(ctx, recipient, 'password_link', texts.passwordSubject, [
    texts.passwordAsked(login),
    { link: await pageAddress(ctx, `/password/${token}`), label: texts.setPassword },
    texts.passwordIgnore,
  ])
}

/** Writes the mail with the link by which a person who has signed up confirms their address; undefined if that is done. */
export async function signUpMail(ctx: WriteContext, { payload }: ClaimedTask): Promise<ServiceMail | undefined> {
  const recipient = await recipientOf(ctx, Number(payload['user_id']))
  if (!recipient || recipient.active) return undefined
  const { texts } = recipient
  const token = await writeSignUpToken(ctx, recipient.id)
  return accountMail(ctx, recipient, 'sign_up', texts.signUpSubject, [
    texts.signUpAsked,
    { link: await pageAddress(ctx, `/sign-up/${token}`), label: texts.confirm },
    texts.signUpIgnore,
  ])
}

/** Writes the invitation for a person for whom an administrator has created an account. */
export async function invitationMail(ctx: WriteContext, { payload }: ClaimedTask): Promise<ServiceMail | undefined> {
  const recipient = await recipientOf(ctx, Number(payload['user_id']))
  if (!recipient?.active) return undefined
  const { texts, login } = recipient
  const by = await ctx.db.sql
    .selectFrom('users')
    .select('fullname')
    .where('id', '=', Number(payload['by_id']))
    .executeTakeFirst()
  const { token } = await writeResetToken(ctx, recipient.id, INVITATION_HOURS)
  return accountMail(ctx, recipient, 'invitation', texts.invitationSubject, [
    texts.invited(by?.fullname ?? '', login),
    { link: await pageAddress(ctx, `/password/${token}`), label: texts.setPassword },
  ])
}

async function accountMail(
  ctx: WriteContext,
  { name, firstname, address, texts }: Recipient,
  kind: 'password_link' | 'sign_up' | 'invitation',
  subject: (product: string) => string,
  content: readonly Block[],
): Promise<ServiceMail> {
  const product = await settingOf(ctx, 'product_name')
  return { kind, to: { name, address }, subject: subject(product), content: [texts.hello(firstname), ...content] }
}
