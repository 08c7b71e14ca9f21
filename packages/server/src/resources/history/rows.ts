import type { Resource, Resources, Row } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'

/** A row of the history table. */
export type HistoryRow = Row<Resources['history']>

/** Reads the history of a record, oldest entries first. */
export const historyOf = (
  { sql: db }: Connection,
  { model }: Pick<Resource, 'model'>,
  id: number,
): Promise<HistoryRow[]> =>
  db.selectFrom('histories').selectAll().where('object', '=', model).where('o_id', '=', id).orderBy('id').execute()

/** Reads the history of a ticket, its articles and other records that belong to it, oldest entries first. */
export const historyOfTicket = ({ sql: db }: Connection, id: number): Promise<HistoryRow[]> =>
  db
    .selectFrom('histories')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and({ object: 'Ticket', o_id: id }),
        // The index is partial (`where related_o_id is not null`), and is used only if the query repeats its condition.
        sql<boolean>`related_object = 'Ticket' and related_o_id = ${id} and related_o_id is not null`,
      ]),
    )
    .orderBy('id')
    .execute()
