import { localTimeOf } from '../format/local-time.ts'
import type { Option } from './option-list.tsx'

/** A custom field, as `GET form_attributes` describes it to the caller. */
export interface CustomField {
  readonly object: 'Ticket' | 'User' | 'Organization' | 'Group'
  readonly name: string
  readonly display: string
  readonly data_type: string
  readonly data_option: { readonly options?: Names | readonly Branch[] | null }
  readonly screens: { readonly [screen: string]: { readonly shown: boolean; readonly required: boolean } | undefined }
}

/** The names of the values of a list, by value. */
type Names = { readonly [value: string]: string }

/** A value of a tree, with the values below it. */
interface Branch {
  readonly name: string
  readonly value: string
  readonly children?: readonly Branch[]
}

/**
 * The kind of a custom field. It determines how values are shown, edited, compared by conditions and set by actions.
 * `external` is a value of an external data source, which the page cannot search.
 */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'html'
  | 'number'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'option'
  | 'options'
  | 'user'
  | 'organization'
  | 'external'

const kinds: { readonly [dataType: string]: FieldKind | undefined } = {
  textarea: 'textarea',
  richtext: 'html',
  integer: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'boolean',
  active: 'boolean',
  select: 'option',
  tree_select: 'option',
  multiselect: 'options',
  multi_tree_select: 'options',
  user_autocompletion: 'user',
  autocompletion_ajax_customer_organization: 'organization',
  autocompletion_ajax_external_data_source: 'external',
}

/** Returns the kind of a field. Unknown types are texts. */
export const kindOf = ({ data_type }: Pick<CustomField, 'data_type'>): FieldKind => kinds[data_type] ?? 'text'

/** The resources that custom fields refer to. */
export type NamedResource = 'user' | 'organization'

/** The texts and functions with which values are formatted. */
export interface ValueFormats {
  readonly yes: string
  readonly no: string
  /** Formats a point in time. */
  readonly time: (date: Date) => string
  /** Formats a day such as `2026-01-31`. */
  readonly day: (day: string) => string
  /** Returns the name of a record. */
  readonly nameOf: (resource: NamedResource, id: number) => string
  /** Returns the text of HTML. */
  readonly plain: (html: string) => string
}

/** Returns the values that can be chosen. */
export function optionsOf(field: CustomField, { yes, no }: Pick<ValueFormats, 'yes' | 'no'>): readonly Option[] {
  if (kindOf(field) === 'boolean') {
    return [
      { id: 'true', name: yes },
      { id: 'false', name: no },
    ]
  }
  return choicesOf(field)
}

/** Returns the values in the list or tree of a field. */
export function choicesOf({ data_option }: CustomField): readonly Option[] {
  const options = data_option.options ?? {}
  return isTree(options) ? branchesOf(options) : Object.entries(options).map(([id, name]) => ({ id, name }))
}

const isTree = (options: Names | readonly Branch[]): options is readonly Branch[] => Array.isArray(options)

const branchesOf = (branches: readonly Branch[], parent?: string): Option[] =>
  branches.flatMap(({ name, value, children = [] }) => [
    { id: value, name, ...(parent !== undefined && { help: parent }) },
    ...branchesOf(children, name),
  ])

/** Formats a value; an empty text if there is none. */
export const textOf = (field: CustomField, value: unknown, formats: ValueFormats): string =>
  isEmpty(value) ? '' : formatters[kindOf(field)](value, field, formats)

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

type Formatter = (value: unknown, field: CustomField, formats: ValueFormats) => string

const optionNames: Formatter = (value, field, formats) => {
  const options = optionsOf(field, formats)
  return chosenIn(value)
    .map((chosen) => options.find(({ id }) => id === chosen)?.name ?? chosen)
    .join(', ')
}

/** Returns the text of a simple value; an empty text for others, which are not shown. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const formatters: Readonly<Record<FieldKind, Formatter>> = {
  text: plainText,
  textarea: plainText,
  html: (value, _, { plain }) => plain(plainText(value)),
  number: plainText,
  date: (value, _, { day }) => day(plainText(value)),
  datetime: (value, _, { time }) => time(new Date(plainText(value))),
  boolean: optionNames,
  option: optionNames,
  options: optionNames,
  user: (value, _, { nameOf }) => nameOf('user', Number(value)),
  organization: (value, _, { nameOf }) => nameOf('organization', Number(value)),
  external: (value) => plainText((value as { label?: unknown }).label),
}

/** Returns the ids of the chosen options. */
export const chosenIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(plainText).filter((id) => id !== '')

/** Returns the value after the option with the id was chosen. Choosing one of several again removes it. */
export function valueAfter(field: CustomField, value: unknown, id: string): unknown {
  const kind = kindOf(field)
  const chosen = chosenIn(value)
  if (kind === 'options') return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
  return kind === 'boolean' ? id === 'true' : id
}

/** Returns a value as the text of an input field. */
export const typedText = (field: CustomField, value: unknown): string =>
  kindOf(field) === 'datetime' && value ? localTimeOf(new Date(plainText(value))) : plainText(value)

/** Returns the value for the text of an input field. */
export function typedValue(field: CustomField, text: string): unknown {
  if (text === '') return null
  const kind = kindOf(field)
  if (kind === 'number') return Number(text)
  return kind === 'datetime' ? new Date(text).toISOString() : text
}

/** Returns the value that a text of the history stands for. Lists and objects are JSON there. */
export function historyValue(field: CustomField, text: string): unknown {
  const kind = kindOf(field)
  if (text === '' || (kind !== 'options' && kind !== 'external')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
