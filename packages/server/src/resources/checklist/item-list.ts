import type { ResourceName } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { invalid } from '../../errors/fault.ts'
import { declared, type FieldValues, type WriteContext } from '../../kernel/context.ts'
import { described, either, field, list, optional, type Read, shape } from '../../writing/parts.ts'
import { insert, update } from '../../writing/unit-of-work.ts'

/** Where the items of a checklist or template are stored: their resource, and the column with the id of the list. */
export interface ItemList {
  readonly items: 'checklist_item' | 'checklist_template_item'
  readonly listColumn: string
}
/** The items of a checklist. */
export const checklistItems: ItemList = { items: 'checklist_item', listColumn: 'checklist_id' }
/** The items of a template. */
export const templateItems: ItemList = { items: 'checklist_template_item', listColumn: 'checklist_template_id' }

/** Maximum number of items in a checklist. */
export const MAX_ITEMS = 100

/** The text of an item in a body. */
export const itemText = field({ kind: 'text', max: 500, default: '' })

/** The key of a body that contains all items. */
export const itemParts = {
  items: optional(
    described('Texts of all items, in order.', list(either(itemText, shape({ text: itemText })), { max: MAX_ITEMS })),
  ),
}

/** The key of a body that changes the order of the items. */
export const orderPart = {
  sorted_item_ids: optional(
    described('Ids of all items, in the new order.', list(field({ kind: 'integer' }), { max: MAX_ITEMS })),
  ),
}

/** Replaces all items with the texts in `items`, or puts them into the order of `sorted_item_ids`. */
export async function writeItems(
  ctx: WriteContext,
  itemList: ItemList,
  id: number,
  { items, sorted_item_ids }: FieldValues,
): Promise<void> {
  if (items !== undefined) {
    const texts = textsIn(items as Read<typeof itemParts.items>)
    await deleteItems(ctx, itemList, id)
    await addItems(ctx, itemList, id, texts)
  } else if (sorted_item_ids !== undefined) await sortItems(ctx, itemList, id, sorted_item_ids)
}

/** Returns the texts of the items in a body. An item is a text, or an object with a text. */
export const textsIn = (items: Read<typeof itemParts.items>): string[] =>
  items.map((item) => (typeof item === 'string' ? item : (item.text ?? '')))

/** Returns the error for a checklist that is full. */
export const tooManyItems = () => invalid('items', `items: at most ${MAX_ITEMS} items.`)

/** Inserts items into an empty list. */
export async function addItems(
  ctx: WriteContext,
  { items, listColumn }: ItemList,
  id: number,
  texts: readonly string[],
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await insert(ctx, items, { [listColumn]: id, text, position: index + 1 })
  }
}

async function sortItems(
  ctx: WriteContext,
  { items, listColumn }: ItemList,
  id: number,
  input: unknown,
): Promise<void> {
  const ids = input as readonly number[]
  const rows = await dynamic(ctx.db).selectFrom(declared(items).path).select('id').where(listColumn, '=', id).execute()
  const remaining = new Set(rows.map((row) => row['id'] as number))
  if (ids.length !== remaining.size || !ids.every((itemId) => remaining.delete(itemId))) {
    throw invalid('sorted_item_ids', 'sorted_item_ids: expected the id of each item once.')
  }
  for (const [index, itemId] of ids.entries()) await update(ctx, items, itemId, { position: index + 1 })
}

/** Deletes all items of a list. */
export async function deleteItems(ctx: WriteContext, { items, listColumn }: ItemList, id: number): Promise<void> {
  await dynamic(ctx.db)
    .deleteFrom(declared(items satisfies ResourceName).path)
    .where(listColumn, '=', id)
    .execute()
}

/** Returns the number of items of a list and the position of its last item; both are 0 for an empty list. */
export async function countAndLastPosition(ctx: WriteContext, { items, listColumn }: ItemList, id: number) {
  const row = await dynamic(ctx.db)
    .selectFrom(declared(items).path)
    .select([
      sql<number | string>`coalesce(max(position), 0)`.as('position'),
      sql<number | string>`count(*)`.as('count'),
    ])
    .where(listColumn, '=', id)
    .executeTakeFirstOrThrow()
  return { position: Number(row.position), count: Number(row.count) }
}
