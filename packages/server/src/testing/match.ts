import { dateResolver, type Field, parse, type Query, type Resource, resources, type Term } from '@deskbell/contract'
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
  const newest: By[] = by ? [by] : [{ column: 'updated_at', order: 'desc' }]
  return sortedBy(
    hits.toSorted((a, b) => b.id - a.id),
    newest,
    'stable',
  ).map(({ id }) => id)
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
}

/** Where a word without a field is looked for (product, section 3). */
const everywhere = [
  ...['number', 'title', 'note', 'tags.name', 'group.name', 'organization.name', 'organization.domain'],
  ...['subject', 'from', 'to', 'cc', 'body', 'attachments.filename'].map((name) => `articles.${name}`),
  ...['customer', 'owner'].flatMap((who) =>
    ['firstname', 'lastname', 'fullname', 'login', 'email'].map((name) => `${who}.${name}`),
  ),
]

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
  return values.some(({ field, value }) => value !== null && value !== undefined && fits(memory, field, value, term))
}

const isSet = ({ value }: Found): boolean => value !== null && value !== undefined && value !== ''

/** The values a path leads to; along a relation to many there can be several, and none behind what is not set. */
function follow(memory: Memory, resource: Resource, row: Row, path: readonly string[], kind?: string): Found[] {
  const [name = '', ...rest] = path
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  if (own && rest.length === 0) return [{ field: own, value: plain(resource, row, name, memory.eyes) }]
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

function fits({ now }: Memory, field: Field, value: unknown, { value: wanted }: Term): boolean {
  if (field.kind === 'text') return textFits(value as string, wanted)
  if (wanted.kind === 'wildcard' || wanted.kind === 'exists' || wanted.kind === 'missing') return false
  if (field.kind === 'boolean' || field.kind === 'one_of') return 'text' in wanted && String(value) === wanted.text
  const span = (text: string): [number, number] => {
    if (field.kind !== 'time' && field.kind !== 'date') return [Number(text), Number(text) + Number.MIN_VALUE]
    const { from, to } = dateResolver({ now })(text)
    const day = 86_400_000
    if (field.kind === 'time') return [Date.parse(from), Date.parse(to)]
    // A day is touched by every moment in it.
    return [Math.floor(Date.parse(from) / day) * day, Math.ceil(Date.parse(to) / day) * day]
  }
  const at = field.kind === 'time' || field.kind === 'date' ? Date.parse(value as string) : Number(value)
  return within(at, wanted, span)
}

type Wanted = Term['value']

/** Numbers are spans without length here: `to` is only ever compared to what is exactly the number. */
function within(at: number, wanted: Wanted, span: (text: string) => [number, number]): boolean {
  const isBefore = (text: string) => at < span(text)[0]
  const isBehind = (text: string) => at >= span(text)[1] && at !== span(text)[0]
  const isIn = (text: string) => !isBefore(text) && !isBehind(text)
  switch (wanted.kind) {
    case 'word':
    case 'phrase':
      return isIn(wanted.text)
    case 'comparison': {
      const hits = { '>': isBehind, '<': isBefore, '>=': () => true, '<=': () => true }[wanted.operator](wanted.text)
      if (wanted.operator === '>=') return !isBefore(wanted.text)
      if (wanted.operator === '<=') return !isBehind(wanted.text)
      return hits
    }
    case 'range': {
      const { from, to } = wanted
      const above = !from || (from.inclusive ? !isBefore(from.text) : isBehind(from.text))
      return above && (!to || (to.inclusive ? !isBehind(to.text) : isBefore(to.text)))
    }
    default:
      return false
  }
}

function textFits(text: string, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'word':
    case 'phrase':
      return tokens(wanted.text).length > 0 ? hasRun(text, wanted.text, false) : same(text, wanted.text)
    case 'wildcard': {
      const [first, second, third] = wanted.parts
      if (first?.kind === 'text' && second?.kind === 'run' && !third && tokens(first.text).length > 0) {
        return hasRun(text, first.text, true)
      }
      const source = wanted.parts.map((part) =>
        part.kind === 'run' ? '.*' : part.kind === 'one' ? '.' : part.text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'),
      )
      return new RegExp(`^${source.join('').replaceAll('\\ ', ' ')}$`, 'is').test(text)
    }
    case 'comparison': {
      const difference = Buffer.compare(Buffer.from(text), Buffer.from(wanted.text))
      return { '>': difference > 0, '>=': difference >= 0, '<': difference < 0, '<=': difference <= 0 }[wanted.operator]
    }
    case 'range': {
      const [from, to] = [wanted.from, wanted.to].map((end) =>
        end ? Buffer.compare(Buffer.from(text), Buffer.from(end.text)) : undefined,
      )
      const above = from === undefined || from > 0 || (from === 0 && wanted.from?.inclusive === true)
      return above && (to === undefined || to < 0 || (to === 0 && wanted.to?.inclusive === true))
    }
    default:
      return false
  }
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What a word, phrase or beginning without a field asks of a text. */
function hasWords(value: unknown, { value: wanted }: Term): boolean {
  if (typeof value !== 'string') return false
  if (wanted.kind === 'word' || wanted.kind === 'phrase') return hasRun(value, wanted.text, false)
  const [first] = wanted.kind === 'wildcard' ? wanted.parts : []
  return first?.kind === 'text' && hasRun(value, first.text, true)
}

/** The words of a text, in small letters and without accents. */
const tokens = (text: string): string[] =>
  (text.normalize('NFD').toLowerCase().match(/[\p{L}\p{N}\u0300-\u036f]+/gu) ?? [])
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
