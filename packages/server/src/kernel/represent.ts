import { type Field, idsKey, type Relation, type Resource } from '@deskbell/contract'
import type { Cell } from '../db/dialect.ts'
import { inParallel } from '../db/in-parallel.ts'
import type { Context } from './context.ts'
import {
  type RelatedRecord,
  type RelatedRecords,
  readRelated,
  idListsOf,
  idsInList,
  type Labels,
  labelsOf,
  listedRelations,
  references,
} from './related.ts'
import type { Rows } from './scope.ts'
import type { Shape } from './shape.ts'

/** Serializes the records to JSON texts, in the order of the rows. */
export function represent(ctx: Context, rows: Rows, shape: Shape): string[] | Promise<string[]> {
  const hasOnlyColumns = shape.isSerialized || (shape.mode === 'columns' && !shape.fields)
  const isComplete = hasOnlyColumns && !ctx.desk.slices[rows.resource.name]?.computedKeys
  if (rows.cells.length === 0 || isComplete) return serializeRows(ctx, rows, shape, [])
  return readRelatedKeys(ctx, rows, shape).then(({ keys }) => serializeRows(ctx, rows, shape, keys))
}

/** A key that is not a column, with a function that returns its JSON text for a row; undefined omits the key. */
export type Key = readonly [name: string, text: (row: readonly Cell[]) => string | undefined]

/** Serializes rows. @param otherKeys the keys that are not columns. */
export function serializeRows(ctx: Context, rows: Rows, shape: Shape, otherKeys: readonly Key[]): string[] {
  if (shape.isSerialized) return rows.cells.map((row) => withKeys(row[1] as string, row, otherKeys))
  const cellWriters = cellWritersOf(ctx, rows, shape)
  const keys = shape.fields ? otherKeys.filter(([name]) => shape.fields?.includes(name)) : otherKeys
  const mask = ctx.desk.slices[rows.resource.name]?.fieldMask?.(ctx)
  return rows.cells.map((row) => {
    const visible = mask?.(row[0] as number)
    let text = ''
    for (const { name, index, key, serialize } of cellWriters) {
      if (visible && !visible.has(name)) continue
      const cell = row[index] as Cell
      text += cell === null ? `${key}null` : key + serialize(cell)
    }
    for (const [name, textOf] of keys) {
      if (visible && !visible.has(name)) continue
      const value = textOf(row)
      if (value !== undefined) text += `,"${name}":${value}`
    }
    return `{${text.slice(1)}}`
  })
}

/** Adds keys to a record that the database has serialized. */
function withKeys(record: string, row: readonly Cell[], keys: readonly Key[]): string {
  if (keys.length === 0) return record
  let text = record.slice(0, -1)
  for (const [name, textOf] of keys) {
    const value = textOf(row)
    if (value !== undefined) text += `,"${name}":${value}`
  }
  return `${text}}`
}

/** Serializes one column of a row. */
interface CellWriter {
  readonly name: string
  readonly index: number
  /** The key as JSON text, with a leading comma. */
  readonly key: string
  readonly serialize: (cell: Cell) => string
}

/** Returns the writers of the selected columns; cached by the rights of the caller. */
function cellWritersOf(ctx: Context, { resource, columns }: Rows, { fields }: Shape): readonly CellWriter[] {
  // Columns of the same fields can differ only by the lists of ids after them, and thus in number.
  const name = `write:${resource.name}:${columns.length}:${fields?.join() ?? ''}`
  const cached = ctx.actor.memo.get(name) as readonly CellWriter[] | undefined
  if (cached) return cached
  const cellWriters = columns.flatMap((column, index) => {
    const field = resource.fields[column]
    // Columns with lists of ids have no field. `readRelatedKeys` returns them as keys, which follow all columns, as existing
    // Zammad clients expect.
    if (!field || (fields && !fields.includes(column))) return []
    return [{ name: column, index, key: `,"${column}":`, serialize: serializers[field.kind] }]
  })
  ctx.actor.memo.set(name, cellWriters)
  return cellWriters
}

/** Serializes a decimal with one or two digits after the point: `"1.0"`, `"1.25"`. */
export function decimalText(cell: Cell): string {
  const value = Math.round(Number(cell) * 100) / 100
  return `"${Number.isInteger(value) ? value.toFixed(1) : value}"`
}

/** Serializers of cells by the kind of the field. Numbers and times need no escaping. */
const serializers: Readonly<Record<Field['kind'], (cell: Cell) => string>> = {
  id: String,
  integer: String,
  ref: String,
  text: (cell) => JSON.stringify(cell),
  one_of: (cell) => JSON.stringify(cell),
  boolean: (cell) => (cell ? 'true' : 'false'),
  time: (cell) => `"${cell as string}"`,
  date: (cell) => `"${cell as string}"`,
  decimal: decimalText,
  object: (cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)),
}

/** Returns the ids of the records that a record is linked to. */
type RelatedIds = (id: number) => readonly number[]

/** Reads the keys of a shape that are not columns, and the ids of related records by relation. */
export async function readRelatedKeys(
  ctx: Context,
  rows: Rows,
  shape: Shape,
): Promise<{ keys: Key[]; related: ReadonlyMap<string, RelatedIds> }> {
  const [relations, computed, names] = await inParallel([
    shape.mode === 'expand' || shape.fields ? readWithNames(ctx, rows, shape) : readLists(ctx, rows, shape),
    computedKeysOf(ctx, rows, shape),
    nameKeys(ctx, rows, shape),
  ])
  return {
    keys: [...relations.keys, ...emptyKeys(rows.resource, shape), ...computed, ...names],
    related: relations.related,
  }
}

