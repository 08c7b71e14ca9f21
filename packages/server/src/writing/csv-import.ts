import { idsKey, relationOf, type Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, effective, type FieldValues, type WriteContext } from '../kernel/context.ts'
import { representOne } from '../kernel/crud.ts'
import { Fault } from '../errors/fault.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { idOf } from './lookup.ts'
import { part } from './unit-of-work.ts'
import { change, create, remove } from './write.ts'

/** More than these in one transaction would hold up everybody else who writes. */
const mostRows = 5000

/** What a table (CSV) means for a resource. */
export interface CsvTable {
  readonly resource: Resource
  /** The columns by which a row finds the record it changes, beside the id; the first that says something counts. */
  readonly keys: readonly string[]
  /** Columns that a blank cell empties; every other stays as it is. */
  readonly emptied?: readonly string[]
  /** Columns beside the fields and relations of the resource. */
  readonly also?: readonly string[]
  /** Columns that are not taken, and why. */
  readonly refused?: Readonly<Record<string, string>>
  /** Whether all records may be removed before. */
  readonly clear?: boolean
  /** What is made of a row before the transaction. @throws Fault that is told with the line. */
  readonly prepare?: (ctx: Context, body: FieldValues) => Promise<FieldValues>
  /** What is made of the row of a new record inside it. */
  readonly complete?: (ctx: WriteContext, body: FieldValues) => Promise<FieldValues>
}

/** A row on its way: what it says, or what is wrong with it. */
export interface CsvLine {
  readonly line: number
  readonly body: FieldValues
  readonly failure?: string
}

/** What an import did, or would do, in the form that existing clients know (reference, section 3.17). */
export interface Imported {
  readonly result: 'success' | 'failed'
  readonly try: boolean
  readonly stats?: { readonly created: number; readonly updated: number; readonly deleted?: number }
  /** JSON texts of the records that were written, in the order of the rows. */
  readonly records?: readonly string[]
  readonly errors: readonly string[]
}

/**
 * Reads the rows of a table, before the transaction.
 * @throws Fault `invalid` for what is no table.
 */
export async function readLines(ctx: Context, table: CsvTable, data: string, separator: string): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  const known = columnsOf(ctx, table)
  for (const { line, values } of readCsv(data, separator, mostRows)) {
    const failure = refusal(table, known, values)
    if (failure !== undefined) lines.push({ line, body: values, failure })
    else lines.push(await prepared(ctx, table, line, values))
  }
  return lines
}

/** The columns that mean something, those among them that an export has and an import ignores. */
function columnsOf(ctx: Context, { resource, also = [] }: CsvTable): ReadonlySet<string> {
  const { fields, many } = effective(ctx, resource)
  const references = Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'ref' ? [relationOf(name)] : []))
  const relations = Object.keys(many).flatMap((name) => [name, idsKey(name)])
  const extras = Object.keys(ctx.desk.slices[resource.name]?.computedKeys ?? {})
  return new Set([...Object.keys(fields), ...references, ...relations, ...extras, ...also])
}

/** A cell that would be lost: its column is a typo, or belongs to another table. */
function refusal(table: CsvTable, known: ReadonlySet<string>, values: CsvRow['values']): string | undefined {
  for (const [name, cell] of Object.entries(values)) {
    if (cell === '') continue
    if (table.refused?.[name] !== undefined) return table.refused[name]
    if (!known.has(name)) return `unknown attribute '${name.slice(0, 100)}' for ${table.resource.model}.`
  }
  return undefined
}

async function prepared(
  ctx: Context,
  { emptied, prepare }: CsvTable,
  line: number,
  values: FieldValues,
): Promise<CsvLine> {
  const said = Object.entries(values).filter(([name, text]) => text !== '' || emptied?.includes(name))
  const body = Object.fromEntries(said)
  const ready = await attempt(() => (prepare ? prepare(ctx, body) : Promise.resolve(body)))
  return typeof ready === 'string' ? { line, body, failure: ready } : { line, body: ready }
}

/**
 * Writes records from a table: a row that names one that is there changes it, another makes one. All rows or none are
 * written; each mistake is told with its line.
 * @param options `try` writes nothing, `clear` takes away all that are there before.
 */
export async function importLines(
  ctx: WriteContext,
  table: CsvTable,
  lines: readonly CsvLine[],
  options: { readonly try: boolean; readonly clear: boolean },
): Promise<Imported> {
  if (lines.length === 0) return { result: 'failed', try: options.try, errors: ['The file has no rows.'] }
  const done: Done = { created: 0, updated: 0, records: [], errors: [] }
  let deleted = 0
  try {
    await part(ctx, async () => {
      if (options.clear) deleted = await clearAll(ctx, table)
      for (const line of lines) {
        const failure = line.failure ?? (await attempt(() => part(ctx, () => writeLine(ctx, table, line, done))))
        if (failure !== undefined) done.errors.push(`Line ${line.line}: ${failure}`)
      }
      if (options.try || done.errors.length > 0) throw new Undone()
    })
  } catch (failure) {
    if (!(failure instanceof Undone)) throw failure
  }
  const { created, updated, records, errors } = done
  if (errors.length > 0) return { result: 'failed', try: options.try, errors }
  const stats = { created, updated, ...(options.clear ? { deleted } : {}) }
  return { result: 'success', try: options.try, stats, records, errors }
}

interface Done {
  created: number
  updated: number
  readonly records: string[]
  readonly errors: string[]
}

/** Takes back what was only tried. */
class Undone extends Error {}

async function clearAll(ctx: WriteContext, { resource }: CsvTable): Promise<number> {
  const all = await dynamic(ctx.db).selectFrom(resource.path).select('id').execute()
  for (const { id } of all) await remove(ctx, resource, Number(id))
  return all.length
}

async function writeLine(ctx: WriteContext, table: CsvTable, { body }: CsvLine, done: Done): Promise<void> {
  const { resource, complete } = table
  const { id: given, ...rest } = body
  const known = await knownAs(ctx, table, given, rest)
  const { id } =
    known === undefined
      ? await create(ctx, resource, complete ? await complete(ctx, rest) : rest)
      : await change(ctx, resource, known, rest)
  done.records.push(await representOne(ctx, resource, id, { mode: 'written' }))
  if (known === undefined) done.created++
  else done.updated++
}

/** @returns what came of it, or the sentence of a refusal. */
async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof Fault && failure.status < 500) return failure.message
    throw failure
  }
}

async function knownAs(ctx: WriteContext, { resource, keys }: CsvTable, id: unknown, body: FieldValues) {
  const by = async (column: string, value: unknown) => {
    const all = dynamic(ctx.db).selectFrom(resource.path).select('id').where(column, '=', value)
    const row = await all.orderBy('id').limit(1).executeTakeFirst()
    return row && Number(row['id'])
  }
  const found = typeof id === 'string' && /^\d{1,15}$/.test(id) ? await by('id', Number(id)) : undefined
  const key = keys.find((name) => typeof body[name] === 'string' && body[name] !== '')
  if (found !== undefined || key === undefined) return found
  const name = (body[key] as string).trim()
  return resource.name === 'user' ? idOf(ctx, 'user', name) : by(key, name)
}
