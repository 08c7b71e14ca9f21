import {
  dateResolver,
  type Field,
  parse,
  type Part,
  type Query,
  type Resource,
  resources,
  type Term,
} from '@deskbell/contract'
import type { Eyes, Tables } from './eyes.ts'
import { type By, type Row, sortedBy } from './model.ts'

/**
 * The search language over records in memory, record by record: slow, plain, and sharing nothing with the way to SQL
 * but the parser and the meaning of dates. What a search answers is compared to it.
 */
export interface Memory {
  readonly tables: Tables
  readonly eyes: Eyes
  readonly now: Date
}

/** The ids of the records that a query finds, in order: newest change first unless it is said otherwise. */
export function found(memory: Memory, resource: Resource, text: string, by?: By): number[] {
  const query = parse(text)
  const hits = rowsOf(memory, resource).filter(
    (row) => memory.eyes.finds(resource, row) && matches(memory, resource, row, query),
  )
  const order = [by ?? { column: 'updated_at', order: 'desc' }, { column: 'id', order: 'desc' }] as const
  return sortedBy(hits, order).map(({ id }) => id)
}

const rowsOf = ({ tables }: Memory, { path }: Resource): readonly Row[] => (tables[path] ?? []) as readonly Row[]

function matches(memory: Memory, resource: Resource, row: Row, query: Query): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'and':
      return query.of.every((part) => matches(memory, resource, row, part))
    case 'or':
      return query.of.some((part) => matches(memory, resource, row, part))
    case 'not':
      return !matches(memory, resource, row, query.of)
    case 'term':
      return query.field === null ? anywhere(memory, resource, row, query) : inField(memory, resource, row, query)
  }
}

