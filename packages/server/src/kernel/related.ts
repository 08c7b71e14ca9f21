import { idsKey, relationOf, type Relation, type Resource, visibleFields } from '@deskbell/contract'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { declared, type Context } from './context.ts'
import { columnOf, conditionOf, from, type Rows } from './scope.ts'
import { statement } from './statement.ts'
import { dynamic } from '../db/dynamic.ts'
import { inParallel } from '../db/in-parallel.ts'

/** A record that another one is linked to by a to-many relation: its id, level of access, and name. */
export interface RelatedRecord {
  readonly id: number
  readonly access?: string
  readonly label?: string
}

/** Related records by the id of the record that they are linked to, in the order of their ids. */
export type RelatedRecords = ReadonlyMap<number, readonly RelatedRecord[]>

/** Returns the ids of all rows as one JSON text, the form that `among` expects. */
const idsAsText = (rows: Rows): string => {
  const index = rows.columns.indexOf('id')
  return `[${rows.cells.map((row) => row[index] as number).join()}]`
}

/** Reads those related records of one relation that the caller may read, with their names, in one statement for all rows. */
export async function readRelated(ctx: Context, rows: Rows, name: string): Promise<RelatedRecords> {
  const { resource } = rows
  const withLabels = declared(relationAt(resource, name).to).label !== null
  const run = statement(ctx, `related:${resource.name}.${name}:${withLabels}`, (input) => {
    const ids = input<string>(0)
    return selectRelated(ctx, resource, name, withLabels, (near) => ctx.db.dialect.among(sql.ref(near), ids))
  })
  return groupByRecord(await run(idsAsText(rows)), relationAt(resource, name), withLabels)
}

/** Returns the to-many relations whose ids are keys of a record, except those that the slice computes. */
export const listedRelations = (ctx: Context, { name, many }: Resource): string[] =>
  Object.entries(many).flatMap(([relation, declaration]) =>
    'ids' in declaration || ctx.desk.slices[name]?.computedKeys?.[relation] ? [] : [relation],
  )

/**
 * Returns the ids of a relation as JSON text made by the database: an array, or for relations with access an object
 * with the levels by id.
 * @param table alias of the table of the record in the statement.
 */
export function idListOf(ctx: Context, resource: Resource, name: string, table: string): RawBuilder<string> {
  const { dialect } = ctx.db
  const recordId = sql.ref(`${table}.id`)
  const related = selectRelated(ctx, resource, name, false, (near) => sql<SqlBool>`${sql.ref(near)} = ${recordId}`)
  const id = sql.ref('related.far_id')
  if (!('access' in relationAt(resource, name))) {
    return sql`${dynamic(ctx.db).selectFrom(related.as('related')).select(dialect.integersAsJson(id).as('list'))}`
  }
  const byId = dynamic(ctx.db)
    .selectFrom(related.as('related'))
    .select(['related.far_id', dialect.textsAsJson(sql.ref('related.access')).as('levels')])
    .groupBy('related.far_id')
    .orderBy('related.far_id')
  const levels = dialect.objectAsJson(id, sql.ref('related.levels'))
  return sql`${dynamic(ctx.db).selectFrom(byId.as('related')).select(levels.as('list'))}`
}

/**
 * Returns the ids of the relations as JSON texts, by the id of the record. Unless all of them were selected with the rows,
 * they are read with one statement, and without an object for each related record.
 */
