import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { change, create, hold, recordOf, remove } from '../../writing/write.ts'
import { articleBody, type PreparedArticle } from '../article/prepare.ts'
import { subscribe, subscribersOf, unsubscribe } from '../mention/actions.ts'
import { addTags, removeTag } from '../tag/actions.ts'
import { changeableTicket } from '../ticket/changeable.ts'
import type { Effect } from './perform.ts'

/**
 * Applies a macro to a ticket with the rights of the caller. Its mail notifications are not sent yet.
 * @param articles the articles of the effect, prepared before the transaction.
 * @throws Fault as any write to a ticket.
 */
export async function applyEffect(
  ctx: WriteContext,
  id: number,
  effect: Effect,
  articles: readonly PreparedArticle[],
): Promise<void> {
  await hold(ctx, resources.ticket, id)
  await recordOf(ctx, resources.ticket, id)
  await changeableTicket(ctx, id)
  if (effect.remove) return remove(ctx, resources.ticket, id)
  await change(ctx, resources.ticket, id, effect.change)
  await addTags(ctx, id, effect.addTags)
  for (const tag of effect.removeTags) await removeTag(ctx, id, tag)
  for (const article of articles) await create(ctx, resources.article, articleBody(article, id))
  for (const user of effect.subscribe) await subscribe(ctx, id, user)
  for (const user of effect.unsubscribe) await endSubscription(ctx, id, user)
}

async function endSubscription(ctx: WriteContext, ticket: number, user: number): Promise<void> {
  if (!(await subscribersOf(ctx, ticket)).includes(user)) return
  const { id } = await ctx.db.sql
    .selectFrom('mentions')
    .select('id')
    .where('mentionable_id', '=', ticket)
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  await unsubscribe(ctx, id, user)
}
