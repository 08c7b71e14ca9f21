import { type Resource, systemUser } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Context, type FieldValues, may, type WriteContext } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { writeStatement } from '../kernel/statement.ts'
import { todayOf } from '../kernel/zone.ts'
import { type Custom, readCustomValue, isCustom } from './custom-values.ts'
import { exists } from './lookup.ts'
import { invalidParam } from './values.ts'

/** Adds the values of the custom fields to a stored record, by the names of the fields. */
export function withCustomFields(resource: Resource, row: FieldValues): FieldValues {
  const values = (row['custom'] ?? {}) as FieldValues
  const named = customFieldsOf(resource).map(([name, { custom }]) => [name, values[custom.id] ?? null])
  return named.length === 0 ? row : { ...row, ...Object.fromEntries(named) }
}

/** Returns the custom fields in a body that the caller may not see in this record; the write ignores them. */
export async function invisibleCustomFields(
  ctx: WriteContext,
  resource: Resource,
  body: FieldValues,
  before: FieldValues | undefined,
): Promise<string[]> {
  const names = customFieldsOf(resource).flatMap(([name, { custom }]) =>
    custom.staffOnly && name in body ? [name] : [],
  )
  const staffCondition = before && names.length > 0 && ctx.desk.slices[resource.name]?.staffScope?.(ctx, resource.path)
  if (!staffCondition) return []
  const visibleRecord = await dynamic(ctx.db)
    .selectFrom(resource.path)
    .select('id')
    .where('id', '=', before['id'])
    .where(staffCondition)
    .executeTakeFirst()
  return visibleRecord ? [] : names
}

/** Removes unchanged custom fields from a body, so that a stored value need not satisfy rules that changed later. */
export function withoutUnchangedCustomFields(
  resource: Resource,
  body: FieldValues,
  before: FieldValues | undefined,
): FieldValues {
  const unchanged = customFieldsOf(resource).filter(
    // A caller who may not see a value must not learn whether it equals the one in the body.
    ([name, { hidden }]) =>
      before && !hidden && name in body && JSON.stringify(body[name] ?? null) === JSON.stringify(before[name]),
  )
  if (unchanged.length === 0) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !unchanged.some(([name]) => name === key)))
}

/**
 * Returns the defaults of the custom fields that are missing in a new record, including fields hidden from the caller.
 * @throws Fault `invalid` for a required field without a value.
 */
export async function defaultsOfCustomFields(
  ctx: WriteContext,
  resource: Resource,
  row: FieldValues,
): Promise<FieldValues> {
  const defaults: Record<string, unknown> = {}
  for (const [name, field] of customFieldsOf(resource)) {
    const value = row[name] === undefined ? await defaultOf(ctx, name, field) : undefined
    if (value !== undefined) defaults[name] = value
  }
  for (const [name, field] of customFieldsOf(resource)) {
    const value = defaults[name] ?? row[name]
    const isSet = value !== undefined && value !== null && value !== ''
    if (!isSet && !field.hidden && isRequired(ctx, field)) {
      throw invalid(name, `Missing required value for field '${name}'!`)
    }
  }
  return defaults
}

/**
 * Returns the default of a field; undefined for none. That of a date is `diff` days after the caller's current date, that
 * of a time `diff` hours after now.
 */
async function defaultOf(ctx: WriteContext, name: string, field: Custom): Promise<unknown> {
  const { type, option } = field.custom
  const { default: value, diff } = option
  if (type === 'date' || type === 'datetime') {
    if (typeof diff !== 'number') return undefined
    if (type === 'date') return toIso(Date.parse(await todayOf(ctx)) + diff * 24 * HOUR).slice(0, 10)
    return toIso(Date.parse(ctx.now) + diff * HOUR)
  }
  return value === undefined || value === null || value === '' ? undefined : readCustomValue(name, field, value)
}

const HOUR = 3_600_000
const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** @throws Fault `invalid` for a reference to an unknown record, and for a time that must not be in the future or past. */
export async function checkCustomFields(ctx: WriteContext, resource: Resource, row: FieldValues): Promise<void> {
  for (const [name, { custom }] of customFieldsOf(resource)) {
    const value = row[name]
    if (value === undefined || value === null) continue
    const target = referencedResource[custom.type]
    if (target !== undefined && !(await exists(ctx, target, value as number))) throw invalidParam(name, value)
    if (custom.type !== 'datetime') continue
    const { future, past } = custom.option
    if (future === false && (value as string) > ctx.now) throw invalid(name, `${name}: not in the future.`)
    if (past === false && (value as string) < ctx.now) throw invalid(name, `${name}: not in the past.`)
  }
}

/**
 * Returns the custom fields among these values, by the id of their attribute; undefined if there are none.
 * @param only `set` omits nulls, because a new record stores only fields with a value.
 */
export function customValuesOf(
  resource: Resource,
  row: FieldValues,
  only?: 'set',
): Record<string, unknown> | undefined {
  const present = customFieldsOf(resource).filter(([name]) => row[name] !== undefined && !(only && row[name] === null))
  if (present.length === 0) return undefined
  return Object.fromEntries(present.map(([name, { custom }]) => [custom.id, row[name]]))
}

/**
 * Updates custom fields, by the id of their attribute. The database merges them, so that concurrent updates of other
 * custom fields are not lost.
 */
export async function writeCustomFields(
  ctx: WriteContext,
  { path }: Resource,
  id: number,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const run = writeStatement(ctx, `custom:${path}`, (input) =>
    dynamic(ctx.db)
      .updateTable(path)
      .set({ custom: ctx.db.dialect.jsonMerge(sql.ref('custom'), input<string>(0)) })
      .where('id', '=', input<number>(1)),
  )
  await run(JSON.stringify(values), id)
}

const customFieldsOf = ({ fields }: Resource): [string, Custom][] =>
  Object.entries(fields).filter((entry): entry is [string, Custom] => isCustom(entry[1]))

/** The screen (the name of a form in user interfaces) whose required fields are also required by the API. */
const createScreen = 'create_middle'

/**
 * Returns true if the caller must set a field in a new record; the system user (mail import, commands) need not. The
 * permission `-all-` stands for every caller.
 */
const isRequired = ({ actor }: Context, { custom }: Custom): boolean =>
  actor.id !== systemUser &&
  Object.entries(custom.screens[createScreen] ?? {}).some(
    ([permission, { required, shown }]) =>
      required === true && shown !== false && (permission === '-all-' || may(actor, permission as never)),
  )

/** The resource that a field refers to, by type of the attribute. */
const referencedResource: Readonly<Record<string, string>> = {
  user_autocompletion: 'user',
  autocompletion_ajax_customer_organization: 'organization',
}