export async function idListsOf(
  ctx: Context,
  rows: Rows,
  names: readonly string[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (names.length === 0) return new Map()
  const { resource, columns } = rows
  const selected = names.map((name) => columns.indexOf(idsKey(name)))
  if (!selected.includes(-1))
    return new Map(rows.cells.map((row) => [row[0] as number, selected.map((index) => row[index] as string)]))
  const run = statement(ctx, `lists:${resource.name}.${names.join()}`, (input) => {
    const lists = names.map((name) => idListOf(ctx, resource, name, 'own').as(name))
    return dynamic(ctx.db)
      .selectFrom(`${resource.path} as own`)
      .select(['own.id', ...lists])
      .where(ctx.db.dialect.among(sql.ref('own.id'), input<string>(0)))
  })
  const cells = (await run(idsAsText(rows))) as [number, ...string[]][]
  return new Map(cells.map(([id, ...lists]) => [id, lists]))
}

/** Returns the ids in a list of `idListOf`. */
export function idsInList(list: string): readonly number[] {
  const parsed = JSON.parse(list) as readonly number[] | Readonly<Record<string, unknown>>
  return Array.isArray(parsed) ? (parsed as readonly number[]) : Object.keys(parsed).map(Number)
}

function relationAt(resource: Resource, name: string): Relation {
  const relation = resource.many[name]
  if (!relation) throw new Error(`${resource.name} has no relation ${name}`)
  return relation
}

/**
 * Selects the related records in the order of their ids; columns are the id of the record that they are linked to,
 * their own id, name and level of access. In a table of pairs, the column `near` refers to the record, and `far` to the
 * related one.
 * @param condition returns the condition on the column that holds the id of the record that they are linked to.
 */
function selectRelated(
  ctx: Context,
  resource: Resource,
  name: string,
  withLabels: boolean,
  condition: (near: string) => Expression<SqlBool>,
) {
  const relation = relationAt(resource, name)
  const far = declared(relation.to)
  const label = withLabels ? [columnOf(ctx, far, far.label as string, 'far').as('label')] : []
  const readable = from(ctx, far, 'read', 'far')
  if ('of' in relation) {
    const near = `far.${relation.of}`
    return readable
      .select([near, 'far.id as far_id', ...label])
      .where(condition(near))
      .orderBy('far.id')
  }
  const level = relation.access ? ['pair.access'] : []
  const [near, farId] = [`pair.${relation.near}`, `pair.${relation.far}`]
  const conditions = [ctx.desk.slices[resource.name]?.pairCondition?.[name] ?? []].flat()
  // The table of pairs is sufficient if the caller may read all records and no names are needed.
  const needsOnlyPairs = !withLabels && !conditionOf(ctx, far, 'read', 'far')
  const pairs = needsOnlyPairs
    ? dynamic(ctx.db).selectFrom(`${relation.through} as pair`)
    : readable.innerJoin(`${relation.through} as pair`, farId, 'far.id')
  const related = pairs
    .select([near, `${farId} as far_id`, ...label, ...level])
    .where((eb) => eb.and([condition(near), ...conditions]))
    .distinct()
    .orderBy(farId)
  return relation.access ? related.orderBy('pair.access') : related
}

/** Groups the rows of `selectRelated`, which have the label and the level of access last, if they have them. */
function groupByRecord(cells: unknown[][], relation: Relation, withLabels: boolean): RelatedRecords {
  const related = new Map<number, RelatedRecord[]>()
  const hasLevels = 'access' in relation
  for (const [near, id, ...labelAndLevel] of cells) {
    const record = {
      id: id as number,
      ...(withLabels ? { label: labelAndLevel[0] as string } : {}),
      ...(hasLevels ? { access: labelAndLevel.at(-1) as string } : {}),
    }
    const list = related.get(near as number)
    if (list) list.push(record)
    else related.set(near as number, [record])
  }
  return related
}

/** Returns the name of a record by its resource and id; undefined if it has none. */
export type Labels = (resource: string, id: number) => string | undefined

/**
 * Reads the names of all records that the rows reference, with one statement per resource. No scope applies: a name
 * replaces an id that the caller can read anyway. The slice may replace the name by one that the caller may read.
 */
export async function labelsOf(ctx: Context, rows: Rows): Promise<Labels> {
  const idsByResource = new Map<string, Set<number>>()
  for (const { to, index } of references(rows)) {
    if (declared(to).label === null) continue
    const ids = idsByResource.get(to) ?? new Set()
    for (const row of rows.cells) if (row[index] !== null) ids.add(row[index] as number)
    idsByResource.set(to, ids)
  }
  const referenced = [...idsByResource].filter(([, ids]) => ids.size > 0)
  const labels = await inParallel(referenced.map(([to, ids]) => readLabels(ctx, declared(to), ids)))
  const labelsByResource = new Map(referenced.map(([to], index) => [to, labels[index]]))
  return (resource, id) => labelsByResource.get(resource)?.get(id)
}

async function readLabels(ctx: Context, resource: Resource, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  const run = statement(ctx, `labels:${resource.name}`, (input) =>
    dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(['id', columnOf(ctx, resource, resource.label as string, resource.path).as('label')])
      .where(ctx.db.dialect.among(sql.ref('id'), input(0))),
  )
  return new Map((await run(`[${[...ids].join()}]`)) as [number, string][])
}

/** Returns the reference columns of the rows: name of the relation, target resource, index of the cell, column. */
export const references = (rows: Rows): { name: string; to: string; index: number; column: string }[] =>
  visibleFields(rows.resource).flatMap(([column, field]) => {
    const index = rows.columns.indexOf(column)
    return field.to === undefined || index < 0 ? [] : [{ name: relationOf(column), to: field.to, index, column }]
  })
