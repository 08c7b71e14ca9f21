import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { unknownId } from '../../kernel/crud.ts'
import { Fault } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { hold } from '../../writing/write.ts'
import { actsAs, rightsColumns } from './rights.ts'

/**
 * The tickets with these ids, in this order and locked, when the caller may change all of them.
 * @throws Fault `not_found` for the first id that does not exist, `invalid` for the first ticket the caller may not change.
 */
export async function changeableTickets(ctx: WriteContext, ids: readonly number[]): Promise<FieldValues[]> {
  // In one order for everybody, so that two such requests cannot wait for each other.
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

/** Does the same to each ticket. The first failure ends the whole transaction and names its ticket. */
export async function forEachTicket(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  for (const id of ids) {
    try {
      await work(id)
    } catch (failure) {
      throw failure instanceof Fault && failure.status < 500 ? onTicket(id, failure) : failure
    }
  }
}

/** Existing clients look for the ticket in the body, not for the reason, which stands in the header `X-Failure`. */
const onTicket = (id: number, { message, details }: Fault): Fault =>
  new Fault('invalid', message, { details, body: { error: true, ticket_id: id } })
