import type { Field, Resource } from '@deskbell/contract'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { type AnyTables, dynamic } from '../db/dynamic.ts'
import { type Context, effective, type Scope, type SearchView } from './context.ts'

/** Allows all rows, for resources whose only restriction is the permission of the route. */
export const allRows: Scope = () => undefined

/** The search view without restrictions. */
export const everything: SearchView = { rows: undefined, sees: () => true }

/** Selected rows as arrays of cells, with the column names. */
export interface Rows {
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly cells: readonly Cell[][]
}

/**
 * Starts a query on the rows that the caller may see.
 * @param scope the list scope, or the read scope, which may include more rows.
 * @param table alias of the table.
 * @param use `filter` for rows that already come in the order of the query: the condition must not make the database use
 * another index (`Scope`).
 */
export function from(
  ctx: Context,
  resource: Resource,
  scope: 'list' | 'read' = 'list',
  table = resource.path,
  use?: 'filter',
): SelectQueryBuilder<AnyTables, string, object> {
  const condition = conditionOf(ctx, resource, scope, table, use)
  const query = dynamic(ctx.db).selectFrom(
    table === resource.path ? resource.path : `${resource.path} as ${table}`,
  ) as SelectQueryBuilder<AnyTables, string, object>
  return condition ? query.where(condition) : query
}

/** Returns the condition that `from` adds; undefined if the caller sees every row. */
export function conditionOf(
  ctx: Context,
  resource: Resource,
  scope: 'list' | 'read',
  table: string,
  use?: 'filter',
): Expression<SqlBool> | undefined {
  const slice = ctx.desk.slices[resource.name]
  // Internal tables have no slice.
  if (!slice) throw new Error(`The table ${resource.path} is internal: it has no scope.`)
  const conditionFor = scope === 'read' && slice.readScope ? slice.readScope : slice.listScope
  return conditionFor(ctx, table, use)
}

/**
 * Returns the condition on records that a visible record refers to; undefined for all. If the resource has a field
 * mask, all of them are returned with their hidden fields left out; otherwise the read scope applies.
 */
export function conditionOfReferenced(
  ctx: Context,
  resource: Resource,
  table: string,
): Expression<SqlBool> | undefined {
  return ctx.desk.slices[resource.name]?.fieldMask ? undefined : conditionOf(ctx, resource, 'read', table)
}

/**
 * Returns the declaration with only the fields and relations that the caller can read in at least one record. Queries,
 * conditions and sort orders accept no others, so that no search reveals a value that cannot be read.
 */
export function readable(ctx: Context, declaration: Resource): Resource {
  const key = `readable:${declaration.name}`
  const cached = ctx.actor.memo.get(key) as Resource | undefined
  if (cached) return cached
  const resource = effective(ctx, declaration)
  const views = ctx.desk.slices[resource.name]?.searchViews?.(ctx, resource.path) ?? [everything]
  // A caller without views sees no records, so any field is safe.
  const isVisible = ([name]: readonly [string, unknown]) => views.length === 0 || views.some(({ sees }) => sees(name))
  const visibleIn = <T>(all: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(all).filter(isVisible))
  const [fields, many] = [visibleIn(resource.fields), visibleIn(resource.many)]
  const isComplete = sizeOf(fields) === sizeOf(resource.fields) && sizeOf(many) === sizeOf(resource.many)
  const readableResource = isComplete ? resource : { ...resource, fields, many }
  ctx.actor.memo.set(key, readableResource)
  return readableResource
}

const sizeOf = (record: object): number => Object.keys(record).length

/** Returns true if this caller reads the stored value of a column, so that an index on the column can be used. */
export const readsAsStored = (ctx: Context, { name, path }: Resource, column: string): boolean =>
  ctx.desk.slices[name]?.columns?.(ctx, path)[column] === undefined

/**
 * Returns a column as this caller reads it, for selecting, sorting and searching. A custom field is a member of the
 * JSON column `custom`, and null in rows where the caller may not see it.
 */
export function columnOf(ctx: Context, resource: Resource, column: string, table = resource.path): RawBuilder<unknown> {
  const { custom, kind } = resource.fields[column] as Field
  const slice = ctx.desk.slices[resource.name]
  if (!custom) return slice?.columns?.(ctx, table)[column] ?? sql.ref(`${table}.${column}`)
  const value = ctx.db.dialect.jsonValue(sql.ref(`${table}.custom`), custom.id, kind)
  const rows = custom.staffOnly && slice?.staffScope?.(ctx, table)
  return rows ? sql`case when ${rows} then ${value} end` : value
}
