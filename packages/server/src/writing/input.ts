import { type Access, accessLevels, type Field, idsKey, relationOf, type Resource } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'
import { customValueOf, isCustom } from './custom-values.ts'
import { asWhole, missing, shown, valueOf } from './values.ts'

/** A body, or whatever else says what a record is to hold. */
export type Body = Readonly<Record<string, unknown>>

/** One end of a to-many relation as it was given: an id or a name, with levels of access where the relation has them. */
export interface GivenEnd {
  readonly end: number | string
  readonly access?: readonly Access[]
}

/** What a body says about a record: checked against the declaration, names not yet looked up. */
export interface Given {
  /** Values by column. */
  readonly values: Readonly<Record<string, unknown>>
  /** References that were given by name, by column. */
  readonly names: Readonly<Record<string, string>>
  /** Ends of to-many relations, by relation. */
  readonly many: Readonly<Record<string, readonly GivenEnd[]>>
  /** Keys that mean nothing here; they are passed over and told in a header (product, section 2). */
  readonly ignored: readonly string[]
}

/**
 * Reads a body against a declaration. What the caller may not set is passed over as what does not exist
 * (reference, section 1.1).
 * @param special keys that the resource reads by itself.
 * @throws Fault `invalid` for the first value that is not of its kind, and for what a new record lacks.
 */
export function readInput(
  resource: Resource,
  body: Body,
  verb: 'create' | 'update',
  special: ReadonlySet<string> = none,
): Given {
  const values: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  const many: Record<string, GivenEnd[]> = {}
  const ignored: string[] = []
  for (const [key, given] of Object.entries(body)) {
    if (special.has(key) || given === undefined) continue
    const meaning = meaningsOf(resource, verb).get(key)
    if (!meaning) ignored.push(key)
    else if ('column' in meaning) {
      const field = resource.fields[key] as Field
      if (verb === 'update' || !isLeftOut(field, given)) values[key] = read(key, field, given)
    } else if ('reference' in meaning) {
      // If both are given, the id wins (reference, section 5.2, rule 2).
      if (!hasValue(body[meaning.reference]) && hasValue(given)) names[meaning.reference] = nameIn(key, given)
    } else if (key !== meaning.relation || body[idsKey(key)] === undefined) {
      many[meaning.relation] = endsIn(key, given, meaning.access)
    }
  }
  return { values, names, many, ignored }
}

/** Programs with types say null for what they leave out; whether it may be, is asked when all that follows is known. */
const isLeftOut = ({ kind, null: mayBeNull, default: usual }: Field, given: unknown): boolean =>
  kind === 'ref' && !mayBeNull && usual === undefined && !hasValue(given)

const read = (name: string, field: Field, given: unknown): unknown =>
  isCustom(field) ? customValueOf(name, field, given) : valueOf(name, field, given)

/** @throws Fault `invalid` for the first field that a new record has to have and has not. */
export function checkComplete(resource: Resource, { values, names }: Pick<Given, 'values' | 'names'>): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.write === 'server' || field.hidden || field.null || field.default !== undefined) continue
    if (field.kind === 'object' || values[name] !== undefined || names[name] !== undefined) continue
    throw missing(name)
  }
}

/** The ends that a noun writes by rules of its own, read as all others are. */
export const readEnds = (key: string, given: unknown): GivenEnd[] => endsIn(key, given, false)

const none: ReadonlySet<string> = new Set()

export type Meaning = { column: true } | { reference: string } | { relation: string; access: boolean }
const meanings = new WeakMap<Resource, Map<string, ReadonlyMap<string, Meaning>>>()

/** What each key of a body means: columns, references by name, relations by id and by name. */
export function meaningsOf(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, Meaning> {
  const known = meanings.get(resource) ?? new Map<string, ReadonlyMap<string, Meaning>>()
  meanings.set(resource, known)
  const made = known.get(verb) ?? findMeanings(resource, verb)
  known.set(verb, made)
  return made
}

function findMeanings(resource: Resource, verb: 'create' | 'update'): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>()
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
    throw invalid(key, `${key}: expected a name, got ${shown(given)}.`)
  return given
}

/** A list of ids or names, or a map of them to levels of access; one alone stands for a list of one. */
function endsIn(key: string, given: unknown, access: boolean): GivenEnd[] {
  if (!hasValue(given)) return []
  if (access) return accessIn(key, given)
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [given]
  if (list.length > mostEnds) throw invalid(key, `${key}: at most ${mostEnds} at once, got ${list.length}.`)
  return list.filter(hasValue).map((end) => ({ end: endIn(key, end) }))
}

/** More than this in one body is a mistake, and would be a statement each. */
export const mostEnds = 10_000

function endIn(key: string, given: unknown): number | string {
  const byId = key.endsWith('_ids')
  const id = typeof given === 'number' || byId ? asWhole(given) : undefined
  if (id !== undefined && id > 0) return id
  if (byId || typeof given !== 'string') throw invalid(key, `Invalid value for param '${key}': ${shown(given)}`)
  return nameIn(key, given.trim())
}

function accessIn(key: string, given: unknown): GivenEnd[] {
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid(key, `${key}: expected levels of access by group, such as {"1": ["full"]}, got ${shown(given)}.`)
  }
  return Object.entries(given as Body).map(([end, levels]) => {
    const list = Array.isArray(levels) ? levels : [levels]
    for (const level of list) {
      if (accessLevels.includes(level as Access)) continue
      throw invalid(key, `${key}: expected one of ${accessLevels.join(', ')}, got ${shown(level)}.`)
    }
    return { end: key.endsWith('_ids') ? endIn(key, end) : end, access: [...new Set(list as Access[])] }
  })
}
