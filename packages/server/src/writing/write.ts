import type { Field, Resource, ResourceName } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { inParallel } from '../db/in-parallel.ts'
import {
  type Change,
  type Changes,
  effective,
  type FieldValues,
  type Rules,
  type Unit,
  type WriteContext,
} from '../kernel/context.ts'
import { type Placeholder, runCompiled } from '../kernel/statement.ts'
import { Fault, unknownId } from '../errors/fault.ts'
import { auditChange } from './audit.ts'
import { insert, markForIndexing, record, update } from './unit-of-work.ts'
import {
  checkCustomFields,
  defaultsOfCustomFields,
  customValuesOf,
  invisibleCustomFields,
  withCustomFields,
  withoutUnchangedCustomFields,
  writeCustomFields,
} from './custom-fields.ts'
import { type ChangedRelations, deletePairs, writeRelations } from './relations.ts'
import { type Body, checkComplete, readInput } from './input.ts'
import { lookUp, type ResolvedBody } from './lookup.ts'
import { findChanges } from './differences.ts'
import { isReferencedByOthers } from './references.ts'

/** The id of a record that was written, and the keys of the body that were ignored. */
export interface Written {
  readonly id: number
  readonly ignored: readonly string[]
}

/**
 * Creates a record: checks the body, looks up names, applies the rules of the resource, and writes its history, event
 * and search document in the same transaction.
 * @throws Fault `invalid` for invalid values, `forbidden` if the rules refuse the write.
 */
export async function create(ctx: WriteContext, declaration: Resource, body: Body): Promise<Written> {
  const checked = await checkNewRecord(ctx, declaration, body)
  return { id: await insertChecked(ctx, checked), ignored: checked.ignored }
}

/** A new record that is complete and allowed, but not inserted yet. */
export interface CheckedRecord {
  readonly resource: Resource
  readonly row: FieldValues
  readonly many: ResolvedBody['many']
  readonly change: Change
  readonly ignored: readonly string[]
}

/**
 * Does all that comes before the insertion of a new record, without writing anything: checks the body, looks up names and
 * applies the rules.
 * @param parent the record that the new one belongs to, if that is not inserted yet either.
 * @throws Fault as `create`.
 */
export async function checkNewRecord(
  ctx: WriteContext,
  declaration: Resource,
  body: Body,
  parent?: Parent,
): Promise<CheckedRecord> {
  const resource = effective(ctx, declaration)
  const rules = rulesOf(ctx, resource)
  const { values, many, ignored, allowedBody } = await parseBody(ctx, resource, body)
  const change = { before: undefined, values, body: allowedBody, ...(parent ? { parent: parent.row } : {}) }
  const derived = { ...values, ...(await rules.derive?.(ctx, change)) }
  const row: FieldValues = { ...derived, ...(await defaultsOfCustomFields(ctx, resource, derived)) }
  // The parent has no id yet; 0 marks the reference to it as present.
  checkComplete(resource, { values: parent ? { ...row, [parent.column]: 0 } : row, names: {} })
  await rules.authorize?.(ctx, undefined, row)
  return { resource, row, many, change, ignored }
}

/** A checked record that another one refers to. */
export interface Parent {
  /** The column of the reference. */
  readonly column: string
  readonly row: FieldValues
}

/**
 * Inserts a checked record, and writes what follows from it.
 * @param reference the column that refers to the parent, whose id is known now.
 */
export async function insertChecked(
  ctx: WriteContext,
  checked: CheckedRecord,
  reference: FieldValues = {},
): Promise<number> {
  const { resource, many, change } = checked
  const rules = rulesOf(ctx, resource)
  const row = { ...checked.row, ...reference, ...(await rules.beforeInsert?.(ctx, checked.row, change)) }
  const name = resource.name as ResourceName
  const custom = customValuesOf(resource, row, 'set')
  const id = await refuseDuplicate(ctx, () => insert(ctx, name, custom ? { ...row, custom } : row))
  const relations = await writeRelations(ctx, resource, id, many)
  await auditChange(ctx, 'created', resource, id, row, asChanges(relations))
  // `afterWrite` does not need the ids of the history and the event, so their statements are sent together.
  await inParallel([
    record(ctx, { type: 'created', name, id, ...ticketOf(row) }),
    rules.afterWrite?.(ctx, id, { ...change, values: row }),
  ])
  return id
}

/**
 * Updates the fields in the body; all others stay unchanged.
 * @throws Fault `not_found` for an id that does not exist, otherwise as `create`.
 */
export async function change(ctx: WriteContext, declaration: Resource, id: number, body: Body): Promise<Written> {
  const resource = effective(ctx, declaration)
  const rules = rulesOf(ctx, resource)
  const before = withCustomFields(resource, await recordOf(ctx, resource, id))
  const { values, many, ignored, allowedBody } = await parseBody(ctx, resource, body, before)
  const change = { before, values, body: allowedBody }
  const row = { ...values, ...(await rules.derive?.(ctx, change)) }
  await rules.authorize?.(ctx, before, { ...before, ...row })
  const changes = await findChanges(ctx, resource, before, row)
  // An update without differences writes no history, but sets updated_at and updated_by_id.
  await refuseDuplicate(ctx, () => update(ctx, resource.name as ResourceName, id, row))
  const custom = customValuesOf(resource, row)
  if (custom) await writeCustomFields(ctx, resource, id, custom)
  const relations = await writeRelations(ctx, resource, id, many)
  const allChanges = { ...changes, ...asChanges(relations) }
  if (Object.keys(allChanges).length > 0) {
    await record(ctx, {
      type: 'updated',
      name: resource.name as ResourceName,
      id,
      ...ticketOf(before),
      changes: allChanges,
    })
    await auditChange(ctx, 'updated', resource, id, { ...before, ...row }, allChanges)
  }
  await rules.afterWrite?.(ctx, id, { ...change, values: row })
  return { id, ignored }
}

