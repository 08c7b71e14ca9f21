import { readStoredValue } from '../../kernel/settings.ts'
import { attributeObjects, type CustomField, type Field, type Resource } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import { type Actor, declared, type Desk, may } from '../../kernel/context.ts'
import { toCustomField } from '../../writing/custom-values.ts'
import { seesAllTickets } from '../ticket/rights.ts'

const memoKey = 'custom fields'

/**
 * Returns the resources with custom fields as a caller sees them: the declared fields and the migrated attributes. A new
 * attribute is migrated when `POST object_manager_attributes_execute_migrations` applies it. Attributes that the caller must
 * not see become hidden fields, because their defaults still apply.
 */
export async function resourcesFor(db: Connection, actor: Actor): Promise<Readonly<Record<string, Resource>>> {
  // The memo is replaced when the caller's rights or the attributes change.
  const cached = actor.memo.get(memoKey) as Readonly<Record<string, Resource>> | undefined
  if (cached) return cached
  const result: Record<string, Resource> = {}
  for (const attribute of await migratedAttributes(db)) {
    const name = attributeObjects[attribute.object_lookup_id]
    if (name === undefined || Object.hasOwn(declared(name).fields, attribute.name)) continue
    const resource = result[name] ?? declared(name)
    const { id, data_type: type, data_option, screens, active, display } = attribute
    // Inactive attributes keep their values, but have neither default nor requirements. `diff` is the default of a date, in
    // days from today, or of a time, in hours from now.
    const option = active ? data_option : { ...data_option, default: null, diff: null }
    const custom = { id, type, option, screens: active ? screens : {} } as CustomField
    const field = fieldSeenBy(actor, name, toCustomField(display, custom), screens as CustomField['screens'])
    result[name] = { ...resource, fields: { ...resource.fields, [attribute.name]: field } }
  }
  actor.memo.set(memoKey, result)
  return result
}

/** The stored value with the version of the attributes; a new version invalidates cached attributes. */
export const attributesVersionName = 'custom_fields'

/** Returns the version of the attributes; undefined if there never were any. */
export const attributesVersion = ({ database }: Desk): Promise<string | undefined> =>
  readStoredValue(database, attributesVersionName)

/**
 * Reads the migrated attributes. Attributes of built-in fields, which are not editable, are omitted, because the declaration
 * of the resource has these fields.
 */
const migratedAttributes = ({ sql }: Connection) =>
  sql
    .selectFrom('object_manager_attributes')
    .selectAll()
    .where('to_create', '=', false)
    .where('editable', '=', true)
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute() as unknown as Promise<Attribute[]>

/** A row of `object_manager_attributes`; its declaration in the contract describes the columns. */
export interface Attribute {
  readonly id: number
  readonly object_lookup_id: number
  readonly name: string
  readonly display: string
  readonly data_type: string
  readonly data_option: Readonly<Record<string, unknown>>
  readonly data_option_new: Readonly<Record<string, unknown>>
  readonly screens: Readonly<Record<string, unknown>>
  readonly active: boolean
  readonly editable: boolean
  readonly to_create: boolean
  readonly to_config: boolean
  readonly to_delete: boolean
}

/**
 * Returns a custom field as an actor sees it. Agents see every field; so do administrators, except on tickets. Others see a
 * field if any screen shows it to customers, and may write it if one of these screens is not `view`. Users who are both agent and customer see the fields
 * that are hidden from customers only in tickets of their groups.
 */
function fieldSeenBy(actor: Actor, name: string, field: Field, screens: CustomField['screens']): Field {
  const customerScreens = Object.entries(screens).filter(([, entries]) => isShownToCustomers(entries))
  const isAgent = name === 'ticket' ? may(actor, 'ticket.agent') : may(actor, 'ticket.agent', 'admin.*')
  if (isAgent) {
    const isAlsoCustomer = name === 'ticket' && may(actor, 'ticket.customer') && !seesAllTickets(actor)
    return customerScreens.length > 0 || !isAlsoCustomer
      ? field
      : { ...field, custom: { ...(field.custom as CustomField), staffOnly: true } }
  }
  if (customerScreens.length === 0) return { ...field, hidden: true }
  const readOnly: Field = { ...field, write: 'server' }
  return customerScreens.every(([screen]) => screen === 'view') ? readOnly : field
}

/** @param entries the entries of a screen, by permission. */
const isShownToCustomers = (entries: CustomField['screens'][string]): boolean =>
  ['-all-', 'ticket.customer'].some((permission) => entries[permission] && entries[permission].shown !== false)
