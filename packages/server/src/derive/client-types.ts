import {
  type Field,
  idsKey,
  relationOf,
  type Relation,
  type Resource,
  resources,
  visibleFields,
} from '@deskbell/contract'

/** Marks where a key stands: in every answer, or in expanded ones only. */
interface Key {
  readonly name: string
  readonly type: string
  readonly doc: string
  readonly expandedOnly?: true
  /** A moment, which loaded objects show as a `Date`. */
  readonly isTime?: true
}

/** What hand-written routes add to a declaration, and what the service fills in. A key that is there already is replaced. */
interface More {
  readonly record?: readonly Key[]
  readonly create?: readonly Key[]
  readonly update?: readonly Key[]
  /** Fields that a new record may leave out, because the service makes them up. */
  readonly optional?: readonly string[]
  /** Fields the record is made of where it has a form of its own. */
  readonly only?: readonly string[]
}

const timeUnit = { name: 'time_unit', type: 'string | null', doc: 'Accounted time, a decimal number as text.' }

const articleOfTicket = { name: 'article', type: "Omit<ArticleCreate, 'ticket_id'>" }
const password = { name: 'password', type: 'string', doc: 'Never sent back.' }

const more: Readonly<Record<string, More>> = {
  ticket: {
    optional: ['number'],
    create: [
      {
        name: 'customer_id',
        type: 'number | `guess:${string}`',
        doc: 'The user who asked; `guess:` and an e-mail address finds the user, or creates one.',
      },
      {
        name: 'customer',
        type: 'string | Partial<UserCreate>',
        doc: 'The user who asked, by login or e-mail address, or as a description of a user who is created if unknown.',
      },
      { ...articleOfTicket, doc: 'The first article.' },
      { name: 'tags', type: 'string | string[]', doc: 'Tags, as a list or separated by commas.' },
      { name: 'mentions', type: 'number[]', doc: 'Users who are subscribed to the ticket.' },
      {
        name: 'links',
        type: '{ Ticket: { normal?: number[]; parent?: number[]; child?: number[] } }',
        doc: 'Tickets it is linked to, by what they are to it.',
      },
    ],
    update: [{ ...articleOfTicket, doc: 'An article that is added in the same transaction.' }],
  },
  article: {
    record: [timeUnit],
    create: [timeUnit, { name: 'attachments', type: 'object[]', doc: 'Files, as `createArticle` sends them.' }],
  },
  user: { optional: ['login'], create: [password], update: [password] },
  // The one form in which tags are listed counts the tickets that have them.
  tag: { only: ['id', 'name'], record: [{ name: 'count', type: 'number', doc: 'How many tickets have it.' }] },
}

/** The resources that the client has a collection for. Others are named in their answers only. */
const known: readonly Resource[] = [
  resources.ticket,
  resources.article,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
  resources.ticket_state,
  resources.ticket_priority,
  resources.tag,
]

/** Addresses that no table can be called. */
const addresses: Readonly<Record<string, string>> = {
  time_accounting_type: 'time_accounting/types',
  shared_draft_start: 'tickets/shared_drafts',
}

/**
 * Resources that the client reaches by `collection(name)`: a table of their own would cost every page that loads it.
 */
const others: readonly Resource[] = Object.values<Resource>(resources).filter(
  (resource) => !known.includes(resource) && (resource.can.read !== undefined || resource.name in addresses),
)

/** Those whose plain answer has columns only, and those that are always expanded (docs/decisions/oddities.md). */
const plainForm: Readonly<Record<string, 'columns' | 'expand'>> = { ticket: 'columns', article: 'expand' }

/** The client's `types.ts`: an interface for each record, for what creates one and for what changes one. */
export function clientTypes(): string {
  const lines = [
    '// Derived from the declarations of the resources by `npm run derive`: change those, not this file.',
    ...[...known, ...others].flatMap((resource) => [
      ...recordLines(resource),
      ...createLines(resource),
      ...updateLines(resource),
    ]),
    ...known.flatMap(columnLines),
    ...otherLines(),
    ...readerLines(),
  ]
  return `${lines.join('\n')}\n`
}

const fieldsOf = (resource: Resource): [string, Field][] =>
  visibleFields(resource).filter(([name]) => more[resource.name]?.only?.includes(name) ?? true)

