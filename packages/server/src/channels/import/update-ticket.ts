/** Updates the tickets of imported mails, once for all mails of a unit of work. */
import { resources } from '@deskbell/contract'
import { senders } from '../../resources/article/kinds.ts'
import { type CountedArticle, countersOf, waitingSince } from '../../resources/ticket/changes.ts'
import { articlesOf, updateCounters } from '../../resources/ticket/counters.ts'
import { canFollowUp } from '../../resources/ticket/related-values.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { update } from '../../writing/unit-of-work.ts'
import { change, recordOf } from '../../writing/write.ts'
import { stateOfImported } from './imported-state.ts'
import type { ImportRules } from './import-rules.ts'

/** The state of a ticket before the mails of a unit of work are added to it, and what these mails change. */
export interface TicketProgress {
  /** True if only imports have written to it, so that its state and times follow from its mails. */
  readonly isOnlyImported: boolean
  readonly updated_at: string
  /** Changes when an earlier mail is imported. */
  created_at: string
  /** True if mail of an agent was added. */
  isAnswered: boolean
}

/**
 * Updates the columns of a ticket that depend on its articles. A ticket that only imports have written gets the state and
 * times that follow from its mails. For any other one, the counters are updated, and new mail from a customer reopens it.
 */
export async function updateTicket(
  ctx: WriteContext,
  { states, closedBefore }: ImportRules,
  ticket: number,
  { isOnlyImported, updated_at, isAnswered }: TicketProgress,
): Promise<void> {
  if (!isOnlyImported) await updateCounters(ctx, ticket, isAnswered)
  const articles = await articlesOf(ctx, ticket)
  if (isOnlyImported) {
    const columns = { ...countersOf(articles), ...stateOfImported(articles, states, closedBefore) }
    return update(ctx, 'ticket', ticket, { ...columns, waiting_since: waitingSince(columns, states.stateTypeOf) })
  }
  const last = articles.at(-1)
  // Mail from before `closedBefore` does not open an imported ticket, so it does not reopen another one either.
  const hasNewMail = last !== undefined && last.created_at >= closedBefore && last.created_at > updated_at
  if (hasNewMail && last.sender_id === senders.customer) await reopen(ctx, { states }, ticket, last)
}

/** Reopens a closed ticket whose last article is mail from a customer, if its group allows replies to closed tickets. */
async function reopen(
  ctx: WriteContext,
  { states }: Pick<ImportRules, 'states'>,
  ticket: number,
  { created_by_id: by }: CountedArticle,
): Promise<void> {
  const before = await recordOf(ctx, resources.ticket, ticket)
  if (states.stateTypeOf(before['state_id'] as number) !== 'closed') return
  if (!(await canFollowUp(ctx, before, ctx.now))) return
  // The rules for tickets treat this as a change by the customer, for example when they decide whether the owner stays.
  const actor = { ...ctx.actor, onAllTickets: 'customer' } as const
  await change({ ...ctx, actor, by }, resources.ticket, ticket, { state_id: states.followUp })
}
