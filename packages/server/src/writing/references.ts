import { type Resource, resources } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { Unit, WriteContext } from '../kernel/context.ts'

/**
 * Returns true if any record of any resource refers to the record `id`. Each table is searched once for all its reference
 * columns. Rows of join tables that belong to the record's own relations are deleted with it and do not count.
 */
export async function isReferencedByOthers(ctx: WriteContext, resource: Resource, id: number): Promise<boolean> {
  for (const { path, columns } of tablesReferringTo(resource)) {
    const referrer = await dynamic(ctx.db)
      .selectFrom(path)
      .select('id')
      .where((eb) => eb.or(columns.map((column) => eb(column, '=', id))))
      // A user may be the author of their own record.
      .where((eb) => (path === resource.path ? eb('id', '<>', id) : eb.val(true)))
      .limit(1)
      .executeTakeFirst()
    if (referrer) return true
  }
  return isInJoinTable(ctx, resource, id)
}

/** Returns true if a record of another resource is linked to the record by a join table. Its own relations are already deleted. */
async function isInJoinTable(ctx: WriteContext, { name }: Resource, id: number): Promise<boolean> {
  for (const { many } of Object.values<Resource>(resources)) {
    for (const relation of Object.values(many)) {
      if (!('through' in relation) || relation.to !== name) continue
      const { through, far } = relation
      const rows = await dynamic(ctx.db).selectFrom(through).select(far).where(far, '=', id).limit(1).execute()
      if (rows.length > 0) return true
    }
  }
  return false
}

/** Sets every reference to a record to null, or to the record `replacement` where null is not allowed. */
export async function replaceReferences(
  { db }: Unit,
  resource: Resource,
  id: number,
  replacement: number,
): Promise<void> {
  for (const { path, fields } of Object.values<Resource>(resources)) {
    for (const [column, field] of Object.entries(fields)) {
      if (field.to !== resource.name) continue
      const value = field.null ? null : replacement
      await dynamic(db)
        .updateTable(path)
        .set({ [column]: value })
        .where(column, '=', id)
        .execute()
    }
  }
}

/** Returns the tables with columns that refer to a resource. Foreign keys are checked as well, but only at the commit. */
function tablesReferringTo({ name }: Resource): { path: string; columns: string[] }[] {
  return Object.values<Resource>(resources).flatMap(({ path, fields }) => {
    const columns = Object.entries(fields).flatMap(([column, field]) => (field.to === name ? [column] : []))
    return columns.length === 0 ? [] : [{ path, columns }]
  })
}
