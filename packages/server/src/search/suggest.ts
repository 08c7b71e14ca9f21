import {
  conditionWords,
  contextAt,
  type Field,
  fieldAt,
  findFieldPath,
  isSearchable,
  quotedValue,
  relatedAt,
  relationNamed,
  type Resource,
  searchNames,
  timeWords,
} from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, declared, may } from '../kernel/context.ts'
import { represent } from '../kernel/represent.ts'
import { from, readable } from '../kernel/scope.ts'
import { escapeLike } from '../text/like.ts'
import { search } from './search.ts'

/** A suggested text at the caret of a query. */
export interface Suggestion {
  readonly text: string
  /** The meaning of a field, as a sentence; the address or name of a person. */
  readonly help?: string
}

/** The suggestions at the caret of a query, and the part of the query that they replace, in UTF-16 code units. */
export interface Suggestions {
  readonly kind: 'nothing' | 'field' | 'value'
  readonly start: number
  readonly end: number
  readonly suggestions: readonly Suggestion[]
}

const MAX_SUGGESTIONS = 10
/** Maximum number of characters of a typed text that are compared with labels; a longer text was pasted. */
const MAX_TYPED = 250

/** Times that people often search for. */
const times = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', '7d', '30d']

/** Fields with names and addresses of people, who need not be users. */
const namesInArticles = ['article.from', 'article.to', 'article.cc']

/** Returns the names of at most `limit` tags that the caller may read and that contain a text. */
type FindTags = (ctx: Context, text: string, limit: number) => Promise<readonly { readonly value: string }[]>

/** Returns the fields or values that the caller may search for at the caret of a lenient query. */
export async function suggest(
  ctx: Context,
  searched: Resource,
  query: string,
  caret: number,
  findTags: FindTags,
): Promise<Suggestions> {
  const resourceNamed = (name: string) => readable(ctx, declared(name))
  const resource = resourceNamed(searched.name)
  const { kind, field, typed, start, end } = contextAt(query, caret)
  const context = { kind, start, end }
  if (kind === 'nothing') return { ...context, suggestions: [] }
  if (kind === 'field') return { ...context, suggestions: fieldsFor(resource, typed, resourceNamed) }
  // A field may have another name than in the strict language: `tag`, `status`, `created`.
  const path = findFieldPath(field ?? '', { resources: [resource], resourceNamed }) ?? ''
  const isTag = resource.name === 'ticket' && /^tags?(?:\.name)?$/.test(path)
  const values = isTag
    ? quoted((await findTags(ctx, typed.toLowerCase(), MAX_SUGGESTIONS)).map(({ value }) => value))
    : await valuesOf(ctx, resource, path, typed, resourceNamed)
  return { ...context, suggestions: values.slice(0, MAX_SUGGESTIONS) }
}

type ResourceNamed = (name: string) => Resource

function fieldsFor(resource: Resource, typed: string, resourceNamed: ResourceNamed): Suggestion[] {
  const dot = typed.lastIndexOf('.')
  const path = typed.slice(0, Math.max(0, dot))
  const owner = relatedAt(path, resource, resourceNamed)
  if (!owner) return []
  const words =
    path !== '' ? [] : [...(resource.name === 'ticket' ? Object.keys(conditionWords) : []), ...Object.keys(timeWords)]
  const beginning = typed.slice(dot + 1).toLowerCase()
  return [...searchNames(owner), ...words]
    .filter((name) => name.toLowerCase().startsWith(beginning))
    .slice(0, MAX_SUGGESTIONS)
    .map((name) => {
      const help = Object.hasOwn(owner.fields, name) ? owner.fields[name]?.doc : undefined
      return { text: `${path === '' ? '' : `${path}.`}${name}:`, ...(help === undefined ? {} : { help }) }
    })
}

