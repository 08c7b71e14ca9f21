import { relationOf, type Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { inParallel } from '../db/in-parallel.ts'
import { type Changes, declared, type FieldValues, type WriteContext } from '../kernel/context.ts'

/**
 * Compares a record with the values to write, for the history. The names of references are looked up. Hidden fields, and
 * the authors and times of the creation and of the last change, are left out; secret values are replaced by `***`.
 */
export async function findChanges(
  ctx: WriteContext,
  resource: Resource,
  before: FieldValues,
  row: FieldValues,
): Promise<Changes> {
  const changes: Record<string, Changes[string]> = {}
  for (const [column, value] of Object.entries(row)) {
    const field = resource.fields[column]
    if (!field || field.hidden || omittedColumns.has(column) || areEqual(before[column], value)) continue
    if (field.secret) {
      changes[column] = { from: '***', to: '***' }
      continue
    }
    const from = before[column] ?? null
    if (field.to === undefined) {
      changes[column] = { from: toHistoryValue(from), to: toHistoryValue(value) }
      continue
    }
    const [fromName, toName] = await inParallel([nameOf(ctx, field.to, from), nameOf(ctx, field.to, value)])
    changes[relationOf(column)] = {
      from: fromName,
      to: toName,
      id_from: from as number | null,
      id_to: value as number | null,
    }
  }
  return changes
}

const omittedColumns = new Set(['updated_at', 'updated_by_id', 'created_at', 'created_by_id'])

const areEqual = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(toHistoryValue(a)) === JSON.stringify(toHistoryValue(b))

/** Converts a value to the form in which the history stores it. */
function toHistoryValue(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

async function nameOf(ctx: WriteContext, resource: string, id: unknown): Promise<string | null> {
  const { path, label } = declared(resource)
  if (id === null || id === undefined || label === null) return null
  const row = await dynamic(ctx.db).selectFrom(path).select(label).where('id', '=', id).executeTakeFirst()
  return (row?.[label] as string | undefined) ?? null
}
