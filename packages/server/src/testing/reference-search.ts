import {
  attributeObjects,
  type CustomField,
  type DataType,
  dataTypes,
  dateResolver,
  type Field,
  parse,
  type Part,
  type Query,
  type Resource,
  resources,
  type Term,
} from '@deskbell/contract'
import type { IndexLimits } from '../kernel/context.ts'
import type { Visibility, Tables } from './expected-visibility.ts'
import { readable, tokens, withinLimits } from './indexed-texts.ts'
import { type By, type Row, sortedBy } from './model.ts'

/**
 * The search language over records in snapshot, record by record: slow, plain, and sharing nothing with the way to SQL
 * but the parser and the meaning of dates. What a search answers is compared to it.
 */
export interface Snapshot {
  readonly tables: Tables
  readonly visibility: Visibility
  readonly now: Date
  /** The time zone in which days begin and end; UTC unless said. */
  readonly zone?: string
  /** How many words of articles are indexed; all where it is not given. */
  readonly limits?: IndexLimits
}

/** The ids of the records that a query finds, in order: newest change first unless it is said otherwise. */
export function referenceSearch(snapshot: Snapshot, resource: Resource, text: string, by?: By): number[] {
  const query = asTyped(resource, parse(text))
  const hits = rowsOf(snapshot, resource).filter(
    (row) => snapshot.visibility.finds(resource, row) && matches(snapshot, resource, row, query),
  )
  const order = [by ?? { column: 'updated_at', order: 'desc' }, { column: 'id', order: 'desc' }] as const
  return sortedBy(
    hits.map((row) => ({ ...row, ...customIn(snapshot, resource, row) })),
    order,
  ).map(({ id }) => id)
}

/** Of people and organizations a single word finds beginnings too. */
function asTyped({ path }: Resource, query: Query): Query {
  if (!['users', 'organizations'].includes(path) || query.kind !== 'term') return query
  if (query.field !== null || query.value.kind !== 'word') return query
  return { ...query, value: { kind: 'wildcard', parts: [{ kind: 'text', text: query.value.text }, { kind: 'run' }] } }
}

const rowsOf = ({ tables }: Snapshot, { path }: Resource): readonly Row[] => (tables[path] ?? []) as readonly Row[]

function matches(snapshot: Snapshot, resource: Resource, row: Row, query: Query): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'and':
      return query.of.every((part) => matches(snapshot, resource, row, part))
    case 'or':
      return query.of.some((part) => matches(snapshot, resource, row, part))
    case 'not':
      return !matches(snapshot, resource, row, query.of)
    case 'term':
      return query.field === null ? anywhere(snapshot, resource, row, query) : inField(snapshot, resource, row, query)
  }
}

/** A value at the end of a path, with its declaration. */
interface Found {
  readonly field: Field
  readonly value: unknown
  /** Whether it is found by words, or by any part of it: message ids and the like have no index. */
  readonly byWords?: boolean
  /** Whether it is one of many texts of a ticket, in which signs only separate words. */
  readonly inDocument?: boolean
  /** What of it is found by words, where that is limited. */
  readonly indexed?: string
}

const byPart = (resource: Resource, name: string): boolean =>
  ['article_sender', 'permission'].includes(resource.name) ||
  (resource.name === 'article' && !['subject', 'from', 'to', 'cc', 'body'].includes(name))

/** Where a word without a field is looked for (product, section 3). */
const everywhere = [
  'number title note tags.name group.name organization.name organization.domain',
  'articles.subject articles.from articles.to articles.cc articles.body articles.attachments.filename',
  'customer.firstname customer.lastname customer.fullname customer.login customer.email',
  'owner.firstname owner.lastname owner.fullname owner.login owner.email',
].flatMap((paths) => paths.split(' '))

