import type { Resource } from '../../kernel/resource.ts'
import { fieldAt, findUnknownName, relationNames, unknownName, type UnknownName } from '../names.ts'
import { isMisspellingOf } from '../nearest.ts'
import type { Term } from '../tree.ts'

/** The fields that a lenient query may name. */
export interface Names {
  /** The resources that are searched. A field of any of them is accepted. */
  readonly resources: readonly Resource[]
  /** Returns a resource by its name, with custom fields. */
  readonly resourceNamed: (name: string) => Resource
}

type Aliases = Readonly<Record<string, string>>

/** Names for fields that people know from mail programs and other helpdesks, in English and German, by resource. */
const aliases: Readonly<Record<string, Aliases>> = {
  ticket: {
    ...toAliases('article.from', 'from sender author von absender'),
    ...toAliases('article.to', 'to recipient an empfänger'),
    ...toAliases('article.cc', 'cc kopie'),
    ...toAliases('article.body', 'body text message comment description inhalt nachricht'),
    ...toAliases('article.attachment.filename', 'filename file attachment datei anhang'),
    ...toAliases('title', 'subject summary betreff'),
    ...toAliases('state', 'status zustand'),
    ...toAliases('priority', 'prio priorität'),
    ...toAliases('owner', 'assignee assigned assigned_to agent besitzer bearbeiter'),
    ...toAliases('customer', 'requester reporter client contact user kunde'),
    ...toAliases('organization', 'org company firma organisation'),
    ...toAliases('group', 'in team queue inbox mailbox project gruppe projekt'),
    ...toAliases('tags', 'tag label labels schlagwort'),
    ...toAliases('number', 'nummer'),
    ...toAliases('close_at', 'closed geschlossen'),
  },
  user: toAliases('organization', 'org company firma organisation'),
}
const commonAliases: Aliases = {
  ...toAliases('created_at', 'created erstellt'),
  ...toAliases('updated_at', 'updated changed geändert aktualisiert'),
}

function toAliases(path: string, words: string): Aliases {
  return Object.fromEntries(words.split(' ').map((word) => [word, path]))
}

