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

/** The names of the values of a yes-no field. */
export interface YesNo {
  readonly yes: string
  readonly no: string
}

/** Returns the values that can be chosen, or undefined for a field that is typed. */
export function optionsOf({ data_type, data_option }: CustomField, { yes, no }: YesNo): readonly Option[] | undefined {
  if (isYesNo(data_type)) {
    return [
      { id: 'true', name: yes },
      { id: 'false', name: no },
    ]
  }
  const { options } = data_option
  if (!data_type.includes('select') || !options) return undefined
  return isTree(options) ? branchesOf(options) : Object.entries(options).map(([id, name]) => ({ id, name }))
}

const isYesNo = (type: string) => type === 'boolean' || type === 'active'
const isTree = (options: Names | readonly Branch[]): options is readonly Branch[] => Array.isArray(options)

const branchesOf = (branches: readonly Branch[], above?: string): Option[] =>
  branches.flatMap(({ name, value, children = [] }) => [
    { id: value, name, ...(above !== undefined && { help: above }) },
    ...branchesOf(children, name),
  ])

/** True if a field can have several values. */
export const isMultiple = ({ data_type }: CustomField): boolean => data_type.startsWith('multi')

/**
 * Formats a value; an empty text if there is none.
 * @param time formats a point in time.
 */
export function textOf(field: CustomField, value: unknown, yesNo: YesNo, time: (at: Date) => string): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.data_type === 'datetime') return time(new Date(plainText(value)))
  const options = optionsOf(field, yesNo)
  const nameOf = (one: unknown) => options?.find(({ id }) => id === plainText(one))?.name ?? plainText(one)
  return (Array.isArray(value) ? value : [value]).map(nameOf).join(', ')
}

/** Returns the ids of the chosen options. */
export const chosenIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(plainText).filter((one) => one !== '')

/** Returns the value after an option was chosen. */
export function valueAfter(field: CustomField, value: unknown, id: string): unknown {
  const chosen = chosenIn(value)
  if (isMultiple(field)) return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return isYesNo(field.data_type) ? id === 'true' : id
}

/** Returns a value as the text of an input field. */
export const typedText = ({ data_type }: CustomField, value: unknown): string =>
  data_type === 'datetime' && value ? localTimeOf(new Date(plainText(value))) : plainText(value)

/** Returns the value for the text of an input field. */
export function typedValue({ data_type }: CustomField, text: string): unknown {
  if (text === '') return null
  if (dataTypesOfNumbers.includes(data_type)) return Number(text)
  return data_type === 'datetime' ? new Date(text).toISOString() : text
}

const dataTypesOfNumbers = ['integer', 'user_autocompletion', 'autocompletion_ajax_customer_organization']

/** Values of custom fields are texts, numbers and booleans; others are not shown. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