/** `ticket_state` gives `TicketState`. */
const typeName = ({ name }: Resource): string =>
  name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

const kinds: Readonly<Record<Field['kind'], string>> = {
  id: 'number',
  integer: 'number',
  ref: 'number',
  text: 'string',
  one_of: 'string',
  boolean: 'boolean',
  time: 'string',
  date: 'string',
  decimal: 'string',
  object: 'Record<string, unknown>',
}

function typeOf(field: Field): string {
  const type = field.values ? field.values.map((value) => `'${value}'`).join(' | ') : kinds[field.kind]
  return field.null ? `${type} | null` : type
}

function recordKeys(resource: Resource): Key[] {
  const form = plainForm[resource.name]
  const ids = form === 'columns' ? ({ expandedOnly: true } as const) : {}
  const names = form === 'expand' ? {} : ({ expandedOnly: true } as const)
  const own = fieldsOf(resource).map(([name, field]): Key => ({
    name,
    type: typeOf(field),
    doc: field.doc ?? '',
    ...(field.kind === 'time' ? { isTime: true as const } : {}),
  }))
  const related = manyOf(resource).flatMap(([name, relation]): Key[] => [
    { name: idsKey(name), type: 'access' in relation ? levels : 'number[]', doc: relation.doc ?? '', ...ids },
    ...(labelled(relation) ? [{ ...labelsKey(name, relation), ...names }] : []),
  ])
  // Where the client has a collection, a reference reads as a reference.
  const named = fieldsOf(resource)
    .filter(([, { to }]) => to !== undefined && !known.some(({ name }) => name === to))
    .filter(([, { to }]) => resources[to as keyof typeof resources].label !== null)
    .map(([name, field]): Key => ({
      name: relationOf(name),
      type: 'string',
      doc: `${sentence(field)} By name.`,
      ...names,
    }))
  return [...own, ...related, ...named, ...(more[resource.name]?.record ?? [])]
}

const levels = 'Record<string, string[]>'
const sentence = ({ doc = '' }: Field): string => doc

/** The relations to many that are attributes; what has `ids: false` the client reads by methods. */
const manyOf = (resource: Resource): [string, Relation][] =>
  Object.entries(resource.many).filter(([, relation]) => !('ids' in relation))

const labelled = ({ to }: Relation): boolean => resources[to as keyof typeof resources].label !== null

const labelsKey = (name: string, relation: Relation): Key => ({
  name,
  type: 'access' in relation ? levels : 'string[]',
  doc: `${relation.doc ?? ''} By name.`,
})

function otherLines(): string[] {
  const lines = others.flatMap((resource) => {
    const [name, type] = [addresses[resource.name] ?? resource.path, typeName(resource)]
    const parts = ['Record', 'Create', 'Update'].map((part) => `    ${part.toLowerCase()}: ${type}${part}`)
    return [`  ${name.includes('/') ? `'${name}'` : name}: {`, ...parts, '  }']
  })
  return ['/** What `collection(name)` holds, by that name. */', 'export interface OtherRecords {', ...lines, '}']
}

function recordLines(resource: Resource): string[] {
  const body = recordKeys(resource).flatMap(({ name, type, doc, expandedOnly }) => [
    comment(expandedOnly ? `${doc} Only in expanded answers.` : doc),
    `  readonly ${name}${expandedOnly ? '?' : ''}: ${type}`,
  ])
  return [`/** ${resource.doc} */`, `export interface ${typeName(resource)}Record {`, ...body, '}']
}

const comment = (doc: string): string => `  /** ${doc.replaceAll('*/', '* /')} */`

/** The other way to name what a reference or a relation points to. */
function byName(resource: Resource, changing: boolean): Key[] {
  const one = settable(resource, changing)
    .filter(([, { to }]) => to !== undefined && resources[to as keyof typeof resources].label !== null)
    .map(([name, field]): Key => ({ name: relationOf(name), type: 'string', doc: `${sentence(field)} By name.` }))
  const many = manyOf(resource)
    .filter(([, relation]) => labelled(relation))
    .flatMap(([name, relation]): Key[] => [
      { name: idsKey(name), type: 'access' in relation ? levelsIn : 'number[]', doc: relation.doc ?? '' },
      { ...labelsKey(name, relation), type: 'access' in relation ? levelsIn : 'string[]' },
    ])
  return [...one, ...many]
}

