import type { Connection } from '../../db/dialect.ts'
import { isMerged } from './reads.ts'

/** Maximum number of merges that are followed from one ticket to the next. */
const MAX_MERGES = 20

/** Returns the ticket that a ticket was finally merged into; undefined if it was not merged, or the target was deleted. */
export async function mergedInto(db: Connection, ticket: number): Promise<number | undefined> {
  let target: number | undefined
  for (let merges = 0; merges < MAX_MERGES; merges += 1) {
    const next = await targetOf(db, target ?? ticket)
    if (next === undefined) return target
    target = next
  }
  return target
}

/** Reads the target from the history, because the link between the two tickets can be removed. */
async function targetOf(db: Connection, source: number): Promise<number | undefined> {
  if (!(await isMerged(db, source))) return undefined
  const history = await db.sql
    .selectFrom('histories')
    .select('id_to')
    .where('object', '=', 'Ticket')
    .where('o_id', '=', source)
    .where('type', '=', 'merged_into')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (history?.id_to === null || history?.id_to === undefined) return undefined
  const row = await db.sql.selectFrom('tickets').select('id').where('id', '=', history.id_to).executeTakeFirst()
  return row?.id
}
