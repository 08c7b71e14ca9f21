import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'

/** Returns the next free ticket number. */
export async function nextTicketNumber(unit: Unit): Promise<string> {
  const { sql: db, dialect } = unit.db
  const systemId = writeStatement(unit, 'number:system', () =>
    dynamic(unit.db).selectFrom('settings').select('value').where('name', '=', sql.lit('system_id')),
  )
  const ticketsWithNumber = writeStatement(unit, 'number:tickets', (input) =>
    dynamic(unit.db).selectFrom('tickets').select('id').where('number', '=', input(0)),
  )
  const count = writeStatement(unit, 'number:count', () => ({ compile: () => dialect.nextTicketCount().compile(db) }))
  for (;;) {
    const [[[prefix] = []], [[next] = []]] = (await inParallel([systemId(), count()])) as [[string][], [number][]]
    if (prefix === undefined) throw new Error('The database has no system id.')
    if (next === undefined) throw new Error('The database has no ticket counter.')
    const number = formatNumber(prefix, next)
    if ((await ticketsWithNumber(number)).length === 0) return number
  }
}

/** Returns the number of a ticket: the system id, zeros and the count, together at least five digits. */
export const formatNumber = (system: string, count: number): string =>
  system + String(count).padStart(5 - system.length, '0')
