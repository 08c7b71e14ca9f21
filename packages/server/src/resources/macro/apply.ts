import { resources } from '@deskbell/contract'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { change, create, lockRecord, remove } from '../../writing/write.ts'
import { articleBody, type PreparedArticle } from '../article/prepare.ts'
import { subscribe } from '../mention/actions.ts'
import { addTags, removeTag } from '../tag/actions.ts'
import { nextOwner } from '../ticket/assignment.ts'
import { changeableTicket } from '../ticket/changeable.ts'
import { isAgentIn } from '../ticket/related-values.ts'
import type { Effect } from './perform.ts'

/**
 * Applies a macro to a ticket with the rights of the caller. It does not send the notifications of the macro.
 * @param articles the articles of the effect, prepared before the transaction.
 * @throws Fault as any other write to a ticket does.
 */
export async function applyEffect(
  ctx: WriteContext,
  id: number,
  effect: Effect,
  articles: readonly PreparedArticle[],
): Promise<void> {
  await lockRecord(ctx, resources.ticket, id)
  const before = await changeableTicket(ctx, id)
  if (effect.isDeletion) return remove(ctx, resources.ticket, id)
  const owner = effect.assign && (await nextOwner(ctx, { ...before, ...effect.change }, effect.assign))
  await change(ctx, resources.ticket, id, owner === undefined ? effect.change : { ...effect.change, owner_id: owner })
  await applyExtras(ctx, id, effect, articles)
}

/**
 * Applies the actions of a rule, such as a trigger, to a ticket. Values that the ticket already has are not written. Articles
 * and notifications are not part of this: `automation/perform.ts` creates them.
 */
export async function applyRule(ctx: WriteContext, before: FieldValues, effect: Effect): Promise<void> {
  const id = before['id'] as number
  if (effect.isDeletion) return remove(ctx, resources.ticket, id)
  const owner = effect.assign && (await nextOwner(ctx, { ...before, ...effect.change }, effect.assign))
  const values = owner === undefined ? effect.change : { ...effect.change, owner_id: owner }
  const changed = Object.entries(values).filter(([name, value]) => asText(value) !== asText(before[name]))
  if (changed.length > 0) await change(ctx, resources.ticket, id, Object.fromEntries(changed))
  const maySubscribe = (user: number) => isAgentIn(ctx, user, before['group_id'] as number, 'read')
  const subscribers: number[] = []
  for (const user of effect.subscribe) if (await maySubscribe(user)) subscribers.push(user)
  await applyExtras(ctx, id, { ...effect, subscribe: subscribers }, [])
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function applyExtras(
  ctx: WriteContext,
  id: number,
  effect: Effect,
  articles: readonly PreparedArticle[],
): Promise<void> {
  await addTags(ctx, id, effect.addTags)
  for (const tag of effect.removeTags) await removeTag(ctx, id, tag)
  for (const article of articles) await create(ctx, resources.article, articleBody(article, id))
  for (const user of effect.subscribe) await subscribe(ctx, id, user)
  for (const user of effect.unsubscribe) await endSubscriptions(ctx, id, user)
}

async function endSubscriptions({ db }: WriteContext, ticket: number, user: number | 'all'): Promise<void> {
  await db.sql
    .deleteFrom('mentions')
    .where('mentionable_id', '=', ticket)
    .$if(user !== 'all', (query) => query.where('user_id', '=', user as number))
    .execute()
}
