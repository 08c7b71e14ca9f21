import { attributeObjects, type DataType, type Field, relationOf, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import { declared, type Unit } from '../../kernel/context.ts'
import { insert } from '../../writing/unit-of-work.ts'

/**
 * The fields that every installation has, as attributes: programs make forms of them (reference, section 3.17). They are
 * there to be read; `editable` says so. Those that a newer version has declared are added when a database is opened.
 */
export async function writeBuiltIn(unit: Unit): Promise<void> {
  const there = await builtInOf(unit.db)
  const missing = wanted().filter((attribute) => !there.has(keyOf(attribute)))
  const last = await unit.db.sql
    .selectFrom('object_manager_attributes')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = Math.max(firstBuiltIn, (last?.id ?? 0) + 1)
  for (const [at, attribute] of missing.entries()) {
    await insert(unit, 'object_attribute', { id: first + at, ...attribute })
  }
}

/** Built-in ones have the numbers from here on, so that those of an installation come first in lists of them. */
const firstBuiltIn = 1_000_001

/** The setting that holds the last number which was given to an attribute of the installation. */
const lastNumber = 'custom_field_number'

/** The number of a new attribute of the installation; none is given twice, because values stand under it. */
export async function nextNumber({ db: { sql: db } }: Unit): Promise<number> {
  const first = sql<string>`cast(coalesce((select max(id) from object_manager_attributes where id < ${firstBuiltIn}), 0) + 1 as text)`
  const next = sql<string>`cast(cast(settings.value as integer) + 1 as text)`
  const { value } = await db
    .insertInto('settings')
    .values({ name: lastNumber, value: first })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** Whether all of them are there. */
export async function hasBuiltIn(connection: Connection): Promise<boolean> {
  const there = await builtInOf(connection)
  return wanted().every((attribute) => there.has(keyOf(attribute)))
}

interface Named {
  readonly object_lookup_id: number
  readonly name: string
}

const keyOf = ({ object_lookup_id, name }: Named): string => `${object_lookup_id} ${name}`

async function builtInOf({ sql }: Connection): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('object_manager_attributes')
    .select(['object_lookup_id', 'name'])
    .where('editable', '=', false)
    .execute()
  return new Set(rows.map(keyOf))
}

const wanted = () =>
  Object.entries(attributeObjects).flatMap(([lookup, name]) =>
    shown(declared(name)).map(([column, field], at) => ({
      object_lookup_id: Number(lookup),
      name: column,
      display: displayOf(column),
      ...kindOf(field),
      screens: {},
      editable: false,
      position: (at + 1) * 10,
    })),
  )

/** What may be written, but for what only programs know. */
const shown = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, { write, hidden, kind }]) => write !== 'server' && !hidden && kind !== 'object')

/** `first_response_time` is read as `First response time`. */
function displayOf(column: string): string {
  const words = relationOf(column).replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

interface Kind {
  readonly data_type: DataType
  readonly data_option: Record<string, unknown>
}

/** The data type that a form would use for a field of this kind, and its options. */
function kindOf({ kind, max, null: mayBeNull, default: usual, values = [], to }: Field): Kind {
  const option = { null: mayBeNull === true, ...(usual === undefined ? {} : { default: usual }) }
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
      return { data_type: 'select', data_option: { ...option, options: Object.fromEntries(values.map((v) => [v, v])) } }
    case 'ref':
      return { data_type: typeOf(to), data_option: { ...option, relation: declared(to as string).model } }
    default:
      return { data_type: 'input', data_option: { ...option, type: 'text', maxlength: max ?? 250 } }
  }
}

function typeOf(to: string | undefined): DataType {
  if (to === 'user') return 'user_autocompletion'
  return to === 'organization' ? 'autocompletion_ajax_customer_organization' : 'select'
}
