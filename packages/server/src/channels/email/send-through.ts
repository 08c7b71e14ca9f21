/** Sends mails through the account of a channel, and stores the result in the state of the channel. */
import type { Readable } from 'node:stream'
import type { Desk } from '../../kernel/context.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'
import { reportState } from '../../resources/channel/state.ts'
import type { AttemptResult } from '../../tasks/tasks.ts'
import { AuthorizationEnded, forgetSendingToken, sendingToken } from '../access-token.ts'
import { BlockedChannel, type RecipientResult, sendBySmtp, type SmtpAccount } from './smtp.ts'

/** Minutes for which all mails of a channel wait if its account does not work. */
const BLOCKED_PAUSE = 5

/** Returns the result of an attempt that makes all mails of its channel wait. */
export const blocked = (error: string): AttemptResult => ({ state: 'blocked', error, minutes: BLOCKED_PAUSE })

/**
 * Sends a mail through the account of a channel. A mail without recipients is not sent.
 * @param open opens the bytes of the mail.
 * @returns the result of each recipient, by address.
 * @throws BlockedChannel, AuthorizationEnded if the account does not work; Error for a failure that may pass.
 */
export async function sendThrough(
  desk: Desk,
  channel: EmailChannel,
  mail: { readonly sender: string; readonly recipients: readonly string[]; readonly size: number },
  open: () => Promise<Readable>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RecipientResult>> {
  const results =
    mail.recipients.length === 0
      ? new Map<string, RecipientResult>()
      : await sendBySmtp(await accountOf(desk, channel), mail, open, signal)
  await reportState(desk, channel.id, 'out')
  return results
}

/**
 * Stores an error in the state of a channel.
 * @returns the result that makes all mails of the channel wait if its account does not work, otherwise undefined.
 */
export async function reportFailure(
  desk: Desk,
  { id }: EmailChannel,
  failure: unknown,
  error: string,
): Promise<AttemptResult | undefined> {
  const isBlocked = failure instanceof BlockedChannel || failure instanceof AuthorizationEnded
  if (isBlocked) forgetSendingToken(desk, id)
  await reportState(desk, id, 'out', error)
  return isBlocked ? blocked(error) : undefined
}

async function accountOf(desk: Desk, { id, outbound }: EmailChannel): Promise<SmtpAccount> {
  if (outbound.unreadable !== undefined) throw new BlockedChannel(outbound.unreadable)
  if (outbound.auth !== 'xoauth2') return outbound
  return { ...outbound, access_token: await sendingToken(desk, id, outbound) }
}