function anywhere(snapshot: Snapshot, resource: Resource, row: Row, term: Term): boolean {
  const own = Object.entries<Field>(resource.fields).flatMap(([name, { kind, hidden, search }]) =>
    kind === 'text' && !hidden && search !== false ? [name] : [],
  )
  const custom = Object.entries(customFields(snapshot, resource)).flatMap(([name, { kind }]) =>
    kind === 'text' || kind === 'object' ? [name] : [],
  )
  return [...(resource.name === 'ticket' ? everywhere : own), ...custom]
    .flatMap((path) => follow(snapshot, resource, row, path.split('.')))
    .some(({ value, indexed = value }) => hasWords(indexed, term))
}

function inField(snapshot: Snapshot, resource: Resource, row: Row, term: Term): boolean {
  const values = follow(snapshot, resource, row, (term.field as string).split('.'), term.value.kind)
  if (term.value.kind === 'exists') return values.some(isSet)
  if (term.value.kind === 'missing') return !values.some(isSet)
  return values.some((each) => each.value !== null && each.value !== undefined && fits(snapshot, each, term))
}

const isSet = ({ value }: Found): boolean => value !== null && value !== undefined && value !== ''

/** The values a path leads to; along a relation to many there can be several, and none behind what is not set. */
function follow(snapshot: Snapshot, resource: Resource, row: Row, path: readonly string[], kind?: string): Found[] {
  const [name = '', ...rest] = path
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  const custom = rest.length === 0 ? customFields(snapshot, resource)[name] : undefined
  if (custom) {
    const value = customIn(snapshot, resource, row)[name]
    // Of a list each text stands for itself.
    const each: unknown[] = Array.isArray(value) ? value : [value]
    const isList = custom.kind === 'object'
    return each.map((one) => ({
      field: isList ? { kind: 'text' } : custom,
      value: one,
      byWords: true,
      inDocument: isList,
    }))
  }
  if (own && rest.length === 0) {
    const byWords = !byPart(resource, name)
    const inDocument = byWords && ['article', 'attachment', 'tag'].includes(resource.name)
    const read = snapshot.visibility.reads(resource, row, name)
    const value = resource.name === 'article' ? readable(row, name, read) : read
    const { tables, limits } = snapshot
    const isLimited = limits !== undefined && inDocument && resource.name !== 'tag' && typeof value === 'string'
    const indexed = isLimited ? withinLimits(tables, limits, row, name) : undefined
    return [{ field: own, value, byWords, inDocument, ...(indexed === undefined ? {} : { indexed }) }]
  }
  const reference = Object.hasOwn(resource.fields, `${name}_id`) ? resource.fields[`${name}_id`] : undefined
  const presence = kind === 'exists' || kind === 'missing'
  if (reference) {
    const id = snapshot.visibility.reads(resource, row, `${name}_id`)
    if (rest.length === 0 && presence) return [{ field: reference, value: id }]
    const target = byName(reference.to)
    const far = rowWith(snapshot, target, id)
    return far ? follow(snapshot, target, far, tail(target, rest), kind) : []
  }
  const [many, relation] = Object.entries(resource.many).find(([key]) => key === name || key === `${name}s`) ?? []
  if (many === undefined || relation === undefined) throw new Error(`${resource.name} has no ${name}`)
  if (!snapshot.visibility.readsEnds(resource, row, many)) return []
  const target = byName(relation.to)
  const ids =
    'of' in relation
      ? rowsOf(snapshot, target).flatMap((far) => (far[relation.of] === row.id ? [far.id] : []))
      : (snapshot.tables[relation.through] ?? []).flatMap((pair) =>
          pair[relation.near] === row.id ? [pair[relation.far] as number] : [],
        )
  const next = rowsOf(snapshot, target).filter(
    (far) => ids.includes(far.id) && snapshot.visibility.reaches(target, far),
  )
  if (rest.length === 0 && presence) return next.map(({ id }) => ({ field: { kind: 'id' }, value: id }))
  return next.flatMap((far) => follow(snapshot, target, far, tail(target, rest), kind))
}

