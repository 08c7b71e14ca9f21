import type { Resource } from '../../kernel/resource.ts'
import { fieldAt, findUnknownName, unknownName, type UnknownName } from '../names.ts'
import type { Term } from '../tree.ts'

/** The fields that a lenient query may name. */
export interface Names {
  /** The resources that are searched; a field of one of these resources is a field. */
  readonly resources: readonly Resource[]
  /** Returns a resource by its name, with custom fields. */
  readonly at: (name: string) => Resource
}

type Aliases = Readonly<Record<string, string>>

/** Names for fields that people bring from mail programs and other helpdesks, by resource. */
const aliases: Readonly<Record<string, Aliases>> = {
  ticket: {
    from: 'article.from',
    to: 'article.to',
    cc: 'article.cc',
    subject: 'title',
    body: 'article.body',
    status: 'state',
    filename: 'article.attachment.filename',
    org: 'organization',
    assignee: 'owner',
  },
  user: { org: 'organization' },
}
const commonAliases: Aliases = { created: 'created_at', updated: 'updated_at' }

/** Fields of tickets that stand for conditions, with their values. */
export const conditionWords = {
  is: ['open', 'closed', 'pending', 'unassigned', 'escalated'],
  has: ['attachment'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Pair<F extends keyof typeof conditionWords> = `${F}:${(typeof conditionWords)[F][number]}`
/** A field of `conditionWords` with a value: `is:open`. */
export type ConditionWord = Pair<'is'> | Pair<'has'>

/** Words for the time when a record was created, with the comparison they stand for. */
export const timeWords = { before: '<', after: '>=', older_than: '<', newer_than: '>=' } as const

/**
 * Returns the path of the field that a written name means: in any case, or by another name.
 * A field of exactly that name comes first. Returns undefined if there is none.
 */
export function fieldMeant(written: string, names: Names): string | undefined {
  const lower = written.toLowerCase()
  const meant = [written, lower].find((path) => isField(path, names))
  if (meant !== undefined) return meant
  const isForTickets = names.resources.some(({ name }) => name === 'ticket')
  if (Object.hasOwn(timeWords, lower) || (isForTickets && Object.hasOwn(conditionWords, lower))) return lower
  const [first = '', ...rest] = lower.split('.')
  for (const { name } of names.resources) {
    const alias = { ...commonAliases, ...aliases[name] }
    const path = Object.hasOwn(alias, first) ? [alias[first], ...rest].join('.') : ''
    if (path !== '' && isField(path, names)) return path
  }
  return undefined
}

const isField = (path: string, { resources, at }: Names): boolean =>
  resources.some((resource) => findUnknownName(resource, termIn(path), at) === undefined)

/** Returns a written name that is no field, with the most similar ones of the first resource. */
export function unknownField(written: string, column: number, { resources, at }: Names): UnknownName {
  const [resource] = resources
  if (!resource) throw new Error('a query is read for at least one resource')
  const term = { ...termIn(written), at: column }
  return findUnknownName(resource, term, at) ?? unknownName(resource, written.split('.'), term)
}

const termIn = (field: string): Term => ({ kind: 'term', field, value: { kind: 'word', text: 'x' }, at: 1, valueAt: 1 })

/** Returns whether a path leads to a time or a date. */
export function isTime(path: string, { resources, at }: Names): boolean {
  return resources.some((resource) => {
    const field = fieldAt(path, resource, at)
    const kind = field?.resource.fields[field.name]?.kind
    return kind === 'time' || kind === 'date'
  })
}
