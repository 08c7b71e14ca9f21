import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { ComputedKey, Scope, Slice } from '../../kernel/context.ts'
import { checklistItemRules, checklistRules, checklistTemplateRules } from './rules.ts'
import { besideTicket, holders } from '../scopes.ts'

const ofTicket = besideTicket()

/** The lines of the checklists that the caller sees. */
const ofChecklist: Scope = (ctx, table) => {
  const seen = ofTicket(ctx, 'its_checklist')
  if (!seen) return undefined
  return sql<SqlBool>`exists ${dynamic(ctx.db)
    .selectFrom('checklists as its_checklist')
    .select(sql`1`.as('one'))
    .where(sql.ref('its_checklist.id'), '=', sql.ref(`${table}.checklist_id`))
    .where(seen)}`
}

/** The ids of the lines in their order; texts, where `item_ids` are numbers (reference, section 3.17). */
const sortedItems =
  (items: string, near: string): ComputedKey =>
  async ({ db }, ids) => {
    const rows = await dynamic(db)
      .selectFrom(items)
      .select(['id', near])
      .where(db.dialect.among(sql.ref(near), sql.val(`[${ids.join()}]`)))
      .orderBy('position')
      .orderBy('id')
      .execute()
    const sorted = new Map<number, string[]>()
    for (const row of rows) {
      const list = sorted.get(row[near] as number) ?? []
      sorted.set(row[near] as number, [...list, String(row['id'])])
    }
    return (id) => JSON.stringify(sorted.get(id) ?? [])
  }

export const checklistSlice: Slice = {
  listScope: ofTicket,
  rules: checklistRules,
  computedKeys: { sorted_item_ids: sortedItems('checklist_items', 'checklist_id') },
}

export const checklistItemSlice: Slice = { listScope: ofChecklist, rules: checklistItemRules }

const staff = holders('ticket.agent', 'admin.checklist')

export const checklistTemplateSlice: Slice = {
  listScope: staff,
  rules: checklistTemplateRules,
  computedKeys: { sorted_item_ids: sortedItems('checklist_template_items', 'checklist_template_id') },
}

export const checklistTemplateItemSlice: Slice = { listScope: staff }
