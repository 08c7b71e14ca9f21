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

/** The names of values. */
type Names = { readonly [value: string]: string }

/** A value of a tree. */
interface Branch {
  readonly name: string
  readonly value: string
  readonly children?: readonly Branch[]
}

/**
 * The kind of a custom field. It determines how values are shown, edited, compared by conditions and set by actions: each
 * of these is a table of all kinds. `source` is a value of an external data source, which the page cannot search.
 */
export type FieldKind =
  | 'line'
  | 'lines'
  | 'html'
  | 'number'
  | 'date'
  | 'time'
  | 'yes_no'
  | 'one'
  | 'some'
  | 'user'
  | 'organization'
  | 'source'

const kinds: { readonly [dataType: string]: FieldKind | undefined } = {
  textarea: 'lines',
  richtext: 'html',
  integer: 'number',
  date: 'date',
  datetime: 'time',
  boolean: 'yes_no',
  active: 'yes_no',
  select: 'one',
  tree_select: 'one',
  multiselect: 'some',
  multi_tree_select: 'some',
  user_autocompletion: 'user',
  autocompletion_ajax_customer_organization: 'organization',
  autocompletion_ajax_external_data_source: 'source',
}

/** Returns the kind of a field. Unknown types are lines of text. */
export const kindOf = ({ data_type }: Pick<CustomField, 'data_type'>): FieldKind => kinds[data_type] ?? 'line'

/** The resources that custom fields refer to. */
export type NamedResource = 'user' | 'organization'

/** What values are shown with. */
export interface Words {
  readonly yes: string
  readonly no: string
  /** Formats a point in time. */
  readonly time: (at: Date) => string
  /** Formats a day such as `2026-01-31`. */
  readonly day: (day: string) => string
  /** Returns the name of a record. */
  readonly nameOf: (to: NamedResource, id: number) => string
  /** Returns the text of HTML. */
  readonly plain: (html: string) => string
}

/** Returns the values that can be chosen. */
export function optionsOf(field: CustomField, { yes, no }: Pick<Words, 'yes' | 'no'>): readonly Option[] {
  if (kindOf(field) === 'yes_no') {
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

const branchesOf = (branches: readonly Branch[], above?: string): Option[] =>
  branches.flatMap(({ name, value, children = [] }) => [
    { id: value, name, ...(above !== undefined && { help: above }) },
    ...branchesOf(children, name),
  ])

/** Formats a value; an empty text if there is none. */
export const textOf = (field: CustomField, value: unknown, words: Words): string =>
  isEmpty(value) ? '' : texts[kindOf(field)](value, field, words)

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

type Format = (value: unknown, field: CustomField, words: Words) => string

const optionNames: Format = (value, field, words) => {
  const options = optionsOf(field, words)
  return chosenIn(value)
    .map((one) => options.find(({ id }) => id === one)?.name ?? one)
    .join(', ')
}

/** Values of simple kinds are texts, numbers and booleans; others are not shown. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const texts: Readonly<Record<FieldKind, Format>> = {
  line: plainText,
  lines: plainText,
  html: (value, _, { plain }) => plain(plainText(value)),
  number: plainText,
  date: (value, _, { day }) => day(plainText(value)),
  time: (value, _, { time }) => time(new Date(plainText(value))),
  yes_no: optionNames,
  one: optionNames,
  some: optionNames,
  user: (value, _, { nameOf }) => nameOf('user', Number(value)),
  organization: (value, _, { nameOf }) => nameOf('organization', Number(value)),
  source: (value) => plainText((value as { label?: unknown }).label),
}

/** Returns the ids of the chosen options. */
export const chosenIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(plainText).filter((one) => one !== '')

/** Returns the value after an option was chosen. */
export function valueAfter(field: CustomField, value: unknown, id: string): unknown {
  const kind = kindOf(field)
  const chosen = chosenIn(value)
  if (kind === 'some') return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return kind === 'yes_no' ? id === 'true' : id
}

/** Returns a value as the text of an input field. */
export const typedText = (field: CustomField, value: unknown): string =>
  kindOf(field) === 'time' && value ? localTimeOf(new Date(plainText(value))) : plainText(value)

/** Returns the value for the text of an input field. */
export function typedValue(field: CustomField, text: string): unknown {
  if (text === '') return null
  const kind = kindOf(field)
  if (kind === 'number') return Number(text)
  return kind === 'time' ? new Date(text).toISOString() : text
}

/** Returns the value whose text is in the history, where lists and objects are JSON. */
export function historyValue(field: CustomField, text: string): unknown {
  const kind = kindOf(field)
  if (text === '' || (kind !== 'some' && kind !== 'source')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
