import { readFact } from '../../kernel/settings.ts'
import { attributeObjects, type CustomField, type Field, type Resource } from '@deskbell/contract'
import { type Actor, declared, type Desk, may } from '../../kernel/context.ts'
import { fieldOf } from '../../writing/custom-values.ts'
import { seesAllTickets } from '../ticket/rights.ts'

/**
 * The resources that have custom fields, as a caller knows them: what is declared, and the attributes that are in
 * force. Those that the caller must not know of are hidden fields, because their defaults hold all the same.
 */
export async function resourcesFor(desk: Desk, actor: Actor): Promise<Readonly<Record<string, Resource>>> {
  // What is kept there lives as long as the rights of the caller and the attributes stay what they are.
  const kept = actor.memo.get(memo) as Readonly<Record<string, Resource>> | undefined
  if (kept) return kept
  const made: Record<string, Resource> = {}
  for (const attribute of await inForce(desk)) {
    const name = attributeObjects[attribute.object_lookup_id]
    if (name === undefined || Object.hasOwn(declared(name).fields, attribute.name)) continue
    const resource = made[name] ?? declared(name)
    const { id, data_type: type, data_option, screens, active, display } = attribute
    // What is out of use keeps its values, and asks for none.
    const option = active ? data_option : { ...data_option, default: null, diff: null }
    const custom = { id, type, option, screens: active ? screens : {} } as CustomField
    const field = seenBy(actor, name, fieldOf(display, custom), screens as CustomField['screens'])
    made[name] = { ...resource, fields: { ...resource.fields, [attribute.name]: field } }
  }
  actor.memo.set(memo, made)
  return made
}

/** The setting that counts the changes of attributes: what is known of them holds as long as it stays the same. */
export const versionSetting = 'custom_fields'

/** The number of the last change of attributes; undefined where there never was one. */
export const attributesVersion = ({ database }: Desk): Promise<string | undefined> => readFact(database, versionSetting)

const memo = 'custom fields'

const inForce = ({ database }: Desk) =>
  database.sql
    .selectFrom('object_manager_attributes')
    .selectAll()
    .where('to_create', '=', false)
    .where('editable', '=', true)
    .orderBy('position', (by) => by.asc().nullsLast())
    .orderBy('id')
    .execute() as unknown as Promise<Attribute[]>

/** A row, as it is read. */
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
 * Agents know every custom field; others those that a screen shows to customers or to everybody, and write those that
 * a screen lets them write. Who is an agent here and a customer there sees the rest in the tickets of their groups.
 */
function seenBy(actor: Actor, name: string, field: Field, screens: CustomField['screens']): Field {
  const open = Object.entries(screens).filter(([, by]) => isShown(by))
  const isAgent = name === 'ticket' ? may(actor, 'ticket.agent') : may(actor, 'ticket.agent', 'admin.*')
  if (isAgent) {
    const isBoth = name === 'ticket' && may(actor, 'ticket.customer') && !seesAllTickets(actor)
    return open.length > 0 || !isBoth ? field : { ...field, custom: { ...(field.custom as CustomField), inside: true } }
  }
  if (open.length === 0) return { ...field, hidden: true }
  return open.every(([screen]) => screen === 'view') ? { ...field, write: 'server' } : field
}

const isShown = (by: CustomField['screens'][string]): boolean =>
  ['-all-', 'ticket.customer'].some((permission) => by[permission] && by[permission].shown !== false)