/** The keys of the to-many relations, and their ids. */
interface RelationKeys {
  readonly keys: readonly Key[]
  readonly related: ReadonlyMap<string, RelatedIds>
}

/** Reads the ids of related records, with one statement for all relations. */
async function readLists(ctx: Context, rows: Rows, shape: Shape): Promise<RelationKeys> {
  const names = relationsIn(ctx, rows.resource, shape).map(([name]) => name)
  const lists = await idListsOf(ctx, rows, names)
  const listOf = (id: number, index: number) => lists.get(id)?.[index] ?? '[]'
  return {
    keys: names.map((name, index) => [idsKey(name), (row) => listOf(row[0] as number, index)]),
    related: new Map(names.map((name, index) => [name, (id) => idsInList(listOf(id, index))])),
  }
}

/** Reads the ids and names of related records, with one statement for each relation. */
async function readWithNames(ctx: Context, rows: Rows, shape: Shape): Promise<RelationKeys> {
  const relations = relationsIn(ctx, rows.resource, shape)
  const records = await inParallel(relations.map(([name]) => readRelated(ctx, rows, name)))
  return {
    keys: relations.flatMap(([name, relation], index) =>
      relationKeys(name, relation, records[index] as RelatedRecords),
    ),
    related: new Map(
      relations.map(([name], index) => [name, (id) => (records[index]?.get(id) ?? []).map((record) => record.id)]),
    ),
  }
}

/** Returns the to-many relations that a shape includes, except those that the slice computes. */
function relationsIn(ctx: Context, resource: Resource, { mode, fields, isSerialized }: Shape) {
  const listed = listedRelations(ctx, resource)
  return Object.entries(resource.many).filter(([name]) => {
    if (ctx.desk.slices[resource.name]?.computedKeys?.[name]) return false
    if (fields) return fields.includes(name) || fields.includes(idsKey(name))
    return mode === 'expand' || (mode === 'ids' && !isSerialized && listed.includes(name))
  })
}

/** Returns the keys of a to-many relation: the ids of the related records, unless it has `ids: false`, and their names. */
function relationKeys(name: string, relation: Relation, related: RelatedRecords): Key[] {
  const relatedOf = (row: readonly Cell[]) => related.get(row[0] as number) ?? []
  const hasLevels = 'access' in relation
  const ids: Key = [
    idsKey(name),
    (row) => (hasLevels ? levelsText(relatedOf(row), (record) => record.id) : idsText(relatedOf(row))),
  ]
  const labels: Key = [
    name,
    (row) => (hasLevels ? levelsText(relatedOf(row), (record) => record.label ?? '') : labelsText(relatedOf(row))),
  ]
  return 'ids' in relation ? [labels] : [ids, labels]
}

const idsText = (related: readonly RelatedRecord[]): string => `[${related.map((record) => record.id).join()}]`

/** Serializes names; undefined, which omits the key, for related records without names. */
const labelsText = (related: readonly RelatedRecord[]): string | undefined =>
  related.length > 0 && related[0]?.label === undefined
    ? undefined
    : JSON.stringify(related.map((record) => record.label))

/** Levels of access by id or name: `{"1":["full"]}`. */
function levelsText(related: readonly RelatedRecord[], keyOf: (record: RelatedRecord) => string | number): string {
  if (related.length === 0) return '{}'
  const levels = new Map<string | number, string[]>()
  for (const record of related)
    levels.set(keyOf(record), [...(levels.get(keyOf(record)) ?? []), record.access ?? ''].toSorted())
  return JSON.stringify(Object.fromEntries(levels))
}

const emptyList = () => '[]'

/** Returns the keys that are always empty, which existing Zammad clients expect. */
function emptyKeys(resource: Resource, { mode, fields, isSerialized }: Shape): Key[] {
  const withNames = mode === 'expand' || fields !== undefined
  const withIds = withNames || (mode === 'ids' && !isSerialized)
  return resource.alwaysEmpty.flatMap((name) => {
    const keys = [...(withIds ? [idsKey(name)] : []), ...(withNames ? [name] : [])]
    return keys.map((key): Key => [key, emptyList])
  })
}

/** Returns the keys that the slice computes. */
async function computedKeysOf(ctx: Context, rows: Rows, shape: Shape): Promise<Key[]> {
  const computed = Object.entries(ctx.desk.slices[rows.resource.name]?.computedKeys ?? {})
  const included = computed.filter(([name]) => !shape.fields || shape.fields.includes(name))
  const ids = rows.cells.map((row) => row[0] as number)
  const texts = await inParallel(included.map(([, compute]) => compute(ctx, ids)))
  return included.map(([name], index) => [name, (row) => texts[index]?.(row[0] as number)])
}

/** Returns the keys that hold the names of referenced records; null references omit the key. */
async function nameKeys(ctx: Context, rows: Rows, shape: Shape): Promise<Key[]> {
  if (shape.mode !== 'expand' && !shape.fields) return []
  const named = references(rows).filter(({ name }) => !shape.fields || shape.fields.includes(name))
  if (named.length === 0) return []
  const labelOf: Labels = await labelsOf(ctx, rows)
  return named.map(({ name, to, index }) => [
    name,
    (row) => {
      const label = row[index] === null ? undefined : labelOf(to, row[index] as number)
      return label === undefined ? undefined : JSON.stringify(label)
    },
  ])
}