/**
 * Deletes a record and the rows that depend on it.
 * @throws Fault `invalid` if other records refer to it, with the message that existing Zammad clients rely on.
 */
export async function remove(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  const rules = rulesOf(ctx, resource)
  const before = await recordOf(ctx, resource, id)
  await rules.authorize?.(ctx, before, undefined)
  await rules.beforeDelete?.(ctx, id, before)
  await deletePairs(ctx, resource, id)
  if (await isReferencedByOthers(ctx, resource, id)) throw new Fault('invalid', `Can't delete, object has references.`)
  await dynamic(ctx.db).deleteFrom(resource.path).where('id', '=', id).execute()
  const kept = keptOf(resource, before)
  await record(ctx, { type: 'deleted', name: resource.name as ResourceName, id, ...ticketOf(before), kept })
  await auditChange(ctx, 'deleted', resource, id, before)
  markForIndexing(ctx, resource.name as ResourceName, id)
}

const asChanges = (relations: ChangedRelations): Changes =>
  Object.fromEntries(Object.entries(relations).map(([name, [from, to]]) => [name, { from, to }]))

/** Returns the references and flags of a deleted record, which decide who receives its event. */
const keptOf = ({ fields }: Resource, row: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(row).filter(([column]) => ['ref', 'boolean'].includes(fields[column]?.kind ?? '')))

/**
 * Locks a record until the end of the transaction. Values that were read before the lock may be outdated. The time of the
 * write is set again, so that the history of a record does not go back in time if the transaction had to wait for another;
 * an earlier time that an import has set remains.
 */
export async function lockRecord(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  const lock = ctx.db.dialect.lock(resource.path, id)
  if (!lock) return
  await ctx.db.arrays(lock.compile(ctx.db.sql))
  if (ctx.now >= ctx.began) ctx.now = ctx.desk.now().toISOString()
}

/** Reads a record in this transaction. @throws Fault `not_found`. */
export async function recordOf(ctx: WriteContext, resource: Resource, id: number): Promise<FieldValues> {
  const row = await rowOf(ctx, resource, id)
  if (!row) throw unknownId(resource, id)
  return row
}

/** Reads the row of a record; undefined if there is none. */
export async function rowOf(
  unit: Pick<Unit, 'desk' | 'db'>,
  { path }: Resource,
  id: number,
): Promise<FieldValues | undefined> {
  const selectById = (input: Placeholder) => dynamic(unit.db).selectFrom(path).selectAll().where('id', '=', input(0))
  return (await runCompiled<FieldValues>(unit, `row:${path}`, selectById, id))[0]
}

/** Returns the ticket of the record, whose history includes the change. */
const ticketOf = ({ ticket_id }: FieldValues) => (typeof ticket_id === 'number' ? { ticket: ticket_id } : {})

const noRules: Rules = {}
const rulesOf = (ctx: WriteContext, { name }: Resource): Rules => ctx.desk.slices[name]?.rules ?? noRules

/** Returns true if the rules read a key: it is not a column, or a hidden one, which no body sets directly. */
const isReadByRules = (field: Field | undefined): boolean => field === undefined || field.hidden === true

/** Parses the body without the keys that this caller may not set. */
async function parseBody(ctx: WriteContext, resource: Resource, body: Body, before?: FieldValues) {
  const rules = rulesOf(ctx, resource)
  const verb = before ? 'update' : 'create'
  const readOnly = [
    ...(rules.readOnlyKeys?.(ctx, verb, before, body) ?? []),
    ...(await invisibleCustomFields(ctx, resource, body, before)),
  ]
  const allowedBody =
    readOnly.length === 0 ? body : Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.includes(key)))
  const readByRules = Object.keys(rules.bodyParts?.[verb] ?? {}).filter((key) => isReadByRules(resource.fields[key]))
  const specialKeys = new Set([...(rules.internalKeys ?? []), ...readByRules])
  const parsed = readInput(resource, withoutUnchangedCustomFields(resource, allowedBody, before), verb, specialKeys)
  const resolved = await lookUp(ctx, resource, parsed)
  await checkCustomFields(ctx, resource, resolved.values)
  return {
    ...resolved,
    allowedBody,
    ignored: [...parsed.ignored, ...readOnly.filter((key) => key in body)],
  }
}

/** Turns a violated unique constraint into the fault that existing Zammad clients expect. */
async function refuseDuplicate<T>(ctx: WriteContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (failure) {
    const column = ctx.db.dialect.violatedColumn(failure)
    if (column === undefined) throw failure
    const message = 'This object already exists.'
    throw new Fault('invalid', message, { details: [{ path: column, message }] })
  }
}