/** A value at the end of a path, with its declaration. */
interface Found {
  readonly field: Field
  readonly value: unknown
  /** Whether it is found by words, or by any part of it: message ids and the like have no index. */
  readonly byWords?: boolean
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

function anywhere(memory: Memory, resource: Resource, row: Row, term: Term): boolean {
  const own = Object.entries<Field>(resource.fields).flatMap(([name, { kind, hidden, search }]) =>
    kind === 'text' && !hidden && search !== false ? [name] : [],
  )
  return (resource.name === 'ticket' ? everywhere : own)
    .flatMap((path) => follow(memory, resource, row, path.split('.')))
    .some(({ value }) => hasWords(value, term))
}

function inField(memory: Memory, resource: Resource, row: Row, term: Term): boolean {
  const values = follow(memory, resource, row, (term.field as string).split('.'), term.value.kind)
  if (term.value.kind === 'exists') return values.some(isSet)
  if (term.value.kind === 'missing') return !values.some(isSet)
  return values.some((each) => each.value !== null && each.value !== undefined && fits(memory, each, term))
}

const isSet = ({ value }: Found): boolean => value !== null && value !== undefined && value !== ''

/** The values a path leads to; along a relation to many there can be several, and none behind what is not set. */
function follow(memory: Memory, resource: Resource, row: Row, path: readonly string[], kind?: string): Found[] {
  const [name = '', ...rest] = path
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  if (own && rest.length === 0) {
    return [{ field: own, value: plain(resource, row, name, memory.eyes), byWords: !byPart(resource, name) }]
  }
  const reference = Object.hasOwn(resource.fields, `${name}_id`) ? resource.fields[`${name}_id`] : undefined
  const presence = kind === 'exists' || kind === 'missing'
  if (reference) {
    const id = memory.eyes.reads(resource, row, `${name}_id`)
    if (rest.length === 0 && presence) return [{ field: reference, value: id }]
    const target = byName(reference.to)
    const next = rowsOf(memory, target).filter((far) => far.id === id)
    return next.flatMap((far) => follow(memory, target, far, tail(target, rest), kind))
  }
  const [many, relation] = Object.entries(resource.many).find(([key]) => key === name || key === `${name}s`) ?? []
  if (many === undefined || relation === undefined) throw new Error(`${resource.name} has no ${name}`)
  const target = byName(relation.to)
  const ids =
    'of' in relation
      ? rowsOf(memory, target).flatMap((far) => (far[relation.of] === row.id ? [far.id] : []))
      : (memory.tables[relation.through] ?? []).flatMap((pair) =>
          pair[relation.near] === row.id ? [pair[relation.far] as number] : [],
        )
  const next = rowsOf(memory, target).filter((far) => ids.includes(far.id) && memory.eyes.reaches(target, far))
  if (rest.length === 0 && presence) return next.map(({ id }) => ({ field: { kind: 'id' }, value: id }))
  return next.flatMap((far) => follow(memory, target, far, tail(target, rest), kind))
}

const byName = (name: string | undefined): Resource => resources[name as keyof typeof resources]

/** `state` is short for `state.name`, and an attachment's file name is also called its title. */
const tail = (target: Resource, rest: readonly string[]): readonly string[] =>
  rest.length === 0 ? [target.label ?? ''] : target.name === 'attachment' && rest[0] === 'title' ? ['filename'] : rest

/** The value as a reader sees it: of a page the words. */
function plain(resource: Resource, row: Row, name: string, eyes: Eyes): unknown {
  const value = eyes.reads(resource, row, name)
  if (resource.name !== 'article' || name !== 'body' || row['content_type'] !== 'text/html') return value
  const text = (value as string).replaceAll(/<\/?[bi]>/g, '').replaceAll(/<[^>]*>/g, '\n')
  return text.replaceAll('&nbsp;', ' ').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

function fits({ now }: Memory, { field, value, byWords }: Found, { value: wanted }: Term): boolean {
  const to = (text: string) => placeOf(now, field, value, text)
  switch (wanted.kind) {
    case 'word':
    case 'phrase':
      if (field.kind === 'boolean' || field.kind === 'one_of') return String(value) === wanted.text
      if (field.kind !== 'text') return to(wanted.text) === 0
      if (!byWords) return String(value).toLowerCase().includes(wanted.text.toLowerCase())
      return tokens(wanted.text).length > 0 ? hasRun(value as string, wanted.text, false) : same(value, wanted.text)
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
      return isLike(value as string, wanted.parts, byWords)
    default:
      return false
  }
}

/** Where a value lies to what a text means: before it (-1), in it (0) or behind it (1). */
function placeOf(now: Date, { kind }: Field, value: unknown, text: string): number {
  if (kind === 'text') return Buffer.compare(Buffer.from(value as string), Buffer.from(text))
  if (kind !== 'time' && kind !== 'date') return Math.sign(Number(value) - Number(text))
  const day = 86_400_000
  const { from, to } = dateResolver({ now })(text)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const at = Date.parse(value as string)
  // A day is in every span that touches it.
  const length = kind === 'date' ? day : 1
  return at + length <= first ? -1 : at < last ? 0 : 1
}

function isLike(text: string, parts: readonly Part[], byWords = false): boolean {
  const [first, second] = parts
  if (
    byWords &&
    first?.kind === 'text' &&
    second?.kind === 'run' &&
    parts.length === 2 &&
    tokens(first.text).length > 0
  ) {
    return hasRun(text, first.text, true)
  }
  const source = parts.map((part) =>
    part.kind === 'run' ? '.*' : part.kind === 'one' ? '.' : part.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return new RegExp(`^${source.join('')}$`, 'isu').test(text)
}

const same = (value: unknown, text: string): boolean => String(value).toLowerCase() === text.toLowerCase()

/** What a word, phrase or beginning without a field asks of a text. */
function hasWords(value: unknown, { value: wanted }: Term): boolean {
  if (typeof value !== 'string') return false
  if (wanted.kind === 'word' || wanted.kind === 'phrase') return hasRun(value, wanted.text, false)
  const [first] = wanted.kind === 'wildcard' ? wanted.parts : []
  return first?.kind === 'text' && hasRun(value, first.text, true)
}

/** The words of a text, in small letters and without accents. */
const tokens = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .toLowerCase()
      .match(/[\p{L}\p{N}\u0300-\u036f]+/gu) ?? []
  )
    .map((token) => token.replaceAll(/[\u0300-\u036f]/g, ''))
    .filter((token) => token !== '')

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
