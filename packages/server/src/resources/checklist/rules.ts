import { Fault } from '../../errors/fault.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { declared, type Rules, type WriteContext } from '../../kernel/context.ts'
import { either, field, list, shape, type Values } from '../../writing/parts.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { invalidParam, missing } from '../../writing/values.ts'
import { create } from '../../writing/write.ts'
import { lockAsAgent } from '../ticket/lock.ts'
import { settingOf } from '../../kernel/settings.ts'
import {
  checklistItems,
  templateItems,
  MAX_ITEMS,
  itemText,
  itemParts,
  orderPart,
  writeItems,
  textsIn,
  tooManyItems,
  addItems,
  deleteItems,
  countAndLastPosition,
} from './item-list.ts'

const templatePart = field({ kind: 'ref', null: true, doc: 'Template that the items are copied from.' })

/** The rules of checklists. Agents who may change a ticket may change its checklist. */
export const checklistRules: Rules = {
  bodyParts: { create: { ...itemParts, template_id: templatePart }, update: { ...itemParts, ...orderPart } },
  async derive(ctx, { before, values, body }) {
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    return template && values['name'] === undefined ? { name: template.name } : {}
  },
  async authorize(ctx, before, after) {
    await requireEnabled(ctx)
    await lockAsAgent(ctx, (after ?? before)?.['ticket_id'] as number, 'change')
  },
  async afterWrite(ctx, id, { before, values, body }) {
    if (!before) await setChecklistOfTicket(ctx, values['ticket_id'] as number, null, id)
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    if (template) await addItems(ctx, checklistItems, id, await textsOf(ctx, template.id))
    await writeItems(ctx, checklistItems, id, body)
  },
  async beforeDelete(ctx, id, before) {
    await deleteItems(ctx, checklistItems, id)
    await setChecklistOfTicket(ctx, before['ticket_id'] as number, id, null)
  },
}

/** Sets the `checklist_id` of the ticket, and records the change. */
async function setChecklistOfTicket(
  ctx: WriteContext,
  ticket: number,
  from: number | null,
  to: number | null,
): Promise<void> {
  await update(ctx, 'ticket', ticket, { checklist_id: to })
  await record(ctx, { type: 'updated', name: 'ticket', id: ticket, changes: { checklist_id: { from, to } } })
}

/** The keys of the body that `appendItems` reads. */
export const bulkParts = {
  checklist_id: field({ kind: 'ref', null: true, doc: 'Id of the checklist.' }),
  ticket_id: field({ kind: 'ref', null: true, doc: 'Ticket of the checklist, instead of `checklist_id`.' }),
  items: list(either(itemText, shape({ text: itemText })), { max: MAX_ITEMS, min: 1 }),
}

/**
 * Appends items to a checklist, and creates the checklist of a ticket if there is none.
 * @param input the items, and the id of the checklist or of its ticket.
 * @returns the ids of the new items.
 */
export async function appendItems(ctx: WriteContext, input: Values<typeof bulkParts>): Promise<number[]> {
  const checklist_id = await checklistIn(ctx, input)
  const ids: number[] = []
  for (const text of textsIn(input.items)) {
    ids.push((await create(ctx, declared('checklist_item'), { checklist_id, text })).id)
  }
  return ids
}

async function checklistIn(ctx: WriteContext, { ticket_id: ticket, checklist_id }: Values<typeof bulkParts>) {
  if (typeof ticket !== 'number') {
    if (typeof checklist_id !== 'number') throw missing('checklist_id')
    return checklist_id
  }
  await lockAsAgent(ctx, ticket, 'change')
  const existing = await ctx.db.sql
    .selectFrom('checklists')
    .select('id')
    .where('ticket_id', '=', ticket)
    .executeTakeFirst()
  return existing?.id ?? (await create(ctx, declared('checklist'), { ticket_id: ticket })).id
}

/** The rules of items. The caller must be able to change the ticket of the checklist, and to read a ticket that an item refers to. */
export const checklistItemRules: Rules = {
  async derive(ctx, { before, values }) {
    if (typeof values['ticket_id'] === 'number') {
      await requireReadable(ctx, declared('ticket'), values['ticket_id'])
    }
    if (before) return {}
    const list = values['checklist_id'] as number
    const last = await countAndLastPosition(ctx, checklistItems, list)
    if (last.count >= MAX_ITEMS) throw tooManyItems()
    return { position: last.position + 1 }
  },
  async authorize(ctx, before, after) {
    await requireEnabled(ctx)
    const list = await ctx.db.sql
      .selectFrom('checklists')
      .select('ticket_id')
      .where('id', '=', (after ?? before)?.['checklist_id'] as number)
      .executeTakeFirst()
    await lockAsAgent(ctx, list?.ticket_id ?? 0, 'change')
  },
}

export const checklistTemplateRules: Rules = {
  bodyParts: { create: itemParts, update: { ...itemParts, ...orderPart } },
  afterWrite: (ctx, id, { body }) => writeItems(ctx, templateItems, id, body),
  beforeDelete: (ctx, id) => deleteItems(ctx, templateItems, id),
}

async function requireEnabled(ctx: WriteContext): Promise<void> {
  if (!(await settingOf(ctx, 'checklist'))) throw new Fault('forbidden', 'Not authorized (Checklists are not enabled)!')
}

async function templateIn(ctx: WriteContext, id: unknown): Promise<{ id: number; name: string } | undefined> {
  if (typeof id !== 'number') return undefined
  const template = await ctx.db.sql
    .selectFrom('checklist_templates')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!template) throw invalidParam('template_id', id)
  return template
}

async function textsOf(ctx: WriteContext, template: number): Promise<string[]> {
  const rows = await ctx.db.sql
    .selectFrom('checklist_template_items')
    .select('text')
    .where('checklist_template_id', '=', template)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}
