import type { ComputedKey, Scope, Slice } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { relatedTo } from '../conditions.ts'
import { forPermission, forAgentsOfTicket } from '../scopes.ts'

const ofTicket = forAgentsOfTicket()

/** Selects items of the checklists that the caller sees. */
const ofChecklist: Scope = (ctx, table) => {
  const seen = ofTicket(ctx, 'its_checklist')
  return seen && relatedTo(ctx, { table: 'checklists', alias: 'its_checklist', key: `${table}.checklist_id` }, seen)
}

/** Lists the ids of the items in their order, as strings: see docs/decisions/oddities.md. */
const sortedItems = (items: string, parentColumn: string): ComputedKey => columnInOrder(items, parentColumn, 'id')

/**
 * Lists a column of the items in their order, as strings.
 * @param parentColumn the column with the id of the checklist or template that an item belongs to.
 */
const columnInOrder =
  (items: string, parentColumn: string, column: 'id' | 'text'): ComputedKey =>
  async ({ db }, ids) => {
    const rows = await dynamic(db)
      .selectFrom(items)
      .select([column, parentColumn])
      .where(db.dialect.among(sql.ref(parentColumn), sql.val(`[${ids.join()}]`)))
      .orderBy('position')
      .orderBy('id')
      .execute()
    const sorted = new Map<number, string[]>()
    for (const row of rows) {
      const list = sorted.get(row[parentColumn] as number) ?? []
      sorted.set(row[parentColumn] as number, [...list, String(row[column])])
    }
    return (id) => JSON.stringify(sorted.get(id) ?? [])
  }

export const checklistScopes: Slice = {
  listScope: ofTicket,
  computedKeys: { sorted_item_ids: sortedItems('checklist_items', 'checklist_id') },
}

export const checklistItemScopes: Slice = { listScope: ofChecklist }

const forStaff = forPermission('ticket.agent', 'admin.checklist')

export const checklistTemplateScopes: Slice = {
  listScope: forStaff,
  computedKeys: {
    sorted_item_ids: sortedItems('checklist_template_items', 'checklist_template_id'),
    item_texts: columnInOrder('checklist_template_items', 'checklist_template_id', 'text'),
  },
}

export const checklistTemplateItemScopes: Slice = { listScope: forStaff }
