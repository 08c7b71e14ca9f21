import { type ResourceName, type Resources, type Row } from '@deskbell/contract'
import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import { indexMarked, rememberWords } from '../search/documents.ts'
import type { Connection } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Tables } from '../db/tables.ts'
import {
  type Context,
  declared,
  type Desk,
  type FieldValues,
  type RecordedChange,
  type Unit,
  type WriteContext,
} from '../kernel/context.ts'
import { currentOrigin } from '../kernel/origin.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import { UnitCache } from '../kernel/cache.ts'
import { type Placeholder, requestWrite, writeStatement } from '../kernel/statement.ts'

/**
 * Runs `work` in one transaction: rows, history, search documents and events are committed together, and durable when it
 * returns. Work outside the database (hashing, parsing, files) is done before; `work` awaits nothing but statements.
 * @param automation `skip automation` runs no triggers and updates no deadlines: for changes that need neither, for work that
 * does both itself, and for records from another system, such as imported mail.
 */
export async function unitOfWork<T>(
  desk: Desk,
  by: number,
  work: (unit: Unit) => Promise<T>,
  automation: 'run automation' | 'skip automation' = 'run automation',
): Promise<T> {
  // Read before the transaction, because units of several requests may run in one.
  const origin = currentOrigin()
  const { result, unit } = await desk.database.transaction<UnitResult<T>>(async (db) => {
    const changes = automation === 'run automation' ? [] : undefined
    const now = desk.now().toISOString()
    const cache = new UnitCache()
    const unit: Unit = { desk, db, cache, by, began: now, now, origin, toIndex: new Map(), words: new Set(), changes }
    const result = await work(unit)
    await runAutomation(unit)
    return { result, unit }
  }, indexUnits)
  rememberWords(desk, unit.words)
  return result
}

/** Applies triggers and other rules to the changes so far, so that a response shows their effects. */
export async function runAutomation(unit: Unit): Promise<void> {
  const changes = unit.changes?.splice(0) ?? []
  if (changes.length > 0) await unit.desk.automate(unit, changes)
}

/** Returns the context of a transaction. It has the cache of the transaction, which may be rolled back. */
export const writeContext = (ctx: Omit<Context, 'cache'>, unit: Unit): WriteContext => ({ ...ctx, ...unit })

interface UnitResult<T> {
  readonly result: T
  readonly unit: Unit
}

/**
 * Writes the search documents of all units that are committed together, once per record. The new words of all units are
 * added to the first unit, whose caller caches them after the commit.
 */
async function indexUnits(db: Connection, results: readonly UnitResult<unknown>[]): Promise<void> {
  const [first, ...others] = results.map(({ unit }) => unit)
  if (!first) return
  for (const { toIndex } of others) {
    for (const [name, ids] of toIndex) for (const id of ids) markForIndexing(first, name as ResourceName, id)
  }
  for (const word of await indexMarked({ ...first, db })) first.words.add(word)
}

/** Runs a part of a unit under a savepoint: if it throws, only its own changes are rolled back. */
export async function inSavepoint<T>({ db, cache, changes }: Unit, work: () => Promise<T>): Promise<T> {
  const before = changes?.length ?? 0
  await db.sql.executeQuery(CompiledQuery.raw('savepoint part'))
  try {
    const result = await work()
    await db.sql.executeQuery(CompiledQuery.raw('release savepoint part'))
    return result
  } catch (failure) {
    // A full disk ends the whole transaction, so rolling back to the savepoint would fail and hide the cause.
    if (storageFault(failure)) throw failure
    changes?.splice(before)
    cache.clear()
    await db.sql.executeQuery(CompiledQuery.raw('rollback to savepoint part'))
    await db.sql.executeQuery(CompiledQuery.raw('release savepoint part'))
    throw failure
  }
}

/**
 * Runs a part of a unit and rolls it back, to find out whether it would succeed.
 * @throws the error of the part.
 */
export async function dryRun(ctx: WriteContext, work: (ctx: WriteContext) => Promise<unknown>): Promise<void> {
  const success = new Error('The dry run succeeded.')
  const runAndThrow = async () => {
    await work({ ...ctx, toIndex: new Map(), words: new Set(), changes: [] })
    throw success
  }
  await inSavepoint(ctx, runAndThrow).catch((failure: unknown) => {
    if (failure !== success) throw failure
  })
}

/**
 * Runs a statement that is built and compiled once.
 * @param name identifies the text of the statement: it includes everything that `build` depends on.
 * @returns the cells of its rows as the driver returns them: a boolean is a number on SQLite.
 */
export const runStatement = async <R extends readonly unknown[]>(
  unit: Pick<Unit, 'desk' | 'db'>,
  name: string,
  build: (db: Kysely<Tables>, input: Placeholder) => Compilable,
  ...inputs: readonly unknown[]
): Promise<R[]> => (await writeStatement(unit, name, (input) => build(unit.db.sql, input))(...inputs)) as unknown as R[]

/** Values of a row by column; omitted columns get their declared defaults. */
export type Values<N extends ResourceName> = Partial<Row<Resources[N]>>

/** Inserts a row and returns its id. Author and times default to those of the unit. */
export async function insert<N extends ResourceName>(unit: Unit, name: N, values: Values<N>): Promise<number> {
  const { path, fields } = declared(name)
  const row = withDefaults(unit, name, values)
  const columns = Object.keys(row)
  const [[id] = []] = await writeStatement(unit, `insert:${path}:${columns.join()}`, (input) => {
    const values = Object.fromEntries(columns.map((column, index) => [column, input(index)]))
    const withChange = 'change' in fields ? { ...values, change: unit.db.dialect.nextChange() } : values
    return dynamic(unit.db).insertInto(path).values(withChange).returning('id')
  })(...Object.values(row))
  // The document of a ticket contains its articles.
  if (name === 'article') markForIndexing(unit, 'ticket', row['ticket_id'] as number)
  else markForIndexing(unit, name, id as number)
  return id as number
}

