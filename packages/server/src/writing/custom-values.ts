import { type CustomField, type DataType, dataTypes, type Field } from '@deskbell/contract'
import { sanitizeHtml } from '../text/sanitize.ts'
import { invalid } from '../errors/fault.ts'
import { readValue, formatValue } from './values.ts'

/** A field that an administrator has added. */
export type Custom = Field & { readonly custom: CustomField }

export const isCustom = (field: Field): field is Custom => field.custom !== undefined

/**
 * Converts the value of a custom field in a body to the stored one; null for a field that is not set.
 * @throws Fault `invalid` that names the field and what was expected.
 */
export function readCustomValue(name: string, field: Custom, input: unknown): unknown {
  if (input === null) return null
  const { type, option } = field.custom
  const read = readers[type as DataType]
  if (input === '' && !isFreeText(type)) return null
  return read(name, field, input, option)
}

/** Returns true if a field holds free text, whose value may be empty. */
const isFreeText = (type: string): boolean => ['input', 'textarea', 'richtext'].includes(type)

type Reader = (name: string, field: Custom, input: unknown, option: CustomField['option']) => unknown

const readPlain: Reader = (name, field, input) => readValue(name, field, input)

const readers: Readonly<Record<DataType, Reader>> = {
  input(name, field, input, { type }) {
    const text = readValue(name, field, input) as string
    const format = typeof type === 'string' && Object.hasOwn(textFormats, type) ? textFormats[type] : undefined
    if (text !== '' && format && !format.fits(text)) {
      throw invalid(name, `${name}: expected ${format.description}, got ${formatValue(text)}.`)
    }
    return text
  },
  textarea: readPlain,
  richtext(name, field, input) {
    // The maximum applies to the sanitized text.
    const html = sanitizeHtml(readValue(name, { ...field, max: MAX_HTML }, input) as string)
    return readValue(name, field, html)
  },
  select: readOption,
  tree_select: readOption,
  multiselect: readOptions,
  multi_tree_select: readOptions,
  boolean: readPlain,
  active: readPlain,
  integer(name, field, input, { min, max }) {
    const number = readValue(name, field, input) as number
    if (typeof min === 'number' && number < min) throw invalid(name, `${name}: at least ${min}, got ${number}.`)
    if (typeof max === 'number' && number > max) throw invalid(name, `${name}: at most ${max}, got ${number}.`)
    return number
  },
  date: readPlain,
  datetime: readPlain,
  user_autocompletion: readPlain,
  autocompletion_ajax: readPlain,
  autocompletion_ajax_customer_organization: readPlain,
  autocompletion_ajax_external_data_source: readSourceValue,
}

/** Maximum length before sanitizing: longer than any stored text, and short enough to be parsed at once. */
const MAX_HTML = 1_000_000

/** Formats of text fields that can be validated. */
const textFormats: Readonly<
  Record<string, { readonly description: string; readonly fits: (text: string) => boolean }>
> = {
  email: { description: 'an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  // A link with a scheme such as javascript: would run a script when clicked.
  url: {
    description: 'an address such as https://example.com',
    fits: (text) => /^(https?|ftps?|mailto|tel):\S+$/i.test(text),
  },
}

const invalidOption = (name: string, input: unknown) =>
  invalid(
    name,
    `Invalid value '${typeof input === 'string' ? input.slice(0, 60) : formatValue(input)}' for field '${name}'!`,
  )

function readOption(name: string, { custom }: Custom, input: unknown): string {
  const value = typeof input === 'number' || typeof input === 'boolean' ? String(input) : input
  if (typeof value === 'string' && optionsOf(custom.option).has(value)) return value
  throw invalidOption(name, input)
}

function readOptions(name: string, field: Custom, input: unknown): string[] | null {
  const list: unknown[] = Array.isArray(input) ? input : [input]
  const values = list.filter((value) => value !== '' && value !== null).map((value) => readOption(name, field, value))
  return values.length === 0 ? null : [...new Set(values)]
}

/** Reads the value that a user has chosen from an external data source: a number or text, with its label. */
function readSourceValue(name: string, _: Custom, input: unknown): object | null {
  const { value, label } = (typeof input === 'object' ? input : { value: input }) as Record<string, unknown>
  if (value === undefined || value === null || value === '') return null
  const readText = (part: unknown) => readValue(name, { kind: 'text', max: 1000 }, part)
  return { value: typeof value === 'number' ? value : readText(value), label: readText(label ?? value) }
}

const optionsCache = new WeakMap<object, ReadonlyMap<string, string>>()

/**
 * Returns the names of the values that can be selected, by value. Options are an object of names by value, or a tree of
 * `{name, value, children}` in which each value is a full path.
 */
export function optionsOf({ options }: CustomField['option']): ReadonlyMap<string, string> {
  if (typeof options !== 'object' || options === null) return new Map()
  const names = optionsCache.get(options) ?? new Map(optionEntries(options))
  optionsCache.set(options, names)
  return names
}

/** Yields the values of options with their names; in a tree, parents come before children. The default of a name is the value. */
export function* optionEntries(options: object): Iterable<[value: string, name: string]> {
  for (const [key, option] of Object.entries(options)) {
    const { name, value, children } = Array.isArray(options) ? Object(option) : { name: option, value: key }
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isValue) yield [String(value), typeof name === 'string' ? name : String(value)]
    if (Array.isArray(children)) yield* optionEntries(children)
  }
}

/** Maximum length of a text by type, if the attribute has none. */
const defaultMaxLength: Readonly<Record<string, number>> = { input: 120, textarea: 500, richtext: 20_000 }

/** Returns the field of an attribute, without its visibility. */
export function toCustomField(doc: string, custom: CustomField): Custom {
  const kind = dataTypes[custom.type as DataType]
  const { maxlength } = custom.option
  const max = typeof maxlength === 'number' ? maxlength : (defaultMaxLength[custom.type] ?? 1000)
  return { kind, null: true, doc, custom, ...(kind === 'text' ? { max } : {}) }
}
