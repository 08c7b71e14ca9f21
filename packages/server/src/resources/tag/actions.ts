import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { may, type Unit, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { markForIndexing, record, update } from '../../writing/unit-of-work.ts'
import { lockRecord, recordOf } from '../../writing/write.ts'
import { missing, valueOf } from '../../writing/values.ts'
import { settingOf } from '../../kernel/settings.ts'

/**
 * Adds tags to a ticket and creates those that do not exist.
 * @returns true if the ticket got a new tag.
 * @throws Fault `forbidden` for an unknown tag if only tag administrators may create tags, `invalid` for an invalid name.
 */
export async function addTags(ctx: WriteContext, ticket: number, items: readonly unknown[]): Promise<boolean> {
  let changed = false
  if (items.length > 0) await lockRecord(ctx, resources.ticket, ticket)
  for (const item of items) {
    const name = validTagName(item, 'item')
    const tag_id = (await idOfTag(ctx, name)) ?? (await createTagIfAllowed(ctx, name))
    const { numInsertedOrUpdatedRows: added } = await ctx.db.sql
      .insertInto('tickets_tags')
      .values({ ticket_id: ticket, tag_id })
      .onConflict((conflict) => conflict.columns(['ticket_id', 'tag_id']).doNothing())
      .executeTakeFirstOrThrow()
    if (!added) continue
    changed = true
    markForIndexing(ctx, 'ticket', ticket)
    const changes = { tag: { from: null, to: name } }
    await record(ctx, { type: 'added', event: 'updated', name: 'ticket', id: ticket, changes })
  }
  return changed
}

/** Removes a tag from a ticket. @returns true if the ticket had it. @throws Fault `invalid` for an invalid name. */
export async function removeTag(ctx: WriteContext, ticket: number, item: unknown): Promise<boolean> {
  const name = validTagName(item, 'item')
  const tag = await idOfTag(ctx, name)
  if (tag === undefined) return false
  await lockRecord(ctx, resources.ticket, ticket)
  const { numDeletedRows: removed } = await ctx.db.sql
    .deleteFrom('tickets_tags')
    .where('ticket_id', '=', ticket)
    .where('tag_id', '=', tag)
    .executeTakeFirst()
  if (!removed) return false
  markForIndexing(ctx, 'ticket', ticket)
  const changes = { tag: { from: name, to: null } }
  await record(ctx, { type: 'removed', event: 'updated', name: 'ticket', id: ticket, changes })
  return true
}

/** Creates a tag unless it exists. */
export async function ensureTag(ctx: WriteContext, input: unknown): Promise<void> {
  const name = validTagName(input, 'name')
  if ((await idOfTag(ctx, name)) === undefined) await insertTag(ctx, name)
}

/**
 * Renames a tag. If another tag has the name, the two are merged.
 * @throws Fault `not_found`, `invalid` for an invalid name.
 */
export async function renameTag(ctx: WriteContext, id: number, input: unknown): Promise<void> {
  const before = await recordOf(ctx, resources.tag, id)
  const name = validTagName(input, 'name')
  if (name === before['name']) return
  await touchTicketsWith(ctx, id)
  const other = await idOfTag(ctx, name)
  if (other !== undefined && other !== id) return mergeTags(ctx, id, other)
  await update(ctx, 'tag', id, { name, name_downcase: name.toLowerCase() })
  const changes = { name: { from: before['name'] as string, to: name } }
  await record(ctx, { type: 'updated', name: 'tag', id, changes })
}

/** Deletes a tag and removes it from every ticket. @throws Fault `not_found`. */
export async function deleteTag(ctx: WriteContext, id: number): Promise<void> {
  await recordOf(ctx, resources.tag, id)
  await touchTicketsWith(ctx, id)
  await removeRow(ctx, id)
}

/** Trims and checks the name of a tag. @throws Fault `invalid` for one that is empty or too long. */
function validTagName(input: unknown, key: 'item' | 'name'): string {
  const name = valueOf(key, resources.tag.fields.name, typeof input === 'string' ? input.trim() : (input ?? null))
  if (name === '') throw missing(key)
  return name as string
}

/** Finds a tag by name, ignoring case. */
async function idOfTag({ db }: Unit, name: string): Promise<number | undefined> {
  const tags = db.sql.selectFrom('tags').select('id').where('name_downcase', '=', name.toLowerCase())
  return (await tags.executeTakeFirst())?.id
}

async function createTagIfAllowed(ctx: WriteContext, name: string): Promise<number> {
  if (!may(ctx.actor, 'admin.tag') && !(await settingOf(ctx, 'tag_new'))) {
    throw new Fault('forbidden', 'Only tag administrators may create tags.')
  }
  return insertTag(ctx, name)
}

/** Inserts a tag. Concurrent requests for the same name get the same tag. */
async function insertTag(unit: Unit, name: string): Promise<number> {
  const stamps = { created_at: unit.now, updated_at: unit.now, created_by_id: unit.by, updated_by_id: unit.by }
  const inserted = await unit.db.sql
    .insertInto('tags')
    .values({ name, name_downcase: name.toLowerCase(), ...stamps })
    .onConflict((conflict) => conflict.column('name_downcase').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return (await idOfTag(unit, name)) as number
  await record(unit, { type: 'created', name: 'tag', id: inserted.id })
  return inserted.id
}

/** Moves the tickets of one tag to another one, and deletes the first. */
async function mergeTags(unit: Unit, id: number, into: number): Promise<void> {
  await unit.db.sql
    .insertInto('tickets_tags')
    .columns(['ticket_id', 'tag_id'])
    .expression((eb) =>
      eb
        .selectFrom('tickets_tags as pair')
        .select(['pair.ticket_id', sql<number>`${into}`.as('tag_id')])
        .where('pair.tag_id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['ticket_id', 'tag_id']).doNothing())
    .execute()
  await removeRow(unit, id)
}

async function removeRow(unit: Unit, id: number): Promise<void> {
  await unit.db.sql.deleteFrom('tickets_tags').where('tag_id', '=', id).execute()
  await unit.db.sql.deleteFrom('tags').where('id', '=', id).execute()
  await record(unit, { type: 'deleted', name: 'tag', id })
}

/**
 * Updates the search documents of the tickets with a tag. Searches then find these tickets as the last changed ones, so they
 * also get the time of this change.
 */
async function touchTicketsWith(unit: Unit, tag: number): Promise<void> {
  const rows = await unit.db.sql.selectFrom('tickets_tags').select('ticket_id').where('tag_id', '=', tag).execute()
  await unit.db.sql
    .updateTable('tickets')
    .set({ updated_at: unit.now, updated_by_id: unit.by })
    .where('id', 'in', (eb) => eb.selectFrom('tickets_tags').select('ticket_id').where('tag_id', '=', tag))
    .execute()
  for (const { ticket_id } of rows) markForIndexing(unit, 'ticket', ticket_id)
}
