/** Writes the records that follow from a write to a ticket: subscriptions, links and accounted time. */
import { resources } from '@deskbell/contract'
import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { invalidParam } from '../../writing/values.ts'
import { create, recordOf } from '../../writing/write.ts'
import { addLink, deleteLinks, type NewLink } from '../link/actions.ts'
import { deleteMentions, subscribe } from '../mention/actions.ts'
import { deleteNotifications } from '../online_notification/actions.ts'
import { isAgentIn } from './related-values.ts'
import { roleFor } from './rights.ts'

/** Subscribes users to a new ticket. @throws Fault `invalid` for a user who cannot read its group as an agent. */
export async function subscribeUsers(ctx: WriteContext, ticket: number, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  const group = await groupIdOf(ctx, ticket)
  for (const user of users) {
    if (!(await isAgentIn(ctx, user, group, 'read'))) throw invalidParam('mentions', user)
    await subscribe(ctx, ticket, user)
  }
}

/** Links a new ticket with tickets that the caller may change. @throws Fault `invalid`, `forbidden`. */
export async function linkTicket(ctx: WriteContext, ticket: number, links: readonly NewLink[]): Promise<void> {
  for (const { type, target } of links) {
    const other = await recordOf(ctx, resources.ticket, target).catch(() => {
      throw invalidParam('links', target)
    })
    if (!roleFor('change', ctx.actor, other)) throw new Fault('forbidden')
    await addLink(ctx, { type, source: ticket, target })
  }
}

/** Accounts the time in the body of an article, if any. @throws Fault `forbidden` for customers, or if time accounting is disabled. */
export async function accountTime(
  ctx: WriteContext,
  ticket: number,
  article: number,
  body: FieldValues,
): Promise<void> {
  const { time_unit, accounted_time_type, accounted_time_type_id } = body
  if (time_unit === undefined || time_unit === null || time_unit === '') return
  await create(ctx, resources.time_accounting, {
    ticket_id: ticket,
    ticket_article_id: article,
    time_unit,
    type: accounted_time_type,
    type_id: accounted_time_type_id,
  })
}

/**
 * Deletes the records that refer to a ticket, except its articles, so that the ticket itself can be deleted. Its outbox messages
 * are marked as failed instead.
 */
export async function deleteDependents(unit: Unit, ticket: number): Promise<void> {
  const { db } = unit
  await deleteLinks(unit, ticket)
  await deleteMentions(unit, ticket)
  await deleteNotifications(unit, ticket)
  for (const table of dependentTables) {
    await dynamic(db).deleteFrom(table).where('ticket_id', '=', ticket).execute()
  }
  await deleteSharedDraft(unit, ticket)
  await db.sql
    .updateTable('outbox_messages')
    .set({ ticket_id: null, state: 'failed', error: 'The ticket was deleted.' })
    .where('ticket_id', '=', ticket)
    .execute()
  await deleteChecklist(unit, ticket)
}

const dependentTables = [
  'waiting_notifications',
  'ticket_alarms',
  'rule_runs',
  'ticket_traces',
  'recent_views',
  'drafts',
  'time_accountings',
] as const

async function deleteSharedDraft({ db }: Unit, ticket: number): Promise<void> {
  const drafts = db.sql.selectFrom('ticket_shared_draft_zooms').select('id').where('ticket_id', '=', ticket)
  await db.sql.deleteFrom('shared_draft_files').where('zoom_id', 'in', drafts).execute()
  await db.sql.deleteFrom('ticket_shared_draft_zooms').where('ticket_id', '=', ticket).execute()
}

/** Deletes the checklist of a ticket, and removes the ticket from other checklists. */
async function deleteChecklist({ db }: Unit, ticket: number): Promise<void> {
  await db.sql.updateTable('checklist_items').set({ ticket_id: null }).where('ticket_id', '=', ticket).execute()
  const lists = db.sql.selectFrom('checklists').select('id').where('ticket_id', '=', ticket)
  await db.sql.deleteFrom('checklist_items').where('checklist_id', 'in', lists).execute()
  await db.sql.deleteFrom('checklists').where('ticket_id', '=', ticket).execute()
}

async function groupIdOf({ db }: Unit, ticket: number): Promise<number> {
  const row = db.sql.selectFrom('tickets').select('group_id').where('id', '=', ticket)
  return (await row.executeTakeFirstOrThrow()).group_id
}
