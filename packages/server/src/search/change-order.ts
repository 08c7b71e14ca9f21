import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { writeStatement } from '../kernel/statement.ts'
import type { Unit } from '../kernel/context.ts'
import { writeStoredValue } from '../kernel/settings.ts'

/** Gives a ticket the next change number, and returns the number. */
export async function renumber(unit: Unit, id: number): Promise<number> {
  const run = writeStatement(unit, 'ticket:renumber', (input) =>
    dynamic(unit.db)
      .updateTable('tickets')
      .set({ change: unit.db.dialect.nextChange() })
      .where('id', '=', input(0))
      .returning('change'),
  )
  return (await run(id))[0]?.[0] as number
}

/**
 * Records that change numbers are no longer in the order of `updated_at`, if the tickets that get new numbers are older than
 * another ticket, as when old mail is imported. While the numbers are in that order, searches read hits by them; afterwards,
 * searches sort their hits until `deskbell reindex` restores the order.
 * @param ids the tickets that get new numbers.
 * @param first the one of them with the earliest `updated_at`.
 * @returns the newest change number of the other tickets; 0 if there are none.
 */
export async function recordDisorder(
  db: Connection,
  ids: readonly number[],
  first: { readonly id: number; readonly updated_at: string },
): Promise<number> {
  const last = await db.sql
    .selectFrom('tickets')
    .select(['id', 'updated_at', 'change'])
    .where((eb) => eb.not(db.dialect.among(eb.ref('id'), sql.val(JSON.stringify(ids)))))
    .orderBy('change', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return 0
  if (last.updated_at < first.updated_at) return last.change
  if (last.updated_at === first.updated_at && last.id < first.id) return last.change
  await writeStoredValue(db, 'search_order', 'stale')
  return last.change
}
