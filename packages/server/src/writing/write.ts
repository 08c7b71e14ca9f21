import type { Field, Resource, ResourceName } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { effective, type FieldValues, type Rules, type WriteContext } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { unknownId } from '../kernel/crud.ts'
import { insert, record, touch, update } from './unit-of-work.ts'
import { checkCustom, customDefaults, customOf, unseen, withCustom, withoutSame, writeCustom } from './custom.ts'
import { removeEnds, writeEnds } from './ends.ts'
import { type Body, checkComplete, readInput } from './input.ts'
import { lookUp } from './lookup.ts'
import { differences } from './differences.ts'
import { isReferred } from './references.ts'

/** A record that was written, and which keys of the body meant nothing. */
export interface Written {
  readonly id: number
  readonly ignored: readonly string[]
}

/**
 * Writes a new record: checks the body, looks up names, applies the rules of the noun, and leaves its history, event
 * and search document in the same transaction.
 * @throws Fault `invalid` for what cannot be, `forbidden` where the rules say no.
 */
export async function create(ctx: WriteContext, declaration: Resource, body: Body): Promise<Written> {
  const resource = effective(ctx, declaration)
  const rules = rulesOf(ctx, resource)
  const { values, many, ignored, kept } = await take(ctx, resource, body)
  const change = { before: undefined, given: values, body: kept }
  const said = { ...values, ...(await rules.derive?.(ctx, change)) }
  const row: FieldValues = { ...said, ...(await customDefaults(ctx, resource, said)) }
  checkComplete(resource, { values: row, names: {} })
  await rules.authorize?.(ctx, undefined, row)
  const custom = customOf(resource, row, 'set')
  const columns = custom ? { ...row, custom } : row
  const id = await unlessTwice(ctx, () => insert(ctx, resource.name as ResourceName, columns))
  await writeEnds(ctx, resource, id, many)
  await record(ctx, { type: 'created', name: resource.name as ResourceName, id, ...ticketOf(row) })
  await rules.afterWrite?.(ctx, id, { ...change, given: row })
  return { id, ignored }
}

/**
 * Changes what the body names and leaves the rest (reference, section 1.1).
 * @throws Fault `not_found` for an id that does not exist, else as `create`.
 */
export async function change(ctx: WriteContext, declaration: Resource, id: number, body: Body): Promise<Written> {
  const resource = effective(ctx, declaration)
  const rules = rulesOf(ctx, resource)
  const before = withCustom(resource, await recordOf(ctx, resource, id))
  const { values, many, ignored, kept } = await take(ctx, resource, body, before)
  const change = { before, given: values, body: kept }
  const row = { ...values, ...(await rules.derive?.(ctx, change)) }
  await rules.authorize?.(ctx, before, { ...before, ...row })
  const changes = await differences(ctx, resource, before, row)
  // Who sends what is there already has changed nothing, but has touched it.
  await unlessTwice(ctx, () => update(ctx, resource.name as ResourceName, id, row))
  const custom = customOf(resource, row)
  if (custom) await writeCustom(ctx, resource, id, custom)
  const moved = await writeEnds(ctx, resource, id, many)
  const all = {
    ...changes,
    ...Object.fromEntries(Object.entries(moved).map(([name, [from, to]]) => [name, { from, to }])),
  }
  if (Object.keys(all).length > 0) {
    await record(ctx, {
      type: 'updated',
      name: resource.name as ResourceName,
      id,
      ...ticketOf(before),
      changes: all,
    })
  }
  await rules.afterWrite?.(ctx, id, { ...change, given: row })
  return { id, ignored }
}

/**
 * Removes a record and what belongs to it.
 * @throws Fault `invalid` when others refer to it: the sentence is the one that existing clients compare.
 */
export async function remove(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  const rules = rulesOf(ctx, resource)
  const before = await recordOf(ctx, resource, id)
  await rules.authorize?.(ctx, before, undefined)
  await rules.beforeDelete?.(ctx, id, before)
  await removeEnds(ctx, resource, id)
  if (await isReferred(ctx, resource, id)) throw new Fault('invalid', `Can't delete, object has references.`)
  await dynamic(ctx.db).deleteFrom(resource.path).where('id', '=', id).execute()
  const kept = keptOf(resource, before)
  await record(ctx, { type: 'deleted', name: resource.name as ResourceName, id, ...ticketOf(before), kept })
  touch(ctx, resource.name as ResourceName, id)
}

/** What decides who may hear of a record that is gone: whom and what it belonged to, and its flags. */
const keptOf = ({ fields }: Resource, row: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(row).filter(([column]) => ['ref', 'boolean'].includes(fields[column]?.kind ?? '')))

/** Nobody else changes the record before this transaction has ended; what was read before may be outdated. */
export async function hold(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  await ctx.db.dialect.lock(resource.path, id)?.execute(ctx.db.sql)
}

/** The record as it is in this transaction. @throws Fault `not_found`. */
export async function recordOf(ctx: WriteContext, resource: Resource, id: number): Promise<FieldValues> {
  const row = await dynamic(ctx.db).selectFrom(resource.path).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownId(resource, id)
  return row
}

/** What belongs to a ticket is part of its history. */
const ticketOf = ({ ticket_id }: FieldValues) => (typeof ticket_id === 'number' ? { ticket: ticket_id } : {})

const nothing: Rules = {}
const rulesOf = (ctx: WriteContext, { name }: Resource): Rules => ctx.desk.slices[name]?.rules ?? nothing

/** A key of the rules' own; one of that name may be a hidden column, which no body sets directly. */
const isOfRules = (field: Field | undefined): boolean => field === undefined || field.hidden === true

/** What the body says, as far as this caller may say it. */
async function take(ctx: WriteContext, resource: Resource, body: Body, before?: FieldValues) {
  const rules = rulesOf(ctx, resource)
  const verb = before ? 'update' : 'create'
  const withheld = [
    ...(rules.readOnlyKeys?.(ctx, verb, before, body) ?? []),
    ...(await unseen(ctx, resource, body, before)),
  ]
  const kept =
    withheld.length === 0 ? body : Object.fromEntries(Object.entries(body).filter(([key]) => !withheld.includes(key)))
  const added = Object.keys(rules.bodyParts?.[verb] ?? {}).filter((key) => isOfRules(resource.fields[key]))
  const carried = new Set([...(rules.internalKeys ?? []), ...added])
  const given = readInput(resource, withoutSame(resource, kept, before), verb, carried)
  const found = await lookUp(ctx, resource, given)
  await checkCustom(ctx, resource, found.values)
  return {
    ...found,
    kept,
    ignored: [...given.ignored, ...withheld.filter((key) => key in body)],
  }
}

/** The sentence that existing clients know for what is there already (reference, section 1.7). */
async function unlessTwice<T>(ctx: WriteContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (failure) {
    const column = ctx.db.dialect.duplicate(failure)
    if (column === undefined) throw failure
    const message = 'This object already exists.'
    throw new Fault('invalid', message, { details: [{ path: column, message }] })
  }
}
