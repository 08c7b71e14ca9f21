import { idsKey, relationOf, type Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, effective, type FieldValues, type WriteContext } from '../kernel/context.ts'
import { representOne } from '../kernel/read-records.ts'
import { Fault } from '../errors/fault.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { findIdByName } from './lookup.ts'
import { inSavepoint } from './unit-of-work.ts'
import { invalidParam } from './values.ts'
import { change, create, remove } from './write.ts'

/** Maximum number of rows of a table. More rows in one transaction would block other writes for too long. */
const MAX_ROWS = 5000

/** The rules for importing a CSV table into a resource. */
export interface CsvTable {
  readonly resource: Resource
  /** Columns that identify the record of a row if the id does not; the first with a value is used. */
  readonly keys: readonly string[]
  /** Columns that a blank cell clears; in other columns a blank cell leaves the value unchanged. */
  readonly clearedByBlank?: readonly string[]
  /** Columns in addition to the fields and relations of the resource. */
  readonly extraColumns?: readonly string[]
  /** Columns that an import must not contain, with the error message for each. */
  readonly refusedColumns?: Readonly<Record<string, string>>
  /** True if an import may delete all existing records first. */
  readonly clear?: boolean
  /** Transforms a row before the transaction. @throws Fault whose message is reported with the line. */
  readonly prepare?: (ctx: Context, body: FieldValues) => Promise<FieldValues>
  /** Completes a row inside the transaction. */
  readonly complete?: (ctx: WriteContext, body: FieldValues) => Promise<FieldValues>
}

/** A row of the table: the body for the write, or the reason why it is refused. */
export interface CsvLine {
  readonly line: number
  readonly body: FieldValues
  readonly failure?: string
}

/** The result of an import, or of a trial run, in the form that existing Zammad clients expect. */
export interface ImportResult {
  readonly result: 'success' | 'failed'
  readonly try: boolean
  readonly stats?: { readonly created: number; readonly updated: number; readonly deleted?: number }
  /** JSON texts of the records that were written, in the order of the rows. */
  readonly records?: readonly string[]
  readonly errors: readonly string[]
}

/**
 * Parses and prepares the rows of a table, before the transaction.
 * @throws Fault `invalid` for text that is not CSV, and for too many rows.
 */
export async function readLines(ctx: Context, table: CsvTable, data: string, separator: string): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  const knownColumns = columnsOf(ctx, table)
  for (const { line, values, exceedsColumns } of readCsv(data, separator, MAX_ROWS)) {
    const failure = exceedsColumns ? 'more cells than columns.' : findRefusal(table, knownColumns, values)
    if (failure !== undefined) lines.push({ line, body: values, failure })
    else lines.push(await prepareLine(ctx, table, line, values))
  }
  return lines
}

/** Returns the known columns, including those that only an export contains and an import ignores. */
function columnsOf(ctx: Context, { resource, extraColumns = [] }: CsvTable): ReadonlySet<string> {
  const { fields, many } = effective(ctx, resource)
  const references = Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'ref' ? [relationOf(name)] : []))
  const relations = Object.keys(many).flatMap((name) => [name, idsKey(name)])
  const computed = Object.keys(ctx.desk.slices[resource.name]?.computedKeys ?? {})
  return new Set([...Object.keys(fields), ...references, ...relations, ...computed, ...extraColumns])
}

/** Returns the error for a value in a refused column, or in an unknown one, where it would be lost; undefined for none. */
function findRefusal(table: CsvTable, known: ReadonlySet<string>, values: CsvRow['values']): string | undefined {
  for (const [name, cell] of Object.entries(values)) {
    if (cell === '') continue
    if (table.refusedColumns?.[name] !== undefined) return table.refusedColumns[name]
    if (!known.has(name)) return `unknown attribute '${name.slice(0, 100)}' for ${table.resource.model}.`
  }
  return undefined
}

