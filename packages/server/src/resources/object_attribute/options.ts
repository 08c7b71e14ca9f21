import { type CustomField, dataTypes, type DataType } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import { readCustomValue, toCustomField, optionEntries } from '../../writing/custom-values.ts'

type Option = CustomField['option']

/** Maximum number of values to choose from, because each write of such a field searches them. */
const MAX_CHOICES = 10_000
/** Lists with this number of values or more are not searched for duplicates, because this would take too long. */
const MAX_COMPARED = 1000
/** Maximum depth of a tree of values. */
const MAX_DEPTH = 20
/** Maximum length of a text, in characters. */
const MAX_TEXT_LENGTH = 100_000

/**
 * Checks the `data_option` of an attribute against its data type. Unknown keys are stored unchanged.
 * @throws Fault `invalid` that names the key and what was expected.
 */
export function checkOption(type: DataType, option: Option): void {
  const kind = dataTypes[type]
  if (['input', 'textarea', 'richtext'].includes(type)) readWholeNumber(option, 'maxlength', 1, MAX_TEXT_LENGTH)
  if (type === 'input') checkInputType(option)
  if (type === 'integer') {
    const min = readWholeNumber(option, 'min', -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    const max = readWholeNumber(option, 'max', -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    if (min !== undefined && max !== undefined && min > max)
      throw invalidOption('min', `at most max, which is ${max}`, min)
  }
  if (kind === 'date' || kind === 'time') readWholeNumber(option, 'diff', -1_000_000, 1_000_000)
  if (type === 'datetime') for (const key of ['future', 'past']) checkBoolean(option, key)
  if (type.includes('select')) checkChoices(type, option)
  checkDefault(type, option)
}

const invalidOption = (key: string, expected: string, value: unknown) => {
  const json = JSON.stringify(value) ?? 'nothing'
  return invalid(`data_option.${key}`, `data_option.${key}: expected ${expected}, got ${json.slice(0, 60)}.`)
}

function readWholeNumber(option: Option, key: string, min: number, max: number): number | undefined {
  const value = option[key]
  if (value === undefined || value === null || value === '') return undefined
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max) return value as number
  throw invalidOption(key, `a whole number between ${min} and ${max}`, value)
}

function checkBoolean(option: Option, key: string): void {
  const value = option[key]
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw invalidOption(key, 'true or false', value)
}

const inputTypes = ['text', 'email', 'tel', 'url']

function checkInputType({ type }: Option): void {
  if (type !== undefined && !inputTypes.includes(type as string))
    throw invalidOption('type', `one of ${inputTypes.join(', ')}`, type)
}

/**
 * Checks `options`, the values to choose from: an object of names by value, or a list of `{name, value}`; for a tree a list of
 * `{name, value, children}`.
 */
function checkChoices(type: DataType, { options, relation }: Option): void {
  const isTree = type.includes('tree')
  if (options === undefined && typeof relation === 'string' && relation !== '') {
    throw invalidOption('relation', 'options instead of a relation', relation)
  }
  if (Array.isArray(options)) checkList(options, 'options', 1)
  else if (isTree || typeof options !== 'object' || options === null) {
    throw invalidOption('options', isTree ? 'a list of {name, value, children}' : 'a map of names by value', options)
  }
  const values = [...optionEntries(options)].map(([value]) => value)
  if (values.length === 0) throw invalidOption('options', 'at least one', options)
  if (values.length > MAX_CHOICES) throw invalidOption('options', `at most ${MAX_CHOICES}`, values.length)
  const duplicate = values.find((value, index) => values.length < MAX_COMPARED && values.indexOf(value) !== index)
  if (duplicate !== undefined) throw invalidOption('options', 'each value once', duplicate)
}

function checkList(options: readonly unknown[], path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw invalidOption(path, `at most ${MAX_DEPTH} levels`, depth)
  for (const [index, option] of options.entries()) {
    const { value, children } = (option ?? {}) as Record<string, unknown>
    const optionPath = `${path}[${index}]`
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw invalidOption(`${optionPath}.value`, 'a text', value)
    }
    if (children !== undefined && children !== null && !Array.isArray(children)) {
      throw invalidOption(`${optionPath}.children`, 'a list', children)
    }
    if (Array.isArray(children)) checkList(children, `${optionPath}.children`, depth + 1)
  }
}

/** Requires that the default is a valid value. */
function checkDefault(type: DataType, option: Option): void {
  const custom = { id: 0, type, option, screens: {} }
  const field = toCustomField('', custom)
  const { default: value } = option
  if (value === undefined || value === null || value === '') return
  readCustomValue('data_option.default', field, value)
}

/** Checks `screens`: where an attribute is shown and required, by screen and permission. @throws Fault `invalid` with the path. */
export function checkScreens(screens: Readonly<Record<string, unknown>>): void {
  for (const [screen, permissions] of Object.entries(screens)) {
    const entries = isObject(permissions) ? Object.entries(permissions) : [['', permissions]]
    for (const [permission, rules] of entries as [string, unknown][]) {
      const path = ['screens', screen, permission].filter(Boolean).join('.')
      if (!isObject(rules)) throw invalid(path, `${path}: expected an object such as {"shown": true}.`)
      for (const key of ['shown', 'required']) {
        if (rules[key] === undefined || rules[key] === null || typeof rules[key] === 'boolean') continue
        throw invalid(`${path}.${key}`, `${path}.${key}: expected true or false.`)
      }
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
