import { resources } from '@deskbell/contract'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import { enqueueMail, isOutgoing, outgoingColumns, mailTaskKind } from '../../resources/article/outgoing.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { restartTask, taskAbout } from '../../tasks/tasks.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { recordOf } from '../../writing/write.ts'
import { reopenDelivery, withoutResult } from './deliveries.ts'

/**
 * Sends the mail of an article again to the recipients who did not get it, or for the first time if its group could not send
 * mail before.
 * @throws Fault `forbidden` if the caller may not change the ticket as an agent; `invalid` if the mail has been sent, or
 * cannot be sent.
 */
export async function retryMail(ctx: WriteContext, id: number): Promise<void> {
  const article = await ctx.db.sql
    .selectFrom('ticket_articles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ticket = await recordOf(ctx, resources.ticket, article.ticket_id)
  if (roleFor('change', ctx.actor, ticket) !== 'agent') throw new Fault('forbidden')
  const before = article.preferences as unknown as FieldValues
  if (!isOutgoing(article)) throw new Fault('invalid', 'Only mails of agents and of the service are sent.')
  if (before['delivery_status'] === 'success') throw new Fault('invalid', 'The mail has been sent.')
  const cleared = withoutResult(before)
  const columns =
    typeof cleared['delivery_channel_id'] === 'number'
      ? {}
      : await sendingColumns(ctx, ticket, { ...article, preferences: cleared })
  const preferences = (columns['preferences'] ?? cleared) as FieldValues
  await update(ctx, 'article', id, { ...columns, preferences })
  const changes = { delivery_status: { from: (before['delivery_status'] as string | undefined) ?? null, to: null } }
  await record(ctx, { type: 'updated', name: 'article', id, ticket: article.ticket_id, changes })
  await reopenDelivery(ctx, id)
  const task = await taskAbout(ctx, mailTaskKind, id)
  await (task === undefined ? enqueueMail(ctx, id, { preferences }) : restartTask(ctx, task))
}

/** Returns the columns with which an article is sent. @throws Fault `invalid` if its group cannot send. */
async function sendingColumns(ctx: WriteContext, ticket: FieldValues, article: FieldValues): Promise<FieldValues> {
  const columns = await outgoingColumns(ctx, ticket, article)
  const { message_id } = columns
  if (typeof message_id === 'string') return { ...columns, message_id_md5: messageIdHash(message_id) }
  throw new Fault('invalid', 'The group has no sender address with an active channel.')
}