/** The rows of tables by their ids, found once for each state of a table. */
const byId = new WeakMap<readonly Row[], ReadonlyMap<unknown, Row>>()

function rowWith(snapshot: Snapshot, resource: Resource, id: unknown): Row | undefined {
  const rows = rowsOf(snapshot, resource)
  const known = byId.get(rows) ?? new Map(rows.map((row) => [row.id, row]))
  byId.set(rows, known)
  return known.get(id)
}

/** The custom fields of a resource, by name. */
const customFields = ({ tables }: Snapshot, resource: Resource): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    (tables['object_manager_attributes'] ?? []).flatMap((row) => {
      if (attributeObjects[row['object_lookup_id'] as number] !== resource.name || !row['editable']) return []
      const {
        id,
        data_type: type,
        screens,
      } = row as { id: number; data_type: DataType; screens: CustomField['screens'] }
      return [[row['name'] as string, { kind: dataTypes[type], custom: { id, type, option: {}, screens } }]]
    }),
  )

/** Their values, as far as they can be read. */
export function customIn(snapshot: Snapshot, resource: Resource, row: Row): Record<string, unknown> {
  const values = (row['custom'] ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(customFields(snapshot, resource)).map(([name, { custom }]) => {
      const isOpen = JSON.stringify(custom?.screens).includes('-all-')
      return [name, snapshot.visibility.readsCustom(resource, row, isOpen) ? (values[custom?.id ?? 0] ?? null) : null]
    }),
  )
}

const byName = (name: string | undefined): Resource => resources[name as keyof typeof resources]

/** `state` is short for `state.name`, and an attachment's file name is also called its title. */
const tail = (target: Resource, rest: readonly string[]): readonly string[] =>
  rest.length === 0 ? [target.label ?? ''] : target.name === 'attachment' && rest[0] === 'title' ? ['filename'] : rest

function fits(
  { now, zone = 'UTC' }: Snapshot,
  { field, value, byWords, inDocument, indexed = value as string }: Found,
  { value: wanted }: Term,
): boolean {
  const to = (text: string) => (isNumeric(field, wanted) ? numberPlace : placeOf)({ now, zone }, field, value, text)
  switch (wanted.kind) {
    case 'word':
    case 'phrase':
      if (field.kind === 'boolean' || field.kind === 'one_of') return String(value) === wanted.text
      if (field.kind !== 'text') return to(wanted.text) === 0
      if (!byWords) return plainly(String(value)).includes(plainly(wanted.text))
      return tokens(wanted.text).length > 0 ? hasRun(indexed, wanted.text, false) : same(value, wanted.text)
    case 'comparison': {
      const place = to(wanted.text)
      return { '>': place > 0, '>=': place >= 0, '<': place < 0, '<=': place <= 0 }[wanted.operator]
    }
    case 'range': {
      const { from, to: until } = wanted
      const above = !from || to(from.text) > (from.inclusive ? -1 : 0)
      return above && (!until || to(until.text) < (until.inclusive ? 1 : 0))
    }
    case 'wildcard':
      return fitsPattern(indexed, wanted.parts, byWords === true, inDocument === true)
    default:
      return false
  }
}

/** Ends that are whole numbers ask for numbers, also in a text. */
function isNumeric({ kind }: Field, wanted: Term['value']): boolean {
  const ends =
    wanted.kind === 'comparison' ? [wanted] : wanted.kind === 'range' ? [wanted.from, wanted.to].filter(Boolean) : []
  return kind === 'text' && ends.length > 0 && ends.every((end) => /^\d{1,15}$/.test(end?.text ?? ''))
}

/** The same for a text; one that is no number lies nowhere, so that no comparison with it is true. */
const numberPlace: typeof placeOf = (_, __, value, text) =>
  /^\d{1,15}$/.test(value as string) ? Math.sign(Number(value) - Number(text)) : Number.NaN

