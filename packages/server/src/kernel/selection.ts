import { type Resource, visibleFields } from '@deskbell/contract'
import type { Context } from './context.ts'
import { columnOf } from './scope.ts'

/** Stands among the columns for all that are visible, as one JSON text that the database writes. */
export const whole = '*'

/** The columns of a table as this caller reads them, to be selected in this order. */
export function selection(ctx: Context, resource: Resource, columns: readonly string[], table = resource.path) {
  const own = ctx.desk.slices[resource.name]?.columns?.(ctx, table) ?? {}
  return columns.map((column) => {
    if (column === whole) return recordOf(ctx, resource, table)
    const isStored = !resource.fields[column]?.custom && own[column] === undefined
    return isStored ? (`${table}.${column}` as const) : columnOf(ctx, resource, column, table).as(column)
  })
}

function recordOf(ctx: Context, resource: Resource, table: string) {
  const { dialect } = ctx.db
  if (!dialect.record) throw new Error(`${dialect.name} does not write records.`)
  const parts = visibleFields(resource)
  return dialect.record(parts.map(([name, field]) => [name, field, columnOf(ctx, resource, name, table)])).as(whole)
}
