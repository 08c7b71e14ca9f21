import { sql } from 'kysely'
import type { Unit } from '../../kernel/context.ts'

/** The next ticket number: system id, zeros, counter; at least five digits (reference, section 5.3). */
export async function nextTicketNumber(unit: Unit): Promise<string> {
  const { value } = await unit.db.sql
    .updateTable('settings')
    .set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
    .where('name', '=', 'ticket_counter')
    .returning('value')
    .executeTakeFirstOrThrow()
  const system = await unit.db.sql
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'system_id')
    .executeTakeFirstOrThrow()
  return system.value + value.padStart(5 - system.value.length, '0')
}
