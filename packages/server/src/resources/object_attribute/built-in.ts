import { attributeObjects, type DataType, type Field, relationOf, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import { declared, type Unit } from '../../kernel/context.ts'
import { insert } from '../../writing/unit-of-work.ts'

/**
 * Inserts the declared fields as read-only attributes, from which clients build forms. It runs when a database is opened,
 * and adds only the missing ones, such as fields of a newer version.
 */
export async function insertMissingBuiltInAttributes(unit: Unit): Promise<void> {
  const existing = await readBuiltIn(unit.db)
  const missing = builtInAttributes().filter((attribute) => !existing.has(keyOf(attribute)))
  const last = await unit.db.sql
    .selectFrom('object_manager_attributes')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = Math.max(FIRST_BUILT_IN, (last?.id ?? 0) + 1)
  for (const [index, attribute] of missing.entries()) {
    await insert(unit, 'object_attribute', { id: first + index, ...attribute })
  }
}

/** The first id of built-in attributes. It is high, so that custom fields come first in lists. */
const FIRST_BUILT_IN = 1_000_001

/** The name of the stored value with the id of the last custom field. */
const lastIdName = 'custom_field_number'

/** Returns the id for a new custom field. Ids are never reused, because values are stored under them. */
export async function nextAttributeId({ db: { sql: db } }: Unit): Promise<number> {
  const first = sql<string>`cast(coalesce((select max(id) from object_manager_attributes where id < ${FIRST_BUILT_IN}), 0) + 1 as text)`
  const next = sql<string>`cast(cast(settings.value as integer) + 1 as text)`
  const { value } = await db
    .insertInto('settings')
    .values({ name: lastIdName, value: first })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** Returns true if all built-in attributes exist. */
export async function hasBuiltInAttributes(connection: Connection): Promise<boolean> {
  const existing = await readBuiltIn(connection)
  return builtInAttributes().every((attribute) => existing.has(keyOf(attribute)))
}

interface AttributeName {
  readonly object_lookup_id: number
  readonly name: string
}

const keyOf = ({ object_lookup_id, name }: AttributeName): string => `${object_lookup_id} ${name}`

async function readBuiltIn({ sql }: Connection): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('object_manager_attributes')
    .select(['object_lookup_id', 'name'])
    .where('editable', '=', false)
    .execute()
  return new Set(rows.map(keyOf))
}

const builtInAttributes = () =>
  Object.entries(attributeObjects).flatMap(([lookup, name]) =>
    writableFields(declared(name)).map(([column, field], index) => ({
      object_lookup_id: Number(lookup),
      name: column,
      display: displayOf(column),
      ...formOf(field),
      screens: {},
      editable: false,
      position: (index + 1) * 10,
    })),
  )

/** Returns the writable fields, without internal ones. */
const writableFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, { write, hidden, kind }]) => write !== 'server' && !hidden && kind !== 'object')

/** Returns the display name of a column: `First response time` for `first_response_time`. */
function displayOf(column: string): string {
  const words = relationOf(column).replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

interface AttributeForm {
  readonly data_type: DataType
  readonly data_option: Record<string, unknown>
}

/** Returns the data type and the options with which a form edits a field. */
function formOf({ kind, max, null: mayBeNull, default: defaultValue, values = [], to }: Field): AttributeForm {
  const option = { null: mayBeNull === true, ...(defaultValue === undefined ? {} : { default: defaultValue }) }
  switch (kind) {
    case 'boolean':
      return { data_type: 'boolean', data_option: { ...option, options: { true: 'yes', false: 'no' } } }
    case 'integer':
      return { data_type: 'integer', data_option: { ...option, min: 0, max: 2_147_483_647 } }
    case 'time':
      return { data_type: 'datetime', data_option: { ...option, future: true, past: true } }
    case 'date':
      return { data_type: 'date', data_option: option }
    case 'one_of':
      return {
        data_type: 'select',
        data_option: { ...option, options: Object.fromEntries(values.map((value) => [value, value])) },
      }
    case 'ref':
      return { data_type: referenceType(to), data_option: { ...option, relation: declared(to as string).model } }
    default:
      return { data_type: 'input', data_option: { ...option, type: 'text', maxlength: max ?? 250 } }
  }
}

function referenceType(to: string | undefined): DataType {
  if (to === 'user') return 'user_autocompletion'
  return to === 'organization' ? 'autocompletion_ajax_customer_organization' : 'select'
}
