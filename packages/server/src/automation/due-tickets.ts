import { systemUser } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Work on tickets that is due by the clock. */
export interface DueWork {
  /** The log message of a failure. */
  readonly failure: string
  /** Returns the ids of at most `most` tickets after an id, in ascending order. */
  readonly find: (desk: Desk, after: number, most: number) => Promise<number[]>
  /** Does the work on a locked ticket. Another process may have done it already, so it checks again. */
  readonly act: (unit: Unit, ticket: number) => Promise<void>
  /** `nothing follows` if the work starts triggers itself. */
  readonly follow?: 'nothing follows'
}

/**
 * A reference of tickets in a condition or an order whose index is not used: few tickets are due, so the index of their time
 * is the best one. Otherwise the database may read all tickets in the order of their ids.
 */
export const unindexed = <T = number>(
  { dialect }: Pick<Connection, 'dialect'>,
  column: 'id' | 'state_id',
): RawBuilder<T> => dialect.unindexed(sql.ref(`tickets.${column}`)) as RawBuilder<T>

/** Tickets that are read at once. */
const BATCH = 50

/**
 * Does work on all tickets for which it is due, each in a transaction of its own, so that other writes wait for one ticket at
 * most. A failure is logged, and the next round tries the ticket again.
 */
export async function workOnDue(desk: Desk, work: DueWork, stopping: () => boolean): Promise<void> {
  let after = 0
  for (let ids = await work.find(desk, after, BATCH); ids.length > 0; ids = await work.find(desk, after, BATCH)) {
    for (const id of ids) {
      if (stopping()) return
      after = id
      await attempt(desk, work, id)
    }
  }
}

async function attempt(desk: Desk, { act, failure, follow }: DueWork, id: number): Promise<void> {
  try {
    const run = async (unit: Unit) => {
      await unit.db.dialect.lock('tickets', id)?.execute(unit.db.sql)
      await act(unit, id)
    }
    await unitOfWork(desk, systemUser, run, follow)
  } catch (error) {
    desk.log.warn({ error, ticket: id }, failure)
  }
}
