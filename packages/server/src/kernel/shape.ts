import { idsKey, relationOf, type Resource, visibleFields } from '@deskbell/contract'
import type { Context } from './context.ts'
import { invalid } from '../errors/fault.ts'
import { listedRelations } from './related.ts'
import { serializedRecord } from './selection.ts'

/**
 * The keys of a record in a response. `columns`: the columns of the table. `ids`: also the ids of related records.
 * `expand`: also their names. Rows are serialized to JSON text without intermediate objects, which would cost twice as
 * much as reading the row.
 */
export interface Shape {
  readonly mode: 'columns' | 'ids' | 'expand'
  /** Only these keys, in every mode. */
  readonly fields?: readonly string[]
  /** The database serializes the record. This takes half the time, but the values cannot be inspected. */
  readonly isSerialized?: true
}

/** Lets the database serialize the records if the result is the same for this caller. */
export function serializedByDatabase(ctx: Context, resource: Resource, shape: Shape): Shape {
  const differs = shape.fields || shape.mode === 'expand' || ctx.desk.slices[resource.name]?.fieldMask?.(ctx)
  return differs || !ctx.db.dialect.record ? shape : { ...shape, isSerialized: true }
}

/** Returns all keys that a record can have: columns, ids, names and computed keys. */
export function keysOf(ctx: Context, resource: Resource): Set<string> {
  const keys = new Set<string>()
  for (const [name, field] of visibleFields(resource)) {
    keys.add(name)
    if (field.kind === 'ref') keys.add(relationOf(name))
  }
  for (const [name, relation] of Object.entries(resource.many)) {
    keys.add(name)
    if (!('ids' in relation)) keys.add(idsKey(name))
  }
  for (const name of resource.alwaysEmpty) keys.add(name).add(idsKey(name))
  for (const name of Object.keys(ctx.desk.slices[resource.name]?.computedKeys ?? {})) keys.add(name)
  return keys
}

/** Checks the parameter `fields`. @throws Fault `invalid` that names the first unknown key. */
export function checkFields(ctx: Context, resource: Resource, fields: readonly string[]): void {
  const known = keysOf(ctx, resource)
  for (const name of fields) {
    if (!known.has(name)) {
      throw invalid('fields', `fields: ${resource.name} has no "${name}"; it has ${[...known].toSorted().join(', ')}.`)
    }
  }
}

/** The visible columns of each resource. */
const allColumns = new WeakMap<Resource, readonly string[]>()

const idAndRecord = { columns: ['id', serializedRecord.columns], ids: ['id', serializedRecord.ids] }

/** Returns the columns that a shape needs; the id is always first. */
export function columnsFor(resource: Resource, shape: Shape): readonly string[] {
  if (shape.isSerialized) return idAndRecord[shape.mode === 'ids' ? 'ids' : 'columns']
  const { fields } = shape
  const all = allColumns.get(resource) ?? visibleFields(resource).map(([name]) => name)
  allColumns.set(resource, all)
  if (!fields) return all
  return all.filter((name) => name === 'id' || fields.includes(name) || fields.includes(relationOf(name)))
}

/**
 * Returns the columns for records that are read by their ids: also their lists of related ids, which would otherwise take
 * another statement. A statement that searches or sorts must not select them, because it could read the lists of all rows.
 */
export function columnsWithIds(ctx: Context, resource: Resource, shape: Shape): readonly string[] {
  const columns = columnsFor(resource, shape)
  if (shape.mode !== 'ids' || shape.fields || shape.isSerialized) return columns
  return [...columns, ...listedRelations(ctx, resource).map(idsKey)]
}
