/** Queues mails with links for accounts. A link is created when its mail is sent, so that no task contains a secret. */
import type { WriteContext } from '../../kernel/context.ts'
import { enqueue } from '../../tasks/tasks.ts'
import { serviceSender } from '../channel/service-sender.ts'

/** The kinds of the tasks that send these mails. */
export const accountMails = {
  password: 'send_password_link',
  signUp: 'send_sign_up_link',
  invitation: 'send_invitation',
} as const

/** Queues the link for a new password of an account, which need not exist. @returns false on a desk that sends no mail. */
export const mailPasswordLink = (ctx: WriteContext, username: string): Promise<boolean> =>
  queue(ctx, accountMails.password, { username: username.slice(0, 254) })

/** Queues the link with which a person who has signed up confirms their address. */
export const mailSignUpLink = (ctx: WriteContext, user_id: number): Promise<boolean> =>
  queue(ctx, accountMails.signUp, { user_id })

/** Queues the invitation of a user by the author of the write. */
export const mailInvitation = (ctx: WriteContext, user_id: number): Promise<boolean> =>
  queue(ctx, accountMails.invitation, { user_id, by_id: ctx.by })

async function queue(
  ctx: WriteContext,
  kind: string,
  payload: Readonly<Record<string, string | number>>,
): Promise<boolean> {
  const sender = await serviceSender(ctx)
  if (sender) await enqueue(ctx, { kind, payload, lane: sender.channel })
  return sender !== undefined
}
