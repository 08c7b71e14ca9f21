import { type Access, accessLevels, type Field, idsKey, relationOf, type Resource } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'
import { readCustomValue, isCustom } from './custom-values.ts'
import { toInteger, missing, formatValue, valueOf } from './values.ts'

/** A request body, or other input with the values of a record by key. */
export type Body = Readonly<Record<string, unknown>>

/** A record to link, in the form in which the body names it: by id or name, with levels of access if the relation has them. */
export interface RelatedInput {
  readonly idOrName: number | string
  readonly access?: readonly Access[]
}

/** A body that was checked against the declaration. Names have not been looked up yet. */
export interface ParsedBody {
  /** Values by column. */
  readonly values: Readonly<Record<string, unknown>>
  /** Names of referenced records, by column. */
  readonly names: Readonly<Record<string, string>>
  /** Records to link, by the name of the relation. */
  readonly many: Readonly<Record<string, readonly RelatedInput[]>>
  /** Unknown and read-only keys; a response header lists them. */
  readonly ignored: readonly string[]
}

/**
 * Parses a body as the declaration of its resource says. Keys that the caller may not set are ignored in the same way as unknown ones.
 * @param specialKeys keys that the rules of the resource read.
 * @throws Fault `invalid` for the first value of the wrong kind.
 */
export function readInput(
  resource: Resource,
  body: Body,
  verb: 'create' | 'update',
  specialKeys: ReadonlySet<string> = noKeys,
): ParsedBody {
  const values: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  const many: Record<string, RelatedInput[]> = {}
  const ignored: string[] = []
  for (const [key, input] of Object.entries(body)) {
    if (specialKeys.has(key) || input === undefined) continue
    const meaning = meaningsOf(resource, verb).get(key)
    if (!meaning) ignored.push(key)
    else if ('column' in meaning) {
      const field = resource.fields[key] as Field
      if (verb === 'update' || !isOmitted(field, input)) values[key] = readField(key, field, input)
    } else if ('reference' in meaning) {
      // If a body has both an id and a name, the id takes precedence.
      if (!hasValue(body[meaning.reference]) && hasValue(input)) names[meaning.reference] = readName(key, input)
    } else if (key !== meaning.relation || body[idsKey(key)] === undefined) {
      // A list of ids also takes precedence over a list of names.
      many[meaning.relation] = readRelated(key, input, meaning.access)
    }
  }
  return { values, names, many, ignored }
}

/**
 * Returns true if an empty value counts as missing: typed clients send null for references that they do not set.
 * Whether a required reference is missing is checked later, after the rules have derived their columns.
 */
const isOmitted = ({ kind, null: mayBeNull, default: defaultValue }: Field, input: unknown): boolean =>
  kind === 'ref' && !mayBeNull && defaultValue === undefined && !hasValue(input)

const readField = (name: string, field: Field, input: unknown): unknown =>
  isCustom(field) ? readCustomValue(name, field, input) : valueOf(name, field, input)

/** Checks that a new record has all required fields. @throws Fault `invalid` for the first missing one. */
export function checkComplete(resource: Resource, { values, names }: Pick<ParsedBody, 'values' | 'names'>): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.write === 'server' || field.hidden || field.null || field.default !== undefined) continue
    if (field.kind === 'object' || values[name] !== undefined || names[name] !== undefined) continue
    throw missing(name)
  }
}

/** Parses the records to link for a relation that the rules of a resource write. */
export const parseRelated = (key: string, input: unknown): RelatedInput[] => readRelated(key, input, false)

const noKeys: ReadonlySet<string> = new Set()

/** What a key of a body stands for: a column, the name of the record in a reference column, or a to-many relation. */
export type KeyMeaning = { column: true } | { reference: string } | { relation: string; access: boolean }

/** The results of `meaningsOf`, by resource and verb. */
const cachedMeanings = new WeakMap<Resource, Map<string, ReadonlyMap<string, KeyMeaning>>>()

/** Returns the meaning of each key of a body: columns, references by name, relations by id and by name. */
export function meaningsOf(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, KeyMeaning> {
  const byVerb = cachedMeanings.get(resource) ?? new Map<string, ReadonlyMap<string, KeyMeaning>>()
  cachedMeanings.set(resource, byVerb)
  const meanings = byVerb.get(verb) ?? findMeanings(resource, verb)
  byVerb.set(verb, meanings)
  return meanings
}

function findMeanings(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, KeyMeaning> {
  const meanings = new Map<string, KeyMeaning>()
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.hidden || field.write === 'server' || (field.write === 'once' && verb === 'update')) continue
    meanings.set(name, { column: true })
    if (field.kind === 'ref') meanings.set(relationOf(name), { reference: name })
  }
  for (const [name, relation] of Object.entries(resource.many)) {
    // The records of a relation with `of` contain the reference, so it is set by writing these records.
    if (relation.write === 'server' || 'of' in relation) continue
    const meaning = { relation: name, access: relation.access === true }
    meanings.set(name, meaning)
    if (relation.ids !== false) meanings.set(idsKey(name), meaning)
  }
  return meanings
}

const hasValue = (input: unknown): boolean => input !== undefined && input !== null && input !== ''

function readName(key: string, input: unknown): string {
  if (typeof input !== 'string' || input.includes('\0'))
    throw invalid(key, `${key}: expected a name, got ${formatValue(input)}.`)
  return input
}

/**
 * Parses a list of ids or names, or an object with levels of access by id or name. A string is split at commas; any other
 * single value is a list of one.
 */
function readRelated(key: string, input: unknown, access: boolean): RelatedInput[] {
  if (!hasValue(input)) return []
  if (access) return readRelatedWithAccess(key, input)
  const items: unknown = typeof input === 'string' ? input.split(',') : input
  const list: unknown[] = Array.isArray(items) ? items : [items]
  if (list.length > MAX_RELATED) throw invalid(key, `${key}: at most ${MAX_RELATED} at once, got ${list.length}.`)
  return list.filter(hasValue).map((item) => ({ idOrName: readIdOrName(key, item) }))
}

/** Maximum number of linked records in a body. Each of them costs a statement, and more are most likely a mistake. */
export const MAX_RELATED = 10_000

function readIdOrName(key: string, input: unknown): number | string {
  const mustBeId = key.endsWith('_ids')
  const id = typeof input === 'number' || mustBeId ? toInteger(input) : undefined
  if (id !== undefined && id > 0) return id
  if (mustBeId || typeof input !== 'string')
    throw invalid(key, `Invalid value for param '${key}': ${formatValue(input)}`)
  return readName(key, input.trim())
}

function readRelatedWithAccess(key: string, input: unknown): RelatedInput[] {
  if (typeof input !== 'object' || Array.isArray(input)) {
    throw invalid(
      key,
      `${key}: expected levels of access by group, such as {"1": ["full"]}, got ${formatValue(input)}.`,
    )
  }
  return Object.entries(input as Body).map(([idOrName, levels]) => {
    const list = Array.isArray(levels) ? levels : [levels]
    for (const level of list) {
      if (accessLevels.includes(level as Access)) continue
      throw invalid(key, `${key}: expected one of ${accessLevels.join(', ')}, got ${formatValue(level)}.`)
    }
    return {
      idOrName: key.endsWith('_ids') ? readIdOrName(key, idOrName) : idOrName,
      access: [...new Set(list as Access[])],
    }
  })
}