async function prepareLine(
  ctx: Context,
  { clearedByBlank, prepare }: CsvTable,
  line: number,
  values: FieldValues,
): Promise<CsvLine> {
  const filled = Object.entries(values).filter(([name, text]) => text !== '' || clearedByBlank?.includes(name))
  const body = Object.fromEntries(filled)
  const prepared = await attempt(() => (prepare ? prepare(ctx, body) : Promise.resolve(body)))
  return typeof prepared === 'string' ? { line, body, failure: prepared } : { line, body: prepared }
}

/**
 * Writes records from a table: a row with the id or key of an existing record updates it, any other creates one. Either all
 * rows are written or none; every error is reported with its line.
 * @param options `try` writes nothing, `clear` deletes all existing records first.
 */
export async function importLines(
  ctx: WriteContext,
  table: CsvTable,
  lines: readonly CsvLine[],
  options: { readonly try: boolean; readonly clear: boolean },
): Promise<ImportResult> {
  if (lines.length === 0) return { result: 'failed', try: options.try, errors: ['The file has no rows.'] }
  const progress: Progress = { created: 0, updated: 0, records: [], errors: [] }
  let deleted = 0
  try {
    await inSavepoint(ctx, async () => {
      if (options.clear) deleted = await deleteAll(ctx, table)
      for (const line of lines) {
        const failure =
          line.failure ?? (await attempt(() => inSavepoint(ctx, () => writeLine(ctx, table, line, progress))))
        if (failure !== undefined) progress.errors.push(`Line ${line.line}: ${failure}`)
      }
      if (options.try || progress.errors.length > 0) throw new Rollback()
    })
  } catch (failure) {
    if (!(failure instanceof Rollback)) throw failure
  }
  const { created, updated, records, errors } = progress
  if (errors.length > 0) return { result: 'failed', try: options.try, errors }
  const stats = { created, updated, ...(options.clear ? { deleted } : {}) }
  return { result: 'success', try: options.try, stats, records, errors }
}

interface Progress {
  created: number
  updated: number
  readonly records: string[]
  readonly errors: string[]
}

/** Rolls back the import. */
class Rollback extends Error {}

async function deleteAll(ctx: WriteContext, { resource }: CsvTable): Promise<number> {
  const rows = await dynamic(ctx.db).selectFrom(resource.path).select('id').execute()
  for (const { id } of rows) await remove(ctx, resource, Number(id))
  return rows.length
}

async function writeLine(ctx: WriteContext, table: CsvTable, { body }: CsvLine, progress: Progress): Promise<void> {
  const { resource, complete } = table
  const { id: idCell, ...rest } = body
  const existingId = await findExisting(ctx, table, idCell, rest)
  const completed = complete ? await complete(ctx, rest) : rest
  const { id } =
    existingId === undefined
      ? await create(ctx, resource, completed)
      : await change(ctx, resource, existingId, completed)
  progress.records.push(await representOne(ctx, resource, id, { mode: 'written' }))
  if (existingId === undefined) progress.created++
  else progress.updated++
}

/** Returns the result of the work, or the message of the fault if the input is at fault. */
async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof Fault && failure.status < 500) return failure.message
    throw failure
  }
}

/** Returns the id of the existing record of a row: by its id, or else by its first key that has a value. */
async function findExisting(ctx: WriteContext, { resource, keys }: CsvTable, id: unknown, body: FieldValues) {
  const findBy = async (column: string, value: unknown) => {
    const matches = dynamic(ctx.db).selectFrom(resource.path).select('id').where(column, '=', value)
    const row = await matches.orderBy('id').limit(1).executeTakeFirst()
    return row && Number(row['id'])
  }
  if (typeof id === 'string' && !/^\d{1,15}$/.test(id)) throw invalidParam('id', id)
  const foundById = id === undefined ? undefined : await findBy('id', Number(id))
  const key = keys.find((name) => typeof body[name] === 'string' && body[name] !== '')
  if (foundById !== undefined || key === undefined) return foundById
  const name = (body[key] as string).trim()
  return resource.name === 'user' ? findIdByName(ctx, 'user', name) : findBy(key, name)
}
