import { systemUser } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Work that is done on tickets when a time has come. */
export interface DueWork {
  /** The message in the log if the work fails. */
  readonly failureLog: string
  /** Returns the ids of at most `max` tickets after an id, in ascending order. */
  readonly find: (desk: Desk, after: number, max: number) => Promise<number[]>
  /** Does the work on a locked ticket. Another process may have done it already, so it checks again. */
  readonly act: (unit: Unit, ticket: number) => Promise<void>
  /** `skip automation` if the work starts triggers itself. */
  readonly automation?: 'skip automation'
}

/**
 * Returns a column of tickets in a form for which the database uses no index. Few tickets are due, so the index on their
 * due time is the best one, but the database might prefer to read all tickets in the order of their ids.
 */
export const unindexed = <T = number>(
  { dialect }: Pick<Connection, 'dialect'>,
  column: 'id' | 'state_id',
): RawBuilder<T> => dialect.unindexed(sql.ref(`tickets.${column}`)) as RawBuilder<T>

/** Maximum number of tickets that one statement finds. */
const BATCH_SIZE = 50

/**
 * Does work on all tickets for which it is due, each in a transaction of its own, so that other writes wait for at most one
 * ticket. A failure is logged, and the ticket is tried again the next time.
 */
export async function workOnDue(desk: Desk, work: DueWork, isStopping: () => boolean): Promise<void> {
  let after = 0
  for (
    let ids = await work.find(desk, after, BATCH_SIZE);
    ids.length > 0;
    ids = await work.find(desk, after, BATCH_SIZE)
  ) {
    for (const id of ids) {
      if (isStopping()) return
      after = id
      await attempt(desk, work, id)
    }
  }
}

async function attempt(desk: Desk, { act, failureLog, automation }: DueWork, id: number): Promise<void> {
  try {
    const run = async (unit: Unit) => {
      await unit.db.dialect.lock('tickets', id)?.execute(unit.db.sql)
      await act(unit, id)
    }
    await unitOfWork(desk, systemUser, run, automation)
  } catch (error) {
    desk.log.warn({ error, ticket: id }, failureLog)
  }
}