async function valuesOf(
  ctx: Context,
  resource: Resource,
  path: string,
  typed: string,
  resourceNamed: ResourceNamed,
): Promise<Suggestion[]> {
  if (resource.name === 'ticket' && Object.hasOwn(conditionWords, path)) {
    return startingWith(conditionWords[path as keyof typeof conditionWords], typed)
  }
  if (Object.hasOwn(timeWords, path)) return startingWith(times, typed)
  const field = fieldAt(path, resource, resourceNamed)
  if (!field || !isSearchable(field.resource, field.name)) return []
  const column = field.resource.fields[field.name] as Field
  if (column.kind === 'boolean') return startingWith(['true', 'false'], typed)
  if (column.kind === 'time' || column.kind === 'date') return startingWith(times, typed)
  if (column.values) return startingWith(column.values, typed)
  if (namesInArticles.includes(path)) return suggestPeople(ctx, resourceNamed('user'), { shown: 'fullname' }, typed)
  if (field.resource.name === 'user') {
    const reference = relatedAt(path, resource, resourceNamed) && path
    const shown = reference === undefined ? field.name : 'fullname'
    return suggestPeople(ctx, field.resource, { shown, reference }, typed)
  }
  return field.name === field.resource.label ? suggestLabels(ctx, resource, path, field.resource, typed) : []
}

const startingWith = (values: readonly string[], typed: string): Suggestion[] =>
  quoted(values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase())))

const quoted = (values: readonly unknown[]): Suggestion[] =>
  [...new Set(values)]
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => ({ text: quotedValue(value as string) }))

/**
 * Returns the names that have a word beginning with the typed text, sorted. For records that the caller may not list, such
 * as groups, these are the names that the caller can read in the searched records.
 */
async function suggestLabels(
  ctx: Context,
  searched: Resource,
  path: string,
  resource: Resource,
  typed: string,
): Promise<Suggestion[]> {
  const { by } = relationNamed(searched, path.replace(`.${resource.label}`, '')) ?? {}
  // With an empty list of permissions, every caller may list the records.
  const isListed = resource.can.read?.length === 0 || may(ctx.actor, ...(resource.can.read ?? []))
  if (!isListed && by === undefined) return []
  const name = sql.ref(`${resource.path}.${resource.label}`)
  const isReferenced = sql<boolean>`exists ${from(ctx, searched)
    .select(sql`1`.as('one'))
    .where(`${searched.path}.${by}`, '=', sql.ref(`${resource.path}.id`))}`
  const rows = await from(ctx, resource)
    .$if(!isListed, (query) => query.where(isReferenced))
    .select(name.as('name'))
    .where(
      sql<boolean>`' ' || lower(${name}) like ${`% ${escapeLike(typed.slice(0, MAX_TYPED).toLowerCase())}%`} escape '\\'`,
    )
    .orderBy('name')
    .limit(MAX_SUGGESTIONS)
    .execute()
  return quoted(rows.map((row) => row['name']))
}

/** The field of users whose values are suggested. */
interface PeopleField {
  /** The column whose values are suggested. */
  readonly shown: string
  /** The path of the reference to a user, for which `me` and `nobody` are suggested, too; absent for fields of users. */
  readonly reference?: string | undefined
}

/** The names of users, or values of one of their fields. Owners of tickets are agents. */
async function suggestPeople(
  ctx: Context,
  user: Resource,
  { shown, reference }: PeopleField,
  typed: string,
): Promise<Suggestion[]> {
  const words = reference === undefined ? [] : startingWith(['me', 'nobody'], typed)
  if (typed === '' || !may(ctx.actor, ...(user.can.search ?? []))) return words
  const other = shown === 'fullname' ? 'email' : 'fullname'
  const filters = reference === 'owner' ? { filters: { permissions: ['ticket.agent'] } } : {}
  const users = await search(ctx, user, { text: typed, completes: true, lenient: { notices: [] }, ...filters })
  const shape = { mode: 'columns', fields: ['id', shown, other] } as const
  const rows = await users.rows({ page: 1, perPage: MAX_SUGGESTIONS, sort: [] }, shape)
  const records = (await represent(ctx, rows, shape)).map(
    (text) => JSON.parse(text) as Readonly<Record<string, unknown>>,
  )
  return [...words, ...records.flatMap((record) => withHelp(quoted([record[shown]]), record[other]))]
}

/** Adds the address to a name, or the name to another value: several people may have the same name. */
const withHelp = (suggestions: readonly Suggestion[], help: unknown): Suggestion[] =>
  suggestions.map(({ text }) => (typeof help === 'string' && help !== '' ? { text, help } : { text }))
