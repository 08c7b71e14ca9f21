import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { hold } from '../../writing/write.ts'
import { actsAs, rightsColumns } from './rights.ts'

/**
 * Locks the tickets with these ids and returns them in this order.
 * @throws Fault `not_found` for the first id that does not exist, `invalid` for the first ticket the caller may not change.
 */
export async function changeableTickets(ctx: WriteContext, ids: readonly number[]): Promise<FieldValues[]> {
  // Locks in the order of ids, so that concurrent requests cannot deadlock.
  for (const id of ids.toSorted((a, b) => a - b)) await hold(ctx, resources.ticket, id)
  const rows: FieldValues[] = await dynamic(ctx.db)
    .selectFrom('tickets')
    .select(['id', ...rightsColumns])
    .where(ctx.db.dialect.among(sql.ref('tickets.id'), sql.val(`[${ids.join()}]`)))
    .execute()
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const tickets = ids.map((id) => {
    const ticket = byId.get(id)
    if (!ticket) throw unknownId(resources.ticket, id)
    return ticket
  })
  for (const ticket of tickets) {
    if (!actsAs('change', ctx.actor, ticket)) throw onTicket(ticket['id'] as number, new Fault('forbidden'))
  }
  return tickets
}

/** Runs `work` for each ticket. The first failure ends the transaction and names its ticket. */
export async function forEachTicket(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  for (const id of ids) {
    try {
      await work(id)
    } catch (failure) {
      throw failure instanceof Fault && failure.status < 500 ? onTicket(id, failure) : failure
    }
  }
}

/** Puts the id into the body, as existing clients expect; the reason is in the header `X-Failure`. */
const onTicket = (id: number, { message, details }: Fault): Fault =>
  new Fault('invalid', message, { details, body: { error: true, ticket_id: id } })
