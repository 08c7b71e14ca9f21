import { type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import { effective, type FieldValues, type WriteContext } from '../../kernel/context.ts'
import { withCustomFields } from '../../writing/custom-fields.ts'
import { inSavepoint } from '../../writing/unit-of-work.ts'
import { lockRecord, recordOf } from '../../writing/write.ts'
import { tagsOfTicket } from '../tag/of-ticket.ts'
import { roleFor, rightsColumns } from './rights.ts'

/**
 * Locks the tickets with these ids and returns them in the order of `ids`.
 * @throws Fault `not_found` for the first id that does not exist, `invalid` for the first ticket that the caller may
 * not change.
 */
export async function changeableTickets(ctx: WriteContext, ids: readonly number[]): Promise<FieldValues[]> {
  // Ascending ids, so that concurrent requests cannot deadlock.
  for (const id of ids.toSorted((a, b) => a - b)) await lockRecord(ctx, resources.ticket, id)
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
    if (!roleFor('change', ctx.actor, ticket)) throw withTicketId(ticket['id'] as number, new Fault('forbidden'))
  }
  return tickets
}

/** Runs `work` for each ticket. The first failure ends the transaction and names its ticket. */
export async function forEachTicket(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  for (const id of ids) {
    try {
      await work(id)
    } catch (failure) {
      throw failure instanceof Fault && failure.status < 500 ? withTicketId(id, failure) : failure
    }
  }
}

/** The values that a change has replaced in a ticket, so that it can be undone. */
interface Previous {
  readonly ticket_id: number
  /** The former values of the changed attributes; an update with them restores the ticket. */
  readonly attributes: FieldValues
  readonly added_tags?: readonly string[]
  readonly removed_tags?: readonly string[]
}

/** Changes one ticket and returns the keys of the body that were ignored. */
type ChangeTicket = (id: number, before: FieldValues) => Promise<readonly string[]>

/** The results of a change to several tickets, each of which may succeed or fail. */
export interface Changes {
  readonly changed: readonly number[]
  readonly refused: readonly { readonly ticket_id: number; readonly error: string }[]
  /** The values that undo the changes. Deleted tickets have no entry. */
  readonly previous: readonly Previous[]
  /** Keys of the body that were ignored. */
  readonly ignored: readonly string[]
}

/** Changes each ticket that can be changed, in ascending order of ids, so that concurrent requests cannot deadlock. */
export async function changeEach(ctx: WriteContext, ids: readonly number[], work: ChangeTicket): Promise<Changes> {
  const changed: number[] = []
  const refused: Changes['refused'][number][] = []
  const previous: Previous[] = []
  const ignored = new Set<string>()
  for (const id of ids.toSorted((a, b) => a - b)) {
    try {
      const result = await inSavepoint(ctx, () => changeOne(ctx, id, work))
      changed.push(id)
      if (result.previous) previous.push(result.previous)
      for (const name of result.ignored) ignored.add(name)
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.status >= 500) throw failure
      refused.push({ ticket_id: id, error: failure.message })
    }
  }
  return { changed, refused, previous, ignored: [...ignored] }
}

async function changeOne(ctx: WriteContext, id: number, work: ChangeTicket) {
  const resource = effective(ctx, resources.ticket)
  await lockRecord(ctx, resource, id)
  const before = withCustomFields(resource, await recordOf(ctx, resource, id))
  if (!roleFor('change', ctx.actor, before)) throw new Fault('forbidden')
  const tagsBefore = await tagsOfTicket(ctx.db, id)
  const ignored = await work(id, before)
  const after: FieldValues | undefined = await dynamic(ctx.db)
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!after) return { previous: undefined, ignored }
  const attributes = previousOf(ctx, resource, before, withCustomFields(resource, after))
  const tags = roleFor('see', ctx.actor, before) ? changedTags(tagsBefore, await tagsOfTicket(ctx.db, id)) : {}
  return { previous: { ticket_id: id, attributes, ...tags }, ignored }
}

function changedTags(
  before: readonly string[],
  after: readonly string[],
): Pick<Previous, 'added_tags' | 'removed_tags'> {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return { ...(added.length > 0 && { added_tags: added }), ...(removed.length > 0 && { removed_tags: removed }) }
}

/** Returns the former values of attributes that an update can set; none if the caller may not read the ticket. */
function previousOf(
  { actor }: WriteContext,
  { fields }: Resource,
  before: FieldValues,
  after: FieldValues,
): FieldValues {
  const role = roleFor('see', actor, before)
  if (role === undefined) return {}
  const isRestorable = ([name, field]: [string, Resource['fields'][string]]) =>
    field.write === undefined &&
    !field.hidden &&
    !serverColumns.has(name) &&
    (role === 'agent' || !field.custom?.staffOnly) &&
    JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isRestorable)
      .map(([name]) => [name, before[name] ?? null]),
  )
}

/** Columns that the service sets itself, so that an update cannot restore them. */
const serverColumns = new Set(['id', 'created_at', 'created_by_id', 'updated_at', 'updated_by_id'])

/** Returns a fault with the id of the ticket in its body, as existing clients expect; the header `X-Failure` has the reason. */
const withTicketId = (id: number, { message, details }: Fault): Fault =>
  new Fault('invalid', message, { details, body: { error: true, ticket_id: id } })
