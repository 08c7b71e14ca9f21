import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { lockRecord } from '../../writing/write.ts'
import { isCommunication } from '../article/kinds.ts'
import { type CountedArticle, countersOf, isAnswer, waitingSince } from './changes.ts'
import { type States, statesOf } from './related-values.ts'

/**
 * Updates counters, contact times and state of a ticket from its articles. They are computed from all articles each time,
 * so that the order of writes does not matter.
 * @param isAnswered true if an answer was added, which moves a new ticket to the state with `default_follow_up`.
 */
export async function updateCounters(ctx: WriteContext, ticket: number, isAnswered = false): Promise<void> {
  // `inParallel` keeps this order: the lock comes first, so that the other statements read what was committed before it.
  const [, articles, before, states] = await inParallel([
    lockRecord(ctx, resources.ticket, ticket),
    articlesOf(ctx, ticket),
    stateOf(ctx, ticket),
    statesOf(ctx),
  ])
  const counters = countersOf(articles)
  const newState = isAnswered ? await stateAfterAnswer(ctx, ticket, before, states) : undefined
  const state_id = newState ?? before
  const waiting_since = waitingSince({ ...counters, state_id }, states.stateTypeOf)
  await update(ctx, 'ticket', ticket, { ...counters, waiting_since, ...(newState === undefined ? {} : { state_id }) })
}

/**
 * Returns the counters and contact times of a new ticket with its first article. Returns none if this article is an answer: an
 * answer also changes the state of the ticket, so `updateCounters` writes both after the ticket has been inserted.
 */
export function countersOfNew(
  unit: Unit,
  ticket: FieldValues,
  article: FieldValues,
  { stateTypeOf }: States,
): FieldValues {
  const counted = countedColumns(unit, article)
  if (isAnswer(counted)) return {}
  const counters = countersOf([counted])
  return { ...counters, waiting_since: waitingSince({ ...counters, state_id: ticket['state_id'] }, stateTypeOf) }
}

/** Returns the values of a new article that counters depend on. */
export function countedColumns(
  unit: Unit,
  { created_at, created_by_id, type_id, ...row }: FieldValues,
): CountedArticle {
  return {
    created_at: (created_at as string | undefined) ?? unit.now,
    created_by_id: (created_by_id as number | undefined) ?? unit.by,
    type_id: type_id as number,
    sender_id: row['sender_id'] as number,
    internal: row['internal'] === true,
    communication: isCommunication(type_id as number),
  }
}

/** Reads the values of a ticket's articles that its counters depend on, in the order of their time. */
export async function articlesOf(unit: Unit, ticket: number): Promise<CountedArticle[]> {
  const run = writeStatement(unit, 'articles:counted', (input) =>
    dynamic(unit.db)
      .selectFrom('ticket_articles')
      .select(['created_at', 'created_by_id', 'type_id', 'sender_id', 'internal'])
      .where('ticket_id', '=', input(0))
      .orderBy('created_at')
      .orderBy('id'),
  )
  return ((await run(ticket)) as [string, number, number, number, unknown][]).map(
    ([created_at, created_by_id, type_id, sender_id, internal]) => ({
      created_at,
      created_by_id,
      type_id,
      sender_id,
      internal: Boolean(internal),
      communication: isCommunication(type_id),
    }),
  )
}

/** Reads the state of a ticket. */
async function stateOf(unit: Unit, ticket: number): Promise<number> {
  const run = writeStatement(unit, 'ticket:state', (input) =>
    dynamic(unit.db).selectFrom('tickets').select('state_id').where('id', '=', input(0)),
  )
  return (await run(ticket))[0]?.[0] as number
}

/** Records and returns the state after the first response; undefined if the ticket has left the state for new tickets. */
async function stateAfterAnswer(
  unit: Unit,
  ticket: number,
  state: number,
  { first, followUp }: States,
): Promise<number | undefined> {
  if (followUp === undefined || state !== first) return undefined
  const [from, to] = await inParallel([nameOfState(unit, first), nameOfState(unit, followUp)])
  const changes = { state: { from, to, id_from: first, id_to: followUp } }
  await record(unit, { type: 'updated', name: 'ticket', id: ticket, changes })
  return followUp
}

async function nameOfState(unit: Unit, id: number): Promise<string> {
  const run = writeStatement(unit, 'state:name', (input) =>
    dynamic(unit.db)
      .selectFrom('ticket_states')
      .select(sql<string>`name`.as('name'))
      .where('id', '=', input(0)),
  )
  return (await run(id))[0]?.[0] as string
}
