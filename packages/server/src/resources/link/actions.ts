import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Unit, WriteContext } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'
import { record, update } from '../../writing/unit-of-work.ts'

/** A link from a new ticket to another one. `type` is the role of the new ticket: `parent` if it is the parent. */
export interface NewLink {
  readonly type: 'normal' | 'parent' | 'child'
  readonly target: number
}

/** The roles that the source of a link can have for its target. The id of a type is its position, from 1. */
export const linkTypes = ['normal', 'child', 'parent'] as const
export type LinkType = (typeof linkTypes)[number]

/** The type of the same link with source and target exchanged. */
export const inverseType: Readonly<Record<LinkType, LinkType>> = {
  normal: 'normal',
  child: 'parent',
  parent: 'child',
}

/** The ids of two tickets, and the role of the source for the target. */
export interface LinkEnds {
  readonly type: LinkType
  readonly source: number
  readonly target: number
}

/** A row of the table `links`. */
export interface LinkRow {
  readonly id: number
  readonly link_type_id: number
  readonly link_object_source_value: number
  readonly link_object_target_value: number
}

/**
 * Links two tickets. An existing link, from either end, stays unchanged.
 * @returns the id of the link.
 * @throws Fault `invalid` for a link of a ticket with itself.
 */
export async function addLink(ctx: WriteContext, ends: LinkEnds): Promise<number> {
  if (ends.source === ends.target) throw invalid('link_object_target_value', 'A ticket cannot be linked with itself.')
  const [existing] = await linksBetween(ctx, ends)
  if (existing) return existing.id
  const id = await insertLink(ctx, ends)
  await recordChange(ctx, 'added', ends)
  return id
}

/** The id by which Zammad's columns name tickets as ends of a link. Here, links connect only tickets. */
const TICKET_OBJECT = 1

async function insertLink(ctx: WriteContext, { type, source, target }: LinkEnds): Promise<number> {
  const { id } = await ctx.db.sql
    .insertInto('links')
    .values({
      link_type_id: linkTypes.indexOf(type) + 1,
      link_object_source_id: TICKET_OBJECT,
      link_object_source_value: source,
      link_object_target_id: TICKET_OBJECT,
      link_object_target_value: target,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['link_object_source_value', 'link_object_target_value', 'link_type_id'])
        .doUpdateSet({ updated_at: sql`excluded.updated_at` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes all links of a type between two tickets, from either end. @returns their ids. */
export async function removeLinks(ctx: WriteContext, ends: LinkEnds): Promise<number[]> {
  const ids = (await linksBetween(ctx, ends)).map(({ id }) => id)
  if (ids.length === 0) return []
  await ctx.db.sql.deleteFrom('links').where('id', 'in', ids).execute()
  await recordChange(ctx, 'removed', ends)
  return ids
}

/** Returns the links of a type between two tickets, from either end. */
export function linksBetween({ db }: Unit, { type, source, target }: LinkEnds): Promise<LinkRow[]> {
  const ids = { same: linkTypes.indexOf(type) + 1, inverse: linkTypes.indexOf(inverseType[type]) + 1 }
  return db.sql
    .selectFrom('links')
    .select(['id', 'link_type_id', 'link_object_source_value', 'link_object_target_value'])
    .where((eb) =>
      eb.or([
        eb.and({ link_type_id: ids.same, link_object_source_value: source, link_object_target_value: target }),
        eb.and({ link_type_id: ids.inverse, link_object_source_value: target, link_object_target_value: source }),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Deletes all links of a ticket. */
export async function deleteLinks({ db }: Unit, ticket: number): Promise<void> {
  await db.sql
    .deleteFrom('links')
    .where((eb) => eb.or([eb('link_object_source_value', '=', ticket), eb('link_object_target_value', '=', ticket)]))
    .execute()
}

/** Moves the links of a ticket to another one, except duplicates and links to itself. */
export async function moveLinks(ctx: WriteContext, from: number, to: number): Promise<void> {
  const { db } = ctx
  const rows = await db.sql
    .selectFrom('links')
    .select(['link_type_id', 'link_object_source_value as source', 'link_object_target_value as target'])
    .where((eb) => eb.or([eb('link_object_source_value', '=', from), eb('link_object_target_value', '=', from)]))
    .orderBy('id')
    .execute()
  await deleteLinks(ctx, from)
  for (const { link_type_id, source, target } of rows) {
    const ends = { source: source === from ? to : source, target: target === from ? to : target }
    const type = linkTypes[link_type_id - 1]
    if (type && ends.source !== ends.target) await addLink(ctx, { type, ...ends })
  }
}

/** Records the change in the history of both tickets, each with the role of the other one. */
async function recordChange(
  unit: Unit,
  type: 'added' | 'removed',
  { type: kind, source, target }: LinkEnds,
): Promise<void> {
  for (const [id, other, role] of [
    [source, target, inverseType[kind]],
    [target, source, kind],
  ] as const) {
    // Sets `updated_at` and `updated_by_id`.
    await update(unit, resources.ticket.name, id, {})
    const [from, to] = type === 'added' ? [null, role] : [role, null]
    const ids = type === 'added' ? { id_to: other } : { id_from: other }
    await record(unit, { type, event: 'updated', name: 'ticket', id, changes: { link: { from, to, ...ids } } })
  }
}
