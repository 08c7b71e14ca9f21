import { type Resource, resources } from '@deskbell/contract'

/** A key of a generated interface. */
export interface Key {
  readonly name: string
  readonly type: string
  readonly doc: string
  /** Only expanded responses have the key. */
  readonly expandedOnly?: true
  /** A time, which loaded objects return as a `Date`. */
  readonly isTime?: true
}

/** Differences between a declaration and the API: keys of hand-written routes, and keys that the service fills in. */
interface Additions {
  readonly record?: readonly Key[]
  readonly create?: readonly Key[]
  readonly update?: readonly Key[]
  /** Required fields that may be omitted, because the service generates them. */
  readonly optional?: readonly string[]
  /** The fields of the record, if it has only some of those in its declaration. */
  readonly only?: readonly string[]
}

const timeUnit = { name: 'time_unit', type: 'string | null', doc: 'Accounted time, a decimal number as text.' }

const articlePart = { name: 'article', type: "Omit<ArticleCreate, 'ticket_id'>" }
const password = { name: 'password', type: 'string', doc: 'Never sent back.' }

/** The differences of each resource. */
export const additions: Readonly<Record<string, Additions>> = {
  ticket: {
    optional: ['number'],
    create: [
      {
        name: 'customer_id',
        type: 'number | `guess:${string}`',
        doc: 'The customer; `guess:` and an e-mail address finds the user, or creates one.',
      },
      {
        name: 'customer',
        type: 'string | Partial<UserCreate>',
        doc: 'The customer by login or e-mail address, or the attributes of a user who is created if unknown.',
      },
      { ...articlePart, doc: 'The first article.' },
      { name: 'tags', type: 'string | string[]', doc: 'Tags, as a list or separated by commas.' },
      { name: 'mentions', type: 'number[]', doc: 'Users who are subscribed to the ticket.' },
      {
        name: 'links',
        type: '{ Ticket: { normal?: number[]; parent?: number[]; child?: number[] } }',
        doc: 'Linked tickets, by their relation to the new ticket.',
      },
    ],
    update: [{ ...articlePart, doc: 'An article that is added in the same transaction.' }],
  },
  article: {
    record: [timeUnit],
    create: [timeUnit, { name: 'attachments', type: 'object[]', doc: 'Files, as `createArticle` sends them.' }],
  },
  user: { optional: ['login'], create: [password], update: [password] },
  // Lists of tags contain the number of tickets.
  tag: {
    only: ['id', 'name'],
    record: [{ name: 'count', type: 'number', doc: 'The number of tickets with the tag.' }],
  },
}

/** The resources for which the client has a typed collection. */
export const typedResources: readonly Resource[] = [
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

/** Paths that differ from the name of the table. */
export const paths: Readonly<Record<string, string>> = {
  time_accounting_type: 'time_accounting/types',
  shared_draft_start: 'tickets/shared_drafts',
}

/**
 * Resources that the client reaches by `collection(name)`, so that pages do not load code for each of them. Those in
 * `paths` have routes written by hand, and therefore no permissions in their declarations.
 */
export const otherResources: readonly Resource[] = Object.values<Resource>(resources).filter(
  (resource) => !typedResources.includes(resource) && (resource.can.read !== undefined || resource.name in paths),
)

/**
 * Resources whose plain responses have columns only, and those that are always expanded (docs/decisions/oddities.md).
 */
export const plainForm: Readonly<Record<string, 'columns' | 'expand'>> = { ticket: 'columns', article: 'expand' }