const levelsIn = 'Record<string, string | string[]>'

const settable = (resource: Resource, changing: boolean): [string, Field][] =>
  fieldsOf(resource).filter(([, { write }]) => write !== 'server' && !(changing && write === 'once'))

function createLines(resource: Resource): string[] {
  const { optional = [], create = [] } = more[resource.name] ?? {}
  const required = settable(resource, false)
    .filter(([name, field]) => mustBeGiven(field) && !optional.includes(name))
    .map(([name]) => name)
  const doc = `/** What can be given when ${article(resource)} is created. */`
  return [doc, `export interface ${typeName(resource)}Create {`, ...inputLines(resource, create, required), '}']
}

function updateLines(resource: Resource): string[] {
  const { update = [] } = more[resource.name] ?? {}
  const doc = `/** What can be given when ${article(resource)} is changed. */`
  return [doc, `export interface ${typeName(resource)}Update {`, ...inputLines(resource, update), '}']
}

/** The keys of a body. Without `required` it changes a record, and every key may be left out. */
function inputLines(resource: Resource, added: readonly Key[], required?: readonly string[]): string[] {
  const changing = required === undefined
  const own = settable(resource, changing).map(([name, field]): Key => ({
    name,
    type: inputTypeOf(field),
    doc: limited(field),
  }))
  const keys = new Map([...own, ...byName(resource, changing), ...added].map((key) => [key.name, key]))
  return [...keys.values()].flatMap(({ name, type, doc }) => [
    comment(doc),
    `  ${name}${required?.includes(name) ? '' : '?'}: ${type}`,
  ])
}

/** A time can be given as a `Date`, which is sent in the form of the wire. */
const inputTypeOf = (field: Field): string => (field.kind === 'time' ? `Date | ${typeOf(field)}` : typeOf(field))

/** The columns that lists can be sorted by. */
function columnLines(resource: Resource): string[] {
  const names = fieldsOf(resource).flatMap(([name, { kind }]) => (kind === 'object' ? [] : [`  | '${name}'`]))
  const doc = `/** Columns that lists of ${resource.path.replaceAll('_', ' ')} can be sorted by. */`
  return [doc, `export type ${typeName(resource)}Column =`, ...names]
}

const article = ({ name }: Resource): string => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name.replaceAll('_', ' ')}`

const limited = ({ doc = '', max }: Field): string =>
  max === undefined ? doc : `${doc} At most ${max.toLocaleString('en')} characters.`

/** A reference can also be named, or has a usual value that the service knows. */
const mustBeGiven = (field: Field): boolean =>
  !field.null &&
  field.default === undefined &&
  field.kind !== 'object' &&
  !(field.to !== undefined && resources[field.to as keyof typeof resources].label !== null)

const readerHead = `/** A time of the wire as a Date. */
function time(text: unknown): unknown {
  return typeof text === 'string' ? new Date(text) : text
}

interface Wire {
  readonly [name: string]: unknown
}

/**
 * How each attribute is read from a record. Each is written out, because the engine makes a property access that is
 * written out several times faster than one by a computed name.
 */
export const readers: { readonly [resource: string]: { readonly [attribute: string]: (record: Wire) => unknown } } = {`

function readerLines(): string[] {
  const all = known.map(
    (resource) => [resource.path, recordKeys(resource).filter(({ name }) => name !== 'id')] as const,
  )
  const readers = all.flatMap(([path, keys]) => [
    `  ${path}: {`,
    ...keys.map(({ name, isTime }) => `    ${name}: (r) => ${isTime ? `time(r['${name}'])` : `r['${name}']`},`),
    '  },',
  ])
  const expanded = all.flatMap(([path, keys]) => {
    const names = keys.filter(({ expandedOnly }) => expandedOnly).map(({ name }) => `'${name}'`)
    return names.length === 0 ? [] : [`  ${path}: [${names.join(', ')}],`]
  })
  return [
    ...readerHead.split('\n'),
    ...readers,
    '}',
    '',
    '/** Attributes that stand in expanded answers only. */',
    'export const expandedOnly: { readonly [resource: string]: readonly string[] } = {',
    ...expanded,
    '}',
  ]
}
