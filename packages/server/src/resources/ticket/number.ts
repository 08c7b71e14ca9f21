import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'

/** Returns the next free ticket number: system id, zeros and counter, at least five digits. */
export async function nextTicketNumber(unit: Unit): Promise<string> {
  const count = writeStatement(unit, 'number:count', () =>
    dynamic(unit.db)
      .updateTable('settings')
      .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
      .where('name', '=', sql.lit('ticket_counter'))
      .returning(['value', sql`(select value from settings where name = 'system_id')`.as('system')]),
  )
  const taken = writeStatement(unit, 'number:taken', (input) =>
    dynamic(unit.db).selectFrom('tickets').select('id').where('number', '=', input(0)),
  )
  for (;;) {
    const [[value, system] = []] = (await count()) as [string, string][]
    if (value === undefined || system === undefined) throw new Error('The database has no ticket counter.')
    const number = system + value.padStart(5 - system.length, '0')
    if ((await taken(number)).length === 0) return number
  }
}
