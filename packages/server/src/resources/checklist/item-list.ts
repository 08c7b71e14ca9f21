import type { ResourceName } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { invalid } from '../../errors/fault.ts'
import { declared, type FieldValues, type WriteContext } from '../../kernel/context.ts'
import { described, either, field, list, optional, type Read, shape } from '../../writing/parts.ts'
import { insert, update } from '../../writing/unit-of-work.ts'

/** The items of a checklist or template: their resource, and the column with the id of the list. */
export interface ItemList {
  readonly items: 'checklist_item' | 'checklist_template_item'
  readonly near: string
}
/** The items of a checklist. */
export const ofChecklist: ItemList = { items: 'checklist_item', near: 'checklist_id' }
/** The items of a template. */
export const ofTemplate: ItemList = { items: 'checklist_template_item', near: 'checklist_template_id' }

/** Maximum number of items in a checklist. */
export const MAX_ITEMS = 100

/** The text of an item in a body. */
export const itemText = field({ kind: 'text', max: 500, default: '' })

/** The key of a body that holds all items. */
export const itemParts = {
  items: optional(
    described('Texts of all items, in order.', list(either(itemText, shape({ text: itemText })), { max: MAX_ITEMS })),
  ),
}

/** The key of a body that sorts the items. */
export const orderPart = {
  sorted_item_ids: optional(
    described('Ids of all items, in the new order.', list(field({ kind: 'integer' }), { max: MAX_ITEMS })),
  ),
}

/** Replaces all items by the texts in `items`, or sorts them as in `sorted_item_ids`. */
export async function writeItems(
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

/** Returns the texts of the items in a body, which are texts or objects with one. */
export const textsIn = (items: Read<typeof itemParts.items>): string[] =>
  items.map((item) => (typeof item === 'string' ? item : (item.text ?? '')))

/** Returns the error for a checklist that is full. */
export const tooManyItems = () => invalid('items', `items: at most ${MAX_ITEMS} items.`)

/** Writes the items of a list that has none. */
export async function addItems(
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

/** Deletes all items of a list. */
export async function deleteItems(ctx: WriteContext, { items, near }: ItemList, id: number): Promise<void> {
  await dynamic(ctx.db)
    .deleteFrom(declared(items satisfies ResourceName).path)
    .where(near, '=', id)
    .execute()
}

/** Returns the number of items of a list and the position of its last one; 0 if it has none. */
export async function lastPosition(ctx: WriteContext, { items, near }: ItemList, id: number) {
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
