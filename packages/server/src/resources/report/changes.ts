import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import type { Select } from '../../search/select.ts'
import { hasState, type StateIds } from './report-request.ts'

/** Joins tickets with their changes of state, which are read through the index on their time. */
export const stateChanges = (db: Connection, tickets: Select): Select =>
  tickets.innerJoin('histories as change', 'change.o_id', 'tickets.id').where(isStateChange(db, 'change'))

/**
 * Returns the condition that a row of the history is a change of the state of a ticket. The database should use the partial index
 * on the time of such changes: this requires the literal `state` in the statement, and that the index on the object is excluded.
 */
const isStateChange = ({ dialect }: Connection, change: string) =>
  sql<SqlBool>`(${sql.ref(`${change}.attribute`)} = 'state' and ${dialect.unindexed(sql.ref(`${change}.object`))} = 'Ticket')`

/** Returns the condition that a change of state opens a closed ticket. */
export const isReopening = ({ closed }: StateIds, change = 'change') =>
  sql<SqlBool>`(${hasState(closed, `${change}.id_from`)} and not ${hasState(closed, `${change}.id_to`)})`

/** Returns the condition that a change of state closes an open ticket. */
export const isClosing = ({ closed }: StateIds) =>
  sql<SqlBool>`(${hasState(closed, 'change.id_to')} and not ${hasState(closed, 'change.id_from')})`

/**
 * Returns the condition that a change closes a ticket again, not for the first time. The first closing is the one at
 * `close_at`. Another closing may have the same time; it is recognized by a reopening of the same time that was recorded
 * before it. This is rare, so one subquery reads all reopenings, and the exact one runs only for the tickets found there.
 * @param since the first instant of the counted changes.
 */
export function isClosingAgain(db: Connection, states: StateIds, since: string) {
  const reopenings = (
    condition: RawBuilder<unknown>,
  ) => sql`from histories earlier where ${isStateChange(db, 'earlier')}
    and ${isReopening(states, 'earlier')} and ${condition}`
  const sameInstant = sql`earlier.created_at = change.created_at and earlier.o_id = change.o_id and earlier.id < change.id`
  return sql<SqlBool>`(${isClosing(states)} and (change.created_at > tickets.close_at or (change.created_at = tickets.close_at
    and (change.created_at, change.o_id) in (select earlier.created_at, earlier.o_id
      ${reopenings(sql`earlier.created_at >= ${since}`)})
    and exists (select 1 ${reopenings(sameInstant)}))))`
}