/** Fields of tickets that stand for conditions, with their values. */
export const conditionWords = {
  is: ['open', 'closed', 'pending', 'unassigned', 'escalated', 'new', 'mine'],
  has: ['attachment'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Aliases of the fields in `conditionWords` and `timeWords`. */
const conditionWordAliases: Aliases = {
  ist: 'is',
  hat: 'has',
  since: 'after',
  seit: 'after',
  until: 'before',
  bis: 'before',
}
/** Aliases of the values in `conditionWords`. */
const conditionValueAliases: Aliases = {
  ...toAliases('open', 'offen'),
  ...toAliases('closed', 'resolved solved done geschlossen erledigt gelöst'),
  ...toAliases('pending', 'waiting wartend'),
  ...toAliases('unassigned', 'unowned'),
  ...toAliases('escalated', 'overdue eskaliert überfällig'),
  ...toAliases('new', 'neu'),
  ...toAliases('mine', 'meine'),
  ...toAliases('attachment', 'attachments file files anhang anhänge datei dateien'),
}

/** Words for the default priorities. People use them even if the priorities of their desk have other names. */
const priorities: Aliases = {
  ...toAliases('high', 'urgent critical hoch hohe dringend kritisch'),
  ...toAliases('normal', 'medium mittel'),
  ...toAliases('low', 'niedrig gering'),
}

/** Returns the default priority that a word means: `high` for `urgent`. */
export function priorityMeant(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(priorities, lower) ? (priorities[lower] as string) : lower
}

/** Returns the value that a word means in the fields of `conditionWords`: `closed` for `solved`. */
export function conditionValue(text: string): string {
  const lower = text.toLowerCase()
  return Object.hasOwn(conditionValueAliases, lower) ? (conditionValueAliases[lower] as string) : lower
}

type Pair<F extends keyof typeof conditionWords> = `${F}:${(typeof conditionWords)[F][number]}`
/** A field of `conditionWords` with a value: `is:open`. */
export type ConditionWord = Pair<'is'> | Pair<'has'>

/** Words for the time when a record was created, with the comparison that they stand for. */
export const timeWords = { before: '<', after: '>=', older_than: '<', newer_than: '>=' } as const

/**
 * Returns the path of the field with this name or alias, regardless of case; an exact match has priority. Returns undefined
 * if there is none.
 */
export function findFieldPath(written: string, names: Names): string | undefined {
  const lower = written.toLowerCase()
  const ownName = [written, lower].find((path) => isField(path, names))
  if (ownName !== undefined) return ownName
  const isForTickets = names.resources.some(({ name }) => name === 'ticket')
  const word = Object.hasOwn(conditionWordAliases, lower) ? (conditionWordAliases[lower] as string) : lower
  if (Object.hasOwn(timeWords, word) || (isForTickets && Object.hasOwn(conditionWords, word))) return word
  const [first = '', ...rest] = lower.split('.')
  for (const { name } of names.resources) {
    const alias = { ...commonAliases, ...aliases[name] }
    const path = Object.hasOwn(alias, first) ? [alias[first], ...rest].join('.') : ''
    if (path !== '' && isField(path, names)) return path
  }
  return undefined
}

const isField = (path: string, { resources, resourceNamed }: Names): boolean =>
  resources.some((resource) => findUnknownName(resource, termWithField(path), resourceNamed) === undefined)

/**
 * Returns false for a name with dots that does not begin with the name of a relation, such as `filemap.c` in
 * `filemap.c:843`: it is a word of a text. The name may be misspelled: `custmer.email`.
 */
export function mayBeField(written: string, names: Names): boolean {
  if (!written.includes('.')) return true
  const first = written.slice(0, written.indexOf('.'))
  const name = findFieldPath(first, names) ?? first
  return names.resources.some((resource) => relationNames(resource).some((relation) => isMisspellingOf(relation, name)))
}

/** Describes a name that is not a field, with the most similar names of the first resource. */
export function unknownField(written: string, column: number, { resources, resourceNamed }: Names): UnknownName {
  const [resource] = resources
  if (!resource) throw new Error('a query is read for at least one resource')
  const term = { ...termWithField(written), at: column }
  return findUnknownName(resource, term, resourceNamed) ?? unknownName(resource, written.split('.'), term)
}

const termWithField = (field: string): Term => ({
  kind: 'term',
  field,
  value: { kind: 'word', text: 'x' },
  at: 1,
  valueAt: 1,
})

/** Returns true for the prefixes of replies and forwarded mail, which are ignored in searches for a subject. */
export const isSubjectPrefix = (written: string): boolean => /^(?:re|aw|antw|sv|fwd?|wg|tr)$/iu.test(written)

/** Returns true if commas separate alternatives in values of the field. (Names of people may contain a comma.) */
export const takesChoices = (path: string): boolean =>
  Object.hasOwn(conditionWords, path) || /^(?:state|priority|group|tags?)$/u.test(path)

/** Returns true if a path leads to a time or a date. */
export const isTime = (path: string, names: Names): boolean => hasKind(path, names, ['time', 'date'])

/** Returns true if a path leads to a number. */
export const isNumber = (path: string, names: Names): boolean => hasKind(path, names, ['integer', 'decimal'])

/** Returns true if a path leads to a time or a date, or is a word such as `before`, whose value is a time, too. */
export const takesTime = (path: string, names: Names): boolean => Object.hasOwn(timeWords, path) || isTime(path, names)

function hasKind(path: string, { resources, resourceNamed }: Names, kinds: readonly string[]): boolean {
  return resources.some((resource) => {
    const field = fieldAt(path, resource, resourceNamed)
    const kind = field?.resource.fields[field.name]?.kind
    return kind !== undefined && kinds.includes(kind)
  })
}