/** Where a value lies to what a text means: before it (-1), in it (0) or behind it (1). */
function placeOf(clock: { now: Date; zone: string }, { kind }: Field, value: unknown, text: string): number {
  if (kind === 'text') return Buffer.compare(Buffer.from(value as string), Buffer.from(text))
  if (kind !== 'time' && kind !== 'date') return Math.sign(Number(value) - Number(text))
  const { from, to } = dateResolver(clock)(text)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (kind === 'time') {
    const at = Date.parse(value as string)
    return at < first ? -1 : at < last ? 0 : 1
  }
  // A day is in every span that touches it on the caller's calendar.
  const day = value as string
  return day < dayIn(clock.zone, first) ? -1 : day <= dayIn(clock.zone, last - 1) ? 0 : 1
}

/** The calendar day of a moment in a zone, by another way than the service takes. */
export function dayIn(zone: string, time: number): string {
  const format = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  calendars.set(zone, format)
  return format.format(time)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** A pattern of letters fits one word, one with signs in it the text as a whole, or in a document words in a row. */
function fitsPattern(text: string, parts: readonly Part[], byWords: boolean, inDocument: boolean): boolean {
  const [first, second, third] = parts
  const isBeginning = first?.kind === 'text' && second?.kind === 'run' && third === undefined
  if (byWords && isBeginning && tokens(first.text).length > 0) return hasRun(text, first.text, true)
  const hasSigns = parts.some((part) => part.kind === 'text' && !/^[\p{L}\p{N}\u0300-\u036f]*$/u.test(part.text))
  if (byWords && (inDocument || !hasSigns)) return hasPattern(text, parts)
  const source = parts.map((part) => (part.kind === 'text' ? literally(plainly(part.text)) : anything[part.kind]))
  return new RegExp(`^${source.join('')}$`, 'su').test(plainly(text))
}

const anything = { run: '.*', one: '.' }
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Words in a row, each as the piece of the pattern between two signs says; a run alone at an end asks for nothing. */
function hasPattern(text: string, parts: readonly Part[]): boolean {
  const marks = { run: '\uE001', one: '\uE002' }
  const pieces = parts
    .map((part) => (part.kind === 'text' ? plainly(part.text) : marks[part.kind]))
    .join('')
    .split(/[^\p{L}\p{N}\uE001\uE002]+/u)
    .filter((piece) => piece !== '')
  if (pieces[0] === marks.run) pieces.shift()
  if (pieces.at(-1) === marks.run) pieces.pop()
  const fitting = pieces.map(
    (piece) => new RegExp(`^${piece.replaceAll(marks.run, '.*').replaceAll(marks.one, '.')}$`, 'su'),
  )
  const words = tokens(text)
  return (
    pieces.length > 0 && words.some((_, start) => fitting.every((piece, at) => piece.test(words[start + at] ?? '')))
  )
}

const same = (value: unknown, text: string): boolean => plainly(String(value)) === plainly(text)

/** In small letters and without accents. */
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** What a word, phrase or beginning without a field asks of a text. */
function hasWords(value: unknown, { value: wanted }: Term): boolean {
  if (typeof value !== 'string') return false
  if (wanted.kind === 'word' || wanted.kind === 'phrase') return hasRun(value, wanted.text, false)
  return wanted.kind === 'wildcard' && fitsPattern(value, wanted.parts, true, true)
}

/** Whether the words stand in a text next to each other; the last may go on where the beginning of a word is asked for. */
function hasRun(text: string, wanted: string, prefix: boolean): boolean {
  const words = tokens(text)
  const run = tokens(wanted)
  const open = prefix && /[\p{L}\p{N}\u0300-\u036f]$/u.test(wanted)
  const isAt = (start: number) =>
    run.every((word, index) => {
      const other = words[start + index]
      return open && index === run.length - 1 ? other?.startsWith(word) : other === word
    })
  return run.length > 0 && words.some((_, start) => isAt(start))
}
