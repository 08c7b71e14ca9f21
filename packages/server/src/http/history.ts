import type { HistoryRow } from '../resources/history/rows.ts'

/** Converts rows of the history to entries with the keys that existing Zammad clients expect; some are always null. */
export const historyEntries = (rows: readonly HistoryRow[]) => rows.map(historyEntry)

const historyEntry = (row: HistoryRow) => ({
  id: row.id,
  history_attribute_id: null,
  sourceable_type: row.sourceable_type,
  sourceable_id: row.sourceable_id,
  sourceable_name: row.sourceable_name,
  o_id: row.o_id,
  ...(row.related_object === null
    ? { related_history_object_id: null }
    : { related_o_id: row.related_o_id, related_object: row.related_object }),
  created_by_id: row.created_by_id,
  created_at: row.created_at,
  object: row.object,
  type: row.type,
  ...(row.attribute === null ? {} : { attribute: row.attribute, ...valuesOf(row) }),
})

const valuesOf = ({ value_from, value_to, id_from, id_to }: HistoryRow) => ({
  value_from: value_from ?? '',
  value_to: value_to ?? '',
  id_from,
  id_to,
})

export type HistoryEntry = ReturnType<typeof historyEntries>[number]

/** The JSON schema of a response with the history of a record. */
export const historySchema = {
  type: 'object',
  properties: {
    history: { type: 'array', items: { type: 'object' } },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
  },
  required: ['history', 'assets'],
}
