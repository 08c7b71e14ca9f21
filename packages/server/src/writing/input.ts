import { type Access, accessLevels, type Field, idsKey, relationOf, type Resource } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'
import { customValueOf, isCustom } from './custom-values.ts'
import { toInteger, missing, formatValue, valueOf } from './values.ts'

/** A request body, or other input with the values of a record by key. */
export type Body = Readonly<Record<string, unknown>>

/** A record to link, as given: an id or a name, with levels of access where the relation has them. */
export interface RelatedInput {
  readonly idOrName: number | string
  readonly access?: readonly Access[]
}

/** A body that was checked against the declaration; names are not looked up yet. */
export interface ParsedBody {
  /** Values by column. */
  readonly values: Readonly<Record<string, unknown>>
  /** References that were given by name, by column. */
  readonly names: Readonly<Record<string, string>>
  /** Records to link, by relation. */
  readonly many: Readonly<Record<string, readonly RelatedInput[]>>
  /** Unknown and read-only keys; a response header lists them. */
  readonly ignored: readonly string[]
}

/**
 * Parses a body by a declaration. Keys that the caller may not set are ignored in the same way as unknown ones.
 * @param special keys that the rules of the resource read.
 * @throws Fault `invalid` for the first value of the wrong kind.
 */
export function readInput(
  resource: Resource,
  body: Body,
  verb: 'create' | 'update',
  special: ReadonlySet<string> = none,
): ParsedBody {
  const values: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  const many: Record<string, RelatedInput[]> = {}
  const ignored: string[] = []
  for (const [key, given] of Object.entries(body)) {
    if (special.has(key) || given === undefined) continue
    const meaning = meaningsOf(resource, verb).get(key)
    if (!meaning) ignored.push(key)
    else if ('column' in meaning) {
      const field = resource.fields[key] as Field
      if (verb === 'update' || !isOmitted(field, given)) values[key] = read(key, field, given)
    } else if ('reference' in meaning) {
      // If both are given, the id wins.
      if (!hasValue(body[meaning.reference]) && hasValue(given)) names[meaning.reference] = nameIn(key, given)
    } else if (key !== meaning.relation || body[idsKey(key)] === undefined) {
      many[meaning.relation] = relatedIn(key, given, meaning.access)
    }
  }
  return { values, names, many, ignored }
}

/** Returns true if a null means "not given", as typed clients send it. Required references are checked after the rules ran. */
const isOmitted = ({ kind, null: mayBeNull, default: defaultValue }: Field, given: unknown): boolean =>
  kind === 'ref' && !mayBeNull && defaultValue === undefined && !hasValue(given)

const read = (name: string, field: Field, given: unknown): unknown =>
  isCustom(field) ? customValueOf(name, field, given) : valueOf(name, field, given)

/** Checks that a new record has all required fields. @throws Fault `invalid` for the first missing one. */
export function checkComplete(resource: Resource, { values, names }: Pick<ParsedBody, 'values' | 'names'>): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.write === 'server' || field.hidden || field.null || field.default !== undefined) continue
    if (field.kind === 'object' || values[name] !== undefined || names[name] !== undefined) continue
    throw missing(name)
  }
}

/** Parses the records to link for a relation that the rules of a resource write. */
export const parseRelated = (key: string, given: unknown): RelatedInput[] => relatedIn(key, given, false)

const none: ReadonlySet<string> = new Set()

export type KeyMeaning = { column: true } | { reference: string } | { relation: string; access: boolean }
const meanings = new WeakMap<Resource, Map<string, ReadonlyMap<string, KeyMeaning>>>()

/** Returns the meaning of each key of a body: columns, references by name, relations by id and by name. */
export function meaningsOf(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, KeyMeaning> {
  const known = meanings.get(resource) ?? new Map<string, ReadonlyMap<string, KeyMeaning>>()
  meanings.set(resource, known)
  const made = known.get(verb) ?? findMeanings(resource, verb)
  known.set(verb, made)
  return made
}

function findMeanings(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, KeyMeaning> {
  const found = new Map<string, KeyMeaning>()
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.hidden || field.write === 'server' || (field.write === 'once' && verb === 'update')) continue
    found.set(name, { column: true })
    if (field.kind === 'ref') found.set(relationOf(name), { reference: name })
  }
  for (const [name, relation] of Object.entries(resource.many)) {
    if (relation.write === 'server' || 'of' in relation) continue
    const meaning = { relation: name, access: relation.access === true }
    found.set(name, meaning)
    if (relation.ids !== false) found.set(idsKey(name), meaning)
  }
  return found
}

const hasValue = (given: unknown): boolean => given !== undefined && given !== null && given !== ''

function nameIn(key: string, given: unknown): string {
  if (typeof given !== 'string' || given.includes('\0'))
    throw invalid(key, `${key}: expected a name, got ${formatValue(given)}.`)
  return given
}

/** Parses a list of ids or names, or an object with levels of access by id or name; a single value is a list of one. */
function relatedIn(key: string, given: unknown, access: boolean): RelatedInput[] {
  if (!hasValue(given)) return []
  if (access) return accessIn(key, given)
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [given]
  if (list.length > MAX_RELATED) throw invalid(key, `${key}: at most ${MAX_RELATED} at once, got ${list.length}.`)
  return list.filter(hasValue).map((item) => ({ idOrName: idOrNameIn(key, item) }))
}

/** Maximum number of linked records in a body. Each of them costs a statement, and more are most likely a mistake. */
export const MAX_RELATED = 10_000

function idOrNameIn(key: string, given: unknown): number | string {
  const byId = key.endsWith('_ids')
  const id = typeof given === 'number' || byId ? toInteger(given) : undefined
  if (id !== undefined && id > 0) return id
  if (byId || typeof given !== 'string') throw invalid(key, `Invalid value for param '${key}': ${formatValue(given)}`)
  return nameIn(key, given.trim())
}

function accessIn(key: string, given: unknown): RelatedInput[] {
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid(
      key,
      `${key}: expected levels of access by group, such as {"1": ["full"]}, got ${formatValue(given)}.`,
    )
  }
  return Object.entries(given as Body).map(([idOrName, levels]) => {
    const list = Array.isArray(levels) ? levels : [levels]
    for (const level of list) {
      if (accessLevels.includes(level as Access)) continue
      throw invalid(key, `${key}: expected one of ${accessLevels.join(', ')}, got ${formatValue(level)}.`)
    }
    return {
      idOrName: key.endsWith('_ids') ? idOrNameIn(key, idOrName) : idOrName,
      access: [...new Set(list as Access[])],
    }
  })
}
