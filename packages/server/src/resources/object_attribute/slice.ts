import { attributeObjects, type DataType } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import {
  type Change,
  type ComputedKey,
  type Context,
  declared,
  type FieldValues,
  type Rules,
  type Slice,
  type WriteContext,
} from '../../kernel/context.ts'
import { type Fault, invalid } from '../../errors/fault.ts'
import { field, optional } from '../../writing/parts.ts'
import { allRows } from '../../kernel/scope.ts'
import { nextAttributeId } from './built-in.ts'
import { checkName } from './names.ts'
import { checkOption, checkScreens } from './options.ts'
import { incrementVersion } from './migrations.ts'
import { readReferrers, referrersOf } from './referrers.ts'

/** Maximum number of custom fields of a resource. */
const MAX_ATTRIBUTES = 200

const modelOf = (object: string): string => declared(object).model
const models = Object.values(attributeObjects).map(modelOf)

const objectPart = {
  object: optional(field({ kind: 'one_of', values: models, doc: 'Kind of record the attribute belongs to.' })),
}

const rules: Rules = {
  bodyParts: { create: objectPart, update: objectPart },
  derivedKeys: ['object_lookup_id'],
  requiredKeys: [['object', 'object_lookup_id'], ['data_option']],
  async derive(ctx, change) {
    if (change.values['screens']) checkScreens(change.values['screens'] as FieldValues)
    return change.before ? deriveChange(change.before, change) : deriveNew(ctx, change)
  },
  afterWrite: (ctx) => incrementVersion(ctx),
}

/** Checks a new attribute, which takes effect with the next migration. */
async function deriveNew(ctx: WriteContext, { values, body }: Change): Promise<FieldValues> {
  const model = body['object'] ?? undefined
  const lookup = model === undefined ? values['object_lookup_id'] : lookupOf(model)
  const object = attributeObjects[lookup as number]
  if (object === undefined) throw invalid('object', `object: expected one of ${models.join(', ')}.`)
  for (const key of ['name', 'display', 'data_type', 'data_option']) {
    if (values[key] === undefined || values[key] === '') throw missing(key)
  }
  checkName(ctx.desk, object, values['name'] as string)
  checkOption(values['data_type'] as DataType, values['data_option'] as FieldValues)
  const { count } = await ctx.db.sql
    .selectFrom('object_manager_attributes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('object_lookup_id', '=', lookup as number)
    .where('editable', '=', true)
    .executeTakeFirstOrThrow()
  if (count >= MAX_ATTRIBUTES) throw invalid('object', `object: ${object} has ${MAX_ATTRIBUTES} attributes already.`)
  return { id: await nextAttributeId(ctx), object_lookup_id: lookup, to_create: true, to_migrate: true }
}

/** Stores new options of a migrated attribute until the next migration; the current ones apply until then. */
function deriveChange(before: FieldValues, { values, body }: Change): FieldValues {
  if (!before['editable']) throw invalid('name', builtInMessage)
  const option = values['data_option'] as FieldValues | undefined
  if (option === undefined || body['data_option'] === null) throw missing('data_option')
  checkOption(before['data_type'] as DataType, option)
  if (before['to_create']) return {}
  const current = before['data_option'] as FieldValues
  if (isEqual(option, current))
    return { data_option: current, data_option_new: {}, to_config: false, to_migrate: false }
  // Here, `to_migrate` means that the maximum length changes; other options change with `to_config` alone.
  const to_migrate = option['maxlength'] !== current['maxlength']
  return { data_option: current, data_option_new: option, to_config: true, to_migrate }
}

/** Compares values regardless of the order of keys, which a database may change. */
const isEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(withSortedKeys(a)) === JSON.stringify(withSortedKeys(b))

/** Returns a value in which the keys of all objects are sorted. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, withSortedKeys(part)]))
}

const missing = (key: string): Fault => invalid(key, `The required value '${key}' is missing.`)

/** Returns the `object_lookup_id` of a kind of record; undefined if no such kind has attributes. */
const lookupOf = (model: unknown): number | undefined =>
  Object.keys(attributeObjects)
    .map(Number)
    .find((lookup) => modelOf(attributeObjects[lookup] as string) === model)

/** The error message for attributes of declared fields. */
const builtInMessage = 'It is built in.'

/** The columns of an attribute that the computed keys need. */
interface AttributeSummary {
  readonly editable: boolean
  readonly object: string
  readonly name: string
}

async function readAttributes(ctx: Context, ids: readonly number[]): Promise<Map<number, AttributeSummary>> {
  const rows = await dynamic(ctx.db)
    .selectFrom('object_manager_attributes')
    .select(['id', 'object_lookup_id', 'name', 'editable'])
    .where(ctx.db.dialect.among(sql.ref('id'), sql.val(`[${ids.join()}]`)))
    .execute()
  return new Map(
    rows.map(({ id, object_lookup_id, name, editable }) => [
      id as number,
      {
        object: attributeObjects[object_lookup_id as number] as string,
        name: name as string,
        editable: Boolean(editable),
      },
    ]),
  )
}

const object: ComputedKey = async (ctx, ids) => {
  const attributes = await readAttributes(ctx, ids)
  return (id) => JSON.stringify(modelOf(attributes.get(id)?.object as string))
}

/** Returns the reasons why attributes cannot be deleted, as sentences by id. Attributes that can be deleted have no entry. */
async function deletionObstacles(ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const obstacles = new Map<number, string>()
  const referrers = await readReferrers(ctx.db)
  for (const [id, attribute] of await readAttributes(ctx, ids)) {
    const labels = referrersOf(referrers, attribute.object, attribute.name)
    if (!attribute.editable) obstacles.set(id, builtInMessage)
    else if (labels.length > 0) obstacles.set(id, `It is used by ${labels.join(', ')}.`)
  }
  return obstacles
}

const deletable: ComputedKey = async (ctx, ids) => {
  const obstacles = await deletionObstacles(ctx, ids)
  return (id) => String(!obstacles.has(id))
}

const notDeletableReason: ComputedKey = async (ctx, ids) => {
  const obstacles = await deletionObstacles(ctx, ids)
  return (id) => (obstacles.has(id) ? JSON.stringify(obstacles.get(id)) : undefined)
}

/** All attributes are visible; the routes require a permission. */
export const objectAttributeSlice: Slice = {
  listScope: allRows,
  computedKeys: { object, deletable, not_deletable_reason: notDeletableReason },
  rules,
}
