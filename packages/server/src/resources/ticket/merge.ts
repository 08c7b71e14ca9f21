import { noOwner, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { Fault } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { markForIndexing, record, update } from '../../writing/unit-of-work.ts'
import { change, create, lockRecord, recordOf } from '../../writing/write.ts'
import { senders, types } from '../article/kinds.ts'
import { articleBody } from '../article/prepare.ts'
import { addLink, moveLinks } from '../link/actions.ts'
import { moveMentions } from '../mention/actions.ts'
import { notifyAgents } from './notify.ts'
import { statesOf } from './related-values.ts'
import { roleFor, mayRedirect } from './rights.ts'
import { updateCounters } from './counters.ts'

/**
 * Merges a ticket into another one: articles, accounted time, mentions and links move to the target; the source gets the
 * state `merged`, a note and a link. Attachments stay available under both ids.
 * @throws Fault `forbidden` without the right to change both tickets and to read the source, `invalid` for the same ticket
 * or a merged one.
 */
export async function mergeTickets(ctx: WriteContext, source: number, target: number): Promise<void> {
  if (source === target) throw new Fault('invalid', 'A ticket cannot be merged into itself.')
  // Locks in the order of ids, so that concurrent merges of the same tickets cannot deadlock.
  for (const id of [source, target].toSorted((a, b) => a - b)) await lockRecord(ctx, resources.ticket, id)
  const [from, to] = [await recordOf(ctx, resources.ticket, source), await recordOf(ctx, resources.ticket, target)]
  const merged = await checkMerge(ctx, from, to)
  await moveRows(ctx, source, target)
  await moveMentions(ctx, source, target)
  await moveLinks(ctx, source, target)
  await addLink(ctx, { type: 'parent', source: target, target: source })
  await change(ctx, resources.ticket, source, {
    state_id: merged,
    owner_id: noOwner,
    // A merged ticket never escalates.
    preferences: { escalation_calculation: { escalation_disabled: true } },
  })
  await create(ctx, resources.article, articleBody(note, source))
  await updateCounters(ctx, target)
  await recordMerge(ctx, from, to)
  await notifyAgents(ctx, target, 'update')
}

/** Checks that two tickets can be merged. @returns the id of the state for merged tickets. @throws Fault `forbidden`, `invalid`. */
async function checkMerge(ctx: WriteContext, from: FieldValues, to: FieldValues): Promise<number> {
  const { stateTypeOf, merged } = await statesOf(ctx)
  if (!mayRedirect(ctx.actor, from) || roleFor('change', ctx.actor, to) !== 'agent') throw new Fault('forbidden')
  for (const ticket of [to, from]) {
    if (stateTypeOf(ticket['state_id'] as number) !== 'merged') continue
    throw new Fault('invalid', 'It is not possible to merge into an already merged ticket.')
  }
  if (merged === undefined) throw new Fault('invalid', 'There is no state for merged tickets.')
  return merged
}

/** The note on the merged ticket. */
const note = {
  values: {
    body: 'merged',
    content_type: 'text/plain',
    type_id: types.note,
    sender_id: senders.agent,
    internal: false,
  },
  files: [],
  mentioned: [],
}

async function moveRows(ctx: WriteContext, source: number, target: number): Promise<void> {
  const { sql: db } = ctx.db
  for (const table of ['ticket_articles', 'mail_references', 'time_accountings'] as const) {
    await db.updateTable(table).set({ ticket_id: target }).where('ticket_id', '=', source).execute()
  }
  for (const id of [source, target]) {
    markForIndexing(ctx, 'ticket', id)
    const { sum } = await db
      .selectFrom('time_accountings')
      .select(sql<number | string | null>`sum(time_unit)`.as('sum'))
      .where('ticket_id', '=', id)
      .executeTakeFirstOrThrow()
    await update(ctx, 'ticket', id, { time_unit: sum === null ? null : String(Math.round(Number(sum) * 100) / 100) })
  }
}

async function recordMerge(ctx: WriteContext, from: FieldValues, to: FieldValues): Promise<void> {
  const changes = {
    ticket: {
      from: from['number'] as string,
      to: to['number'] as string,
      id_from: from['id'] as number,
      id_to: to['id'] as number,
    },
  }
  const [source, target] = [from['id'] as number, to['id'] as number]
  await record(ctx, { type: 'merged_into', event: 'merged', name: 'ticket', id: source, changes })
  await record(ctx, { type: 'received_merge', event: 'updated', name: 'ticket', id: target, changes })
}