/**
 * Inserts rows into a resource that is not indexed, with the defaults of `insert`, in as few statements as possible. All
 * rows must have the same columns.
 */
export const insertAll = <N extends ResourceName>(unit: Unit, name: N, rows: readonly Values<N>[]): Promise<number[]> =>
  insertRows(
    unit,
    declared(name).path,
    rows.map((values) => withDefaults(unit, name, values)),
  )

function withDefaults<N extends ResourceName>(unit: Unit, name: N, values: Values<N>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const withAuthor = { ...authorAndTimes(unit), ...values } as Record<string, unknown>
  for (const [column, field] of Object.entries(declared(name).fields)) {
    if (withAuthor[column] !== undefined) row[column] = toColumn(withAuthor[column])
    else if (field.default !== undefined) row[column] = field.default
    else if (field.kind === 'object') row[column] = '{}'
  }
  return row
}

/** Updates a row. `updated_at` and `updated_by_id` default to those of the unit. */
export async function update<N extends ResourceName>(unit: Unit, name: N, id: number, patch: Values<N>): Promise<void> {
  const { path, fields } = declared(name)
  const stamps = 'updated_at' in fields ? { updated_at: unit.now, updated_by_id: unit.by } : {}
  const row = Object.fromEntries(
    Object.entries({ ...stamps, ...patch })
      .filter(([column]) => column in fields)
      .map(([column, value]) => [column, toColumn(value)]),
  )
  const columns = Object.keys(row)
  await writeStatement(unit, `update:${path}:${columns.join()}`, (input) =>
    dynamic(unit.db)
      .updateTable(path)
      .set(Object.fromEntries(columns.map((column, index) => [column, input(index + 1)])))
      .where('id', '=', input(0)),
  )(id, ...Object.values(row))
  markForIndexing(unit, name, id)
}

/** Marks the search document of a record to be rewritten before the commit. */
export function markForIndexing(unit: Unit, name: ResourceName, id: number): void {
  const ids = unit.toIndex.get(name)
  if (ids) ids.add(id)
  else unit.toIndex.set(name, new Set([id]))
}

/**
 * Writes the history rows and the event of a change. A personal record, such as a draft, has no history, and its events
 * contain no values.
 */
export async function record(unit: Unit, change: RecordedChange): Promise<void> {
  const { type, name, id, ticket, at, changes, kept } = change
  const { model: object, personal } = declared(name)
  const shared = { object, o_id: id, created_by_id: unit.by, created_at: at ?? unit.now }
  const { source } = unit
  const sourceable = source && { sourceable_type: source.type, sourceable_id: source.id, sourceable_name: source.name }
  const related = ticket === undefined ? {} : { related_object: 'Ticket', related_o_id: ticket }
  const lines = Object.entries(changes ?? {}).map(([attribute, { from, to, ...ids }]) => ({
    attribute,
    value_from: truncate(from),
    value_to: truncate(to),
    ...ids,
  }))
  const eventChanges = personal
    ? Object.fromEntries(Object.keys(changes ?? {}).map((key) => [key, {}]))
    : (changes ?? {})
  const eventId = await requestInsert(unit, 'events', {
    ...shared,
    name: `${name}.${change.event ?? type}`,
    ticket_id: name === 'ticket' ? id : (ticket ?? null),
    changes: JSON.stringify(eventChanges, (_, value: unknown) => (typeof value === 'string' ? truncate(value) : value)),
    ...(kept ? { kept: JSON.stringify(kept) } : {}),
  })
  const historyLines = lines.length > 0 ? lines : [{}]
  for (const line of personal ? [] : historyLines)
    await requestInsert(unit, 'histories', { ...shared, ...related, ...sourceable, type, ...line })
  unit.changes?.push({ ...change, by: unit.by, eventId })
}

/** Requests the insertion of a row into an internal table. Returns a function that waits for its id. */
async function requestInsert(unit: Unit, path: string, row: FieldValues): Promise<() => Promise<number>> {
  const columns = Object.keys(row)
  const build = (input: Placeholder) => {
    const values = Object.fromEntries(columns.map((column, index) => [column, input(index)]))
    return dynamic(unit.db).insertInto(path).values(values).returning('id')
  }
  const rows = await requestWrite(unit, `add:${path}:${columns.join()}`, build, ...Object.values(row))
  return async () => (await rows())[0]?.[0] as number
}

/** Maximum number of rows of an insert statement, because databases limit the number of values of a statement. */
const MAX_ROWS = 500

/** Inserts rows with the same columns into an internal table and returns their ids. */
export async function insertRows(unit: Unit, path: string, rows: readonly FieldValues[]): Promise<number[]> {
  if (rows.length === 1) return [await (await requestInsert(unit, path, rows[0] as FieldValues))()]
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const batch = rows.slice(start, start + MAX_ROWS)
    const inserted = await dynamic(unit.db).insertInto(path).values(batch).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id as number))
  }
  return ids
}

const authorAndTimes = (unit: Unit) => ({
  created_at: unit.now,
  updated_at: unit.now,
  created_by_id: unit.by,
  updated_by_id: unit.by,
})

const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** Shortens a value to the 500 characters that history and events store. */
const truncate = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value).slice(0, 500)
