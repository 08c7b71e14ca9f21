import type { ResourceName } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { readOne } from '../../kernel/crud.ts'
import { declared, type FieldValues, type Rules, type WriteContext } from '../../kernel/context.ts'
import { described, either, field, list, optional, type Read, shape, type Values } from '../../writing/parts.ts'
import { insert, record, update } from '../../writing/unit-of-work.ts'
import { invalidParam, missing } from '../../writing/values.ts'
import { create } from '../../writing/write.ts'
import { lockAsAgent } from '../ticket/lock.ts'
import { settingOf } from '../../kernel/settings.ts'

/** The items of a checklist or template: their resource, and the column with the id of the list. */
interface ItemList {
  readonly items: 'checklist_item' | 'checklist_template_item'
  readonly near: string
}
const ofChecklist: ItemList = { items: 'checklist_item', near: 'checklist_id' }
const ofTemplate: ItemList = { items: 'checklist_template_item', near: 'checklist_template_id' }

/** Maximum number of items in a checklist. */
const MAX_ITEMS = 100

const itemText = field({ kind: 'text', max: 500, default: '' })
const itemParts = {
  items: optional(
    described('Texts of all items, in order.', list(either(itemText, shape({ text: itemText })), { max: MAX_ITEMS })),
  ),
}
const orderPart = {
  sorted_item_ids: optional(
    described('Ids of all items, in the new order.', list(field({ kind: 'integer' }), { max: MAX_ITEMS })),
  ),
}
const templatePart = field({ kind: 'ref', null: true, doc: 'Template that the items are copied from.' })

/** Agents who may change a ticket may change its checklist. */
export const checklistRules: Rules = {
  bodyParts: { create: { ...itemParts, template_id: templatePart }, update: { ...itemParts, ...orderPart } },
  async derive(ctx, { before, given, body }) {
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    return template && given['name'] === undefined ? { name: template.name } : {}
  },
  async authorize(ctx, before, after) {
    await requireEnabled(ctx)
    await lockAsAgent(ctx, (after ?? before)?.['ticket_id'] as number, 'change')
  },
  async afterWrite(ctx, id, { before, given, body }) {
    if (!before) await nameOnTicket(ctx, given['ticket_id'] as number, null, id)
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    if (template) await addItems(ctx, ofChecklist, id, await textsOf(ctx, template.id))
    await writeItems(ctx, ofChecklist, id, body)
  },
  async beforeDelete(ctx, id, before) {
    await deleteItems(ctx, ofChecklist, id)
    await nameOnTicket(ctx, before['ticket_id'] as number, id, null)
  },
}

/** Sets the `checklist_id` of the ticket, and records the change. */
async function nameOnTicket(ctx: WriteContext, ticket: number, from: number | null, to: number | null): Promise<void> {
  await update(ctx, 'ticket', ticket, { checklist_id: to })
  await record(ctx, { type: 'updated', name: 'ticket', id: ticket, changes: { checklist_id: { from, to } } })
}

export const bulkParts = {
  checklist_id: field({ kind: 'ref', null: true, doc: 'Id of the checklist.' }),
  ticket_id: field({ kind: 'ref', null: true, doc: 'Ticket of the checklist, instead of `checklist_id`.' }),
  items: list(either(itemText, shape({ text: itemText })), { max: MAX_ITEMS, min: 1 }),
}

/**
 * Appends items to a checklist, and creates the checklist of a ticket if there is none.
 * @param given the checklist, or the ticket it belongs to.
 * @returns the ids of the new items.
 */
export async function appendItems(ctx: WriteContext, given: Values<typeof bulkParts>): Promise<number[]> {
  const checklist_id = await checklistIn(ctx, given)
  const ids: number[] = []
  for (const text of textsIn(given.items)) {
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
  const known = await ctx.db.sql
    .selectFrom('checklists')
    .select('id')
    .where('ticket_id', '=', ticket)
    .executeTakeFirst()
  return known?.id ?? (await create(ctx, declared('checklist'), { ticket_id: ticket })).id
}

/** The caller may change the ticket of the checklist, and may read the ticket that an item refers to. */
export const checklistItemRules: Rules = {
  async derive(ctx, { before, given }) {
    if (typeof given['ticket_id'] === 'number') {
      await readOne(ctx, declared('ticket'), given['ticket_id'], { mode: 'columns', fields: ['id'] })
    }
    if (before) return {}
    const list = given['checklist_id'] as number
    const last = await lastPosition(ctx, ofChecklist, list)
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
  afterWrite: (ctx, id, { body }) => writeItems(ctx, ofTemplate, id, body),
  beforeDelete: (ctx, id) => deleteItems(ctx, ofTemplate, id),
}

async function requireEnabled(ctx: WriteContext): Promise<void> {
  if (!(await settingOf(ctx, 'checklist'))) throw new Fault('forbidden', 'Not authorized (Checklists are not enabled)!')
}

async function templateIn(ctx: WriteContext, given: unknown): Promise<{ id: number; name: string } | undefined> {
  if (typeof given !== 'number') return undefined
  const template = await ctx.db.sql
    .selectFrom('checklist_templates')
    .select(['id', 'name'])
    .where('id', '=', given)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!template) throw invalidParam('template_id', given)
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

/** Replaces all items by the texts in `items`, or sorts them as in `sorted_item_ids`. */
async function writeItems(
  ctx: WriteContext,
  of: ItemList,
  id: number,
  { items, sorted_item_ids }: FieldValues,
): Promise<void> {
  if (items !== undefined) {
    const texts = textsIn(items as Read<typeof itemParts.items>)
    await deleteItems(ctx, of, id)
    await addItems(ctx, of, id, texts)
  } else if (sorted_item_ids !== undefined) await sortItems(ctx, of, id, sorted_item_ids)
}

const textsIn = (items: Read<typeof itemParts.items>): string[] =>
  items.map((item) => (typeof item === 'string' ? item : (item.text ?? '')))

const tooManyItems = () => invalid('items', `items: at most ${MAX_ITEMS} items.`)

async function addItems(
  ctx: WriteContext,
  { items, near }: ItemList,
  id: number,
  texts: readonly string[],
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await insert(ctx, items, { [near]: id, text, position: index + 1 })
  }
}

async function sortItems(ctx: WriteContext, { items, near }: ItemList, id: number, given: unknown): Promise<void> {
  const ids = given as readonly number[]
  const rows = await dynamic(ctx.db).selectFrom(declared(items).path).select('id').where(near, '=', id).execute()
  const own = new Set(rows.map((row) => row['id'] as number))
  if (ids.length !== own.size || !ids.every((line) => own.delete(line))) {
    throw invalid('sorted_item_ids', 'sorted_item_ids: expected the id of each item once.')
  }
  for (const [index, line] of ids.entries()) await update(ctx, items, line, { position: index + 1 })
}

async function deleteItems(ctx: WriteContext, { items, near }: ItemList, id: number): Promise<void> {
  await dynamic(ctx.db)
    .deleteFrom(declared(items satisfies ResourceName).path)
    .where(near, '=', id)
    .execute()
}

async function lastPosition(ctx: WriteContext, { items, near }: ItemList, id: number) {
  const row = await dynamic(ctx.db)
    .selectFrom(declared(items).path)
    .select([
      sql<number | string>`coalesce(max(position), 0)`.as('position'),
      sql<number | string>`count(*)`.as('count'),
    ])
    .where(near, '=', id)
    .executeTakeFirstOrThrow()
  return { position: Number(row.position), count: Number(row.count) }
}
