import type { Field, Resource } from '@deskbell/contract'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { type AnyTables, dynamic } from '../db/dynamic.ts'
import { type Context, effective } from './context.ts'
import type { Rules } from './rules.ts'

/**
 * The rows of a table that the caller may see, as a condition on the table under the given name; undefined for all.
 * Every list, search, count, asset and attachment reads through it. `walk` says that the rows come in the order of
 * another index, where looking them up by the scope first would mean to sort them all.
 */
export type Scope = (ctx: Context, table: string, walk?: 'walk') => Expression<SqlBool> | undefined

/** All rows, for resources that hide nothing from callers with the permission of the route. */
export const everyone: Scope = () => undefined

/** Values of a key that is not a column, for the rows of one answer; undefined leaves the key out. */
export type ComputedKey = (ctx: Context, ids: readonly number[]) => Promise<(id: number) => string | undefined>

/**
 * What a caller may search by: in these rows, these columns (also those of the full-text table). Where a caller sees
 * some rows in one way and some in another, there is a view for each; nothing can be found by what cannot be read.
 */
export interface View {
  readonly rows: Expression<SqlBool> | undefined
  /** The same rows as references to one of these, where that says it. */
  readonly of?: Readonly<Record<string, readonly number[]>>
  readonly sees: (column: string) => boolean
}

/** The view of whoever sees all there is. */
export const everything: View = { rows: undefined, sees: () => true }

/** The behavior of a resource, in addition to its declaration. */
export interface Slice {
  /** Rows that appear in lists, searches and counts. */
  readonly listScope: Scope
  /** Rows that may be read by id and appear as related records; defaults to `listScope`. */
  readonly readScope?: Scope
  /** Returns the visible fields of a record by its id; undefined for all fields. */
  readonly fieldMask?: (ctx: Context) => ((id: number) => ReadonlySet<string> | undefined) | undefined
  /** Fields that every caller sees; has to be there with `fieldMask`, without which it is all of them. */
  readonly publicFields?: ReadonlySet<string>
  /** Which columns the caller may search, by row; defaults to every column of every row. */
  readonly searchViews?: (ctx: Context, table: string) => readonly View[]
  /** Rows whose staff-only custom fields the caller sees; undefined for all rows. */
  readonly staffScope?: Scope
  /** Columns whose value depends on the caller, as SQL. */
  readonly columns?: (ctx: Context, table: string) => Readonly<Record<string, RawBuilder<unknown>>>
  /** Conditions on the rows of a to-many relation, on the table `pair`; all rows by default. */
  readonly pairCondition?: Readonly<Record<string, Expression<SqlBool>>>
  /** Keys in addition to the columns, as JSON text. */
  readonly computedKeys?: Readonly<Record<string, ComputedKey>>
  /** Extensions of create, update and delete. */
  readonly rules?: Rules
  /** Exceptions of the wire format; docs/decisions/oddities.md lists them. */
  readonly plain?: 'columns' | 'expand'
}

/** Rows read through the door, with the names of their cells. */
export interface Rows {
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly cells: readonly Cell[][]
}

/** The one door to a table: whoever reads rows, comes through here. */
export function from(
  ctx: Context,
  resource: Resource,
  by: 'list' | 'read' = 'list',
  table = resource.path,
  walk?: 'walk',
): SelectQueryBuilder<AnyTables, string, object> {
  const condition = conditionOf(ctx, resource, by, table, walk)
  const all = dynamic(ctx.db).selectFrom(
    table === resource.path ? resource.path : `${resource.path} as ${table}`,
  ) as SelectQueryBuilder<AnyTables, string, object>
  return condition ? all.where(condition) : all
}

/** The condition that the door adds; undefined where the caller sees every row. */
export function conditionOf(
  ctx: Context,
  resource: Resource,
  by: 'list' | 'read',
  table: string,
  walk?: 'walk',
): Expression<SqlBool> | undefined {
  const slice = ctx.desk.slices[resource.name]
  // A resource without a slice is the service's own book and has no door.
  if (!slice) throw new Error(`Nobody reads ${resource.path} from outside.`)
  return (by === 'read' && slice.readScope ? slice.readScope : slice.listScope)(ctx, table, walk)
}

/**
 * The condition on a record that another one names; undefined for all. Reading a record includes learning whom it names,
 * as far as the mask shows; a resource without a mask is limited by its scope.
 */
export function conditionOfNamed(ctx: Context, resource: Resource, table: string): Expression<SqlBool> | undefined {
  return ctx.desk.slices[resource.name]?.fieldMask ? undefined : conditionOf(ctx, resource, 'read', table)
}

/**
 * The resource with only the fields and relations that this caller reads in some of its records. Queries, conditions and
 * orders know no others, so that nothing can be found by what cannot be read.
 */
export function readable(ctx: Context, declaration: Resource): Resource {
  const key = `readable:${declaration.name}`
  const known = ctx.actor.memo.get(key) as Resource | undefined
  if (known) return known
  const resource = effective(ctx, declaration)
  const views = ctx.desk.slices[resource.name]?.searchViews?.(ctx, resource.path) ?? [everything]
  // Who sees no record at all finds none, whatever is asked for.
  const isSeen = ([name]: readonly [string, unknown]) => views.length === 0 || views.some(({ sees }) => sees(name))
  const only = <T>(all: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(all).filter(isSeen))
  const [fields, many] = [only(resource.fields), only(resource.many)]
  const isWhole = sizeOf(fields) === sizeOf(resource.fields) && sizeOf(many) === sizeOf(resource.many)
  const made = isWhole ? resource : { ...resource, fields, many }
  ctx.actor.memo.set(key, made)
  return made
}

const sizeOf = (record: object): number => Object.keys(record).length

/** Whether a column reads for this caller as it stands in the table, so that an index on it can be used. */
export const readsAsStored = (ctx: Context, { name, path }: Resource, column: string): boolean =>
  ctx.desk.slices[name]?.columns?.(ctx, path)[column] === undefined

/**
 * A column as this caller reads it, to select, to sort and to search by; a custom field is a part of one, and empty in
 * rows where it is not to be seen.
 */
export function columnOf(ctx: Context, resource: Resource, column: string, table = resource.path): RawBuilder<unknown> {
  const { custom, kind } = resource.fields[column] as Field
  const slice = ctx.desk.slices[resource.name]
  if (!custom) return slice?.columns?.(ctx, table)[column] ?? sql.ref(`${table}.${column}`)
  const value = ctx.db.dialect.member(sql.ref(`${table}.custom`), custom.id, kind)
  const rows = custom.inside && slice?.staffScope?.(ctx, table)
  return rows ? sql`case when ${rows} then ${value} end` : value
}
