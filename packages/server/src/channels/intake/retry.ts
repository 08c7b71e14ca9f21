import { invalid } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import type { StoredContent } from '../../db/files.ts'
import { receivedMail } from '../../resources/received_mail/reads.ts'
import { update } from '../../writing/unit-of-work.ts'
import { addToInbox } from './inbox.ts'

/** The states in which a mail can be sent through the intake again. */
const retryableStates: readonly string[] = ['quarantined', 'ignored', 'duplicate']

/**
 * Sends a mail through the intake again, or an edited copy of it. The original bytes are kept.
 * @returns the id of the mail that waits: the mail itself, or the edited copy.
 * @throws Fault `invalid` for a mail that waits, has become an article, or was replaced by an edited copy.
 */
export async function retryReceivedMail(
  ctx: WriteContext,
  id: number,
  edited: StoredContent | undefined,
): Promise<number> {
  await ctx.db.dialect.lock('received_mails', id)?.execute(ctx.db.sql)
  const { state, channel_id, envelope_from, envelope_to, client } = await receivedMail(ctx.db, id)
  if (!retryableStates.includes(state))
    throw invalid('id', `The mail is ${state}. Only mails that are ${retryableStates.join(', ')} can be tried again.`)
  if (edited === undefined) {
    await update(ctx, 'received_mail', id, { state: 'waiting', reason: null, attempts: 0, due_at: ctx.now })
    return id
  }
  const { addresses = [] } = envelope_to as unknown as { addresses?: string[] }
  const arrival = { via: 'edit', channel_id, envelope_from, envelope_to: addresses, client, replaces_id: id } as const
  const copy = await addToInbox(ctx, edited, arrival)
  await update(ctx, 'received_mail', id, { state: 'replaced', reason: `It was sent again as received mail ${copy}.` })
  return copy
}
