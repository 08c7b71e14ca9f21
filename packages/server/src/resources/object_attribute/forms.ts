import { attributeObjects, type CustomField, type Field, type Permission } from '@deskbell/contract'
import { type Context, declared, effective, may } from '../../kernel/context.ts'

/** How a form shows a custom field to the caller. */
interface FormScreen {
  readonly shown: true
  readonly required: boolean
}

/** A custom field as a form of the caller needs it. */
export interface FormAttribute {
  readonly object: string
  readonly name: string
  readonly display: string
  readonly data_type: string
  readonly data_option: Readonly<Record<string, unknown>>
  /** By the names of the screens that show the field to the caller. */
  readonly screens: Readonly<Record<string, FormScreen>>
}

/** The options that a form needs. Others are omitted, because they may be notes of administrators. */
const formOptions = [
  'default',
  'options',
  'maxlength',
  'min',
  'max',
  'null',
  'nulloption',
  'type',
  'future',
  'past',
  'diff',
  'rows',
  'multiple',
]

/** The kinds of records that have custom fields, as clients name them. */
export const formObjects: readonly string[] = Object.values(attributeObjects).map((name) => declared(name).model)

/** Returns the custom fields that the caller sees, in the order of forms. @param model limits them to this kind of record. */
export const formAttributes = (ctx: Context, model?: string): FormAttribute[] =>
  Object.values(attributeObjects).flatMap((name) => {
    const resource = effective(ctx, declared(name))
    if (model !== undefined && resource.model !== model) return []
    return Object.entries(resource.fields).flatMap(([key, field]) =>
      field.custom && !field.hidden ? [attributeOf(ctx, resource.model, key, field, field.custom)] : [],
    )
  })

function attributeOf(ctx: Context, object: string, name: string, field: Field, custom: CustomField): FormAttribute {
  const { type, option, screens } = custom
  const options = formOptions.flatMap((key) => (option[key] === undefined ? [] : [[key, option[key]] as const]))
  const visibleScreens = Object.entries(screens).flatMap(([screen, entries]) => {
    const formScreen = screenFor(ctx, entries)
    return formScreen && (field.write !== 'server' || screen === 'view') ? [[screen, formScreen] as const] : []
  })
  return {
    object,
    name,
    display: field.doc ?? name,
    data_type: type,
    data_option: Object.fromEntries(options),
    screens: Object.fromEntries(visibleScreens),
  }
}

/** Combines the entries of a screen that apply to the caller. One entry is enough to show the field. Returns undefined if none shows it. */
function screenFor({ actor }: Context, entries: CustomField['screens'][string]): FormScreen | undefined {
  const applicable = Object.entries(entries).filter(
    ([permission, { shown }]) => shown !== false && (permission === '-all-' || may(actor, permission as Permission)),
  )
  return applicable.length === 0
    ? undefined
    : { shown: true, required: applicable.some(([, { required }]) => required === true) }
}
