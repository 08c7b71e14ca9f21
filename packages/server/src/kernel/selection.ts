import { type Field, idsKey, type Resource, visibleFields } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RecordPart } from '../db/dialect.ts'
import type { Context } from './context.ts'
import { idListOf, listedRelations } from './related.ts'
import { columnOf } from './scope.ts'

/**
 * Column names that select an entire record as one JSON text made by the database: `columns` has only the visible
 * columns, `ids` also the ids of related records.
 */
export const serializedRecord = { columns: '*', ids: '*ids' } as const

/** Returns the columns of a table as this caller reads them, for `select`, in the given order. */
export function selection(ctx: Context, resource: Resource, columns: readonly string[], table = resource.path) {
  const computed = ctx.desk.slices[resource.name]?.columns?.(ctx, table) ?? {}
  return columns.map((column) => {
    if (column === serializedRecord.columns) return recordOf(ctx, fieldsOf(ctx, resource, table)).as(column)
    if (column === serializedRecord.ids) return recordOf(ctx, withIds(ctx, resource, table)).as(column)
    const relation = listedRelations(ctx, resource).find((name) => idsKey(name) === column)
    if (relation !== undefined && !resource.fields[column]) return idListOf(ctx, resource, relation, table).as(column)
    const isStored = !resource.fields[column]?.custom && computed[column] === undefined
    return isStored ? (`${table}.${column}` as const) : columnOf(ctx, resource, column, table).as(column)
  })
}

function recordOf({ db: { dialect } }: Context, parts: readonly RecordPart[]): RawBuilder<string> {
  if (!dialect.record) throw new Error('This database does not write records as JSON.')
  return dialect.record(parts)
}

const fieldsOf = (ctx: Context, resource: Resource, table: string): RecordPart[] =>
  visibleFields(resource).map(([name, field]) => [name, field, columnOf(ctx, resource, name, table)])

/** The field of a column that already holds JSON text. */
const json: Field = { kind: 'object' }

/** Returns the parts of a record with the ids of related records. A separate statement would look up each row again. */
const withIds = (ctx: Context, resource: Resource, table: string): RecordPart[] => [
  ...fieldsOf(ctx, resource, table),
  ...listedRelations(ctx, resource).map((name): RecordPart => [
    idsKey(name),
    json,
    idListOf(ctx, resource, name, table),
  ]),
  ...resource.alwaysEmpty.map((name): RecordPart => [idsKey(name), json, sql.lit('[]')]),
]
