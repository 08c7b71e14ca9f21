import { resources } from '@deskbell/contract'
import { Fault } from '../../kernel/fault.ts'
import type { Writing } from '../../kernel/rules.ts'
import { part } from '../../writing/unit-of-work.ts'
import { change, create, remove } from '../../writing/write.ts'
import { type CsvRow, csvLine, readCsv } from './csv.ts'

const module = resources.text_module

/** More than these in one transaction would hold up everybody else who writes. */
const mostRows = 5000

/** What an import did, or would do (reference, section 3.17), in the form that existing clients know. */
export interface Imported {
  readonly result: 'success' | 'failed'
  readonly try: boolean
  readonly stats?: { readonly created: number; readonly updated: number; readonly deleted?: number }
  readonly errors: readonly string[]
}

/** The columns of an example, and a row of it. */
export const example = [
  csvLine(['id', 'name', 'keywords', 'content', 'note', 'active', 'groups']),
  csvLine(['', 'Greeting', 'hello,hi', 'Dear #{ticket.customer.firstname},', '', 'true', '']),
].join('')

/**
 * Writes text modules from a table: a row with the id or the name of one that is there changes it, another makes one.
 * All rows or none are written; each mistake is told with its line.
 * @param options `try` writes nothing, `clear` takes away all that are there before.
 */
export async function importTextModules(
  ctx: Writing,
  data: string,
  options: { readonly separator: string; readonly try: boolean; readonly clear: boolean },
): Promise<Imported> {
  const rows = readCsv(data, options.separator, mostRows)
  if (rows.length === 0) return { result: 'failed', try: options.try, errors: ['The file has no rows.'] }
  const errors: string[] = []
  const stats = { created: 0, updated: 0 }
  let deleted = 0
  try {
    await part(ctx.unit, async () => {
      if (options.clear) deleted = await clearAll(ctx)
      for (const row of rows) {
        const failure = await writeRow(ctx, row, stats)
        if (failure !== undefined) errors.push(`Line ${row.line}: ${failure}`)
      }
      if (options.try || errors.length > 0) throw new Undone()
    })
  } catch (failure) {
    if (!(failure instanceof Undone)) throw failure
  }
  if (errors.length > 0) return { result: 'failed', try: options.try, errors }
  return { result: 'success', try: options.try, stats: { ...stats, ...(options.clear ? { deleted } : {}) }, errors }
}

/** Takes back what was only tried. */
class Undone extends Error {}

async function clearAll(ctx: Writing): Promise<number> {
  const all = await ctx.unit.db.sql.selectFrom('text_modules').select('id').execute()
  for (const { id } of all) await remove(ctx, module, id)
  return all.length
}

/** @returns what is wrong with the row. */
async function writeRow(ctx: Writing, { values }: CsvRow, stats: { created: number; updated: number }) {
  const { id, ...given } = values
  const body = Object.fromEntries(Object.entries(given).filter(([name, text]) => text !== '' || name in nullable))
  try {
    const known = await knownAs(ctx, id, given['name'])
    if (known === undefined) {
      await part(ctx.unit, () => create(ctx, module, body))
      stats.created++
    } else {
      await part(ctx.unit, () => change(ctx, module, known, body))
      stats.updated++
    }
    return undefined
  } catch (failure) {
    if (failure instanceof Fault && failure.status < 500) return failure.message
    throw failure
  }
}

const nullable = { keywords: true, note: true }

async function knownAs({ unit }: Writing, id = '', name = ''): Promise<number | undefined> {
  const all = unit.db.sql.selectFrom('text_modules').select('id').orderBy('id').limit(1)
  if (/^\d{1,15}$/.test(id)) {
    const found = await all.where('id', '=', Number(id)).executeTakeFirst()
    if (found) return found.id
  }
  return (await all.where('name', '=', name).executeTakeFirst())?.id
}
