import { toAttachments } from './attachment.ts'
import type { WireRecord } from './cache.ts'
import type { LoadedObject, Spec, Store } from './internals.ts'
import { createList } from './list.ts'
import type { List } from './list-types.ts'
import * as types from './types.ts'
import type { VerbName } from './verbs.ts'

/** An entry of `resources`; `Spec` describes its members. All but `model` and `relations` have defaults. */
interface Declaration extends Pick<Spec, 'model' | 'relations'>, Partial<Pick<Spec, 'path' | 'maxPageSize' | 'lists'>> {
  readonly searchable?: true
  readonly searchSideloads?: true
  readonly alwaysExpanded?: true
  /** Attributes that the client computes from the record. */
  readonly extras?: Spec['attributes']
  readonly verbs?: readonly VerbName[]
}

/** A declaration with the types of its record, of the bodies that create and update one, and of sortable columns. */
export type Typed<R, C, U, Column, D> = D & { readonly types?: { record: R; create: C; update: U; column: Column } }

/** Returns the declaration with its types. Two calls, because TypeScript infers either all type arguments or none. */
const typed =
  <R, C, U, Column extends string>() =>
  <const D extends Declaration>(declaration: D): Typed<R, C, U, Column, D> =>
    declaration

const authors = { created_by: 'users', updated_by: 'users' } as const

/** The resources that are properties of the client; `client.collection(name)` reaches the others. */
export const resources = {
  /** Requests of customers. */
  tickets: typed<types.TicketRecord, types.TicketCreate, types.TicketUpdate, types.TicketColumn>()({
    model: 'Ticket',
    relations: {
      group: 'groups',
      customer: 'users',
      owner: 'users',
      organization: 'organizations',
      state: 'ticket_states',
      priority: 'ticket_priorities',
      ...authors,
    },
    searchable: true,
    searchSideloads: true,
    maxPageSize: 100,
    lists: { articles: listArticles },
    verbs: ['tags', 'addTags', 'removeTags', 'links', 'addLink', 'removeLink', 'merge', 'history', 'createArticle'],
  }),
  /** Messages and notes of tickets. */
  ticket_articles: typed<types.ArticleRecord, types.ArticleCreate, types.ArticleUpdate, types.ArticleColumn>()({
    model: 'TicketArticle',
    relations: { ticket: 'tickets', origin_by: 'users', ...authors },
    alwaysExpanded: true,
    extras: { attachments: toAttachments },
  }),
  /** People: customers, agents, administrators. */
  users: typed<types.UserRecord, types.UserCreate, types.UserUpdate, types.UserColumn>()({
    model: 'User',
    relations: { organization: 'organizations', out_of_office_replacement: 'users', ...authors },
    searchable: true,
    extras: { fullname },
  }),
  /** Companies and other organizations of customers. */
  organizations: typed<
    types.OrganizationRecord,
    types.OrganizationCreate,
    types.OrganizationUpdate,
    types.OrganizationColumn
  >()({
    model: 'Organization',
    relations: authors,
    searchable: true,
  }),
  /** Teams of agents. */
  groups: typed<types.GroupRecord, types.GroupCreate, types.GroupUpdate, types.GroupColumn>()({
    model: 'Group',
    relations: { parent: 'groups', ...authors },
    searchable: true,
  }),
  /** Sets of permissions of users. */
  roles: typed<types.RoleRecord, types.RoleCreate, types.RoleUpdate, types.RoleColumn>()({
    model: 'Role',
    relations: authors,
    searchable: true,
  }),
  /** States of tickets. */
  ticket_states: typed<
    types.TicketStateRecord,
    types.TicketStateCreate,
    types.TicketStateUpdate,
    types.TicketStateColumn
  >()({
    model: 'TicketState',
    relations: { next_state: 'ticket_states', ...authors },
  }),
  /** Priorities of tickets. */
  ticket_priorities: typed<
    types.TicketPriorityRecord,
    types.TicketPriorityCreate,
    types.TicketPriorityUpdate,
    types.TicketPriorityColumn
  >()({
    model: 'TicketPriority',
    relations: authors,
  }),
  /** Tags of tickets. */
  tags: typed<types.TagRecord, types.TagCreate, types.TagUpdate, types.TagColumn>()({
    model: 'Tag',
    relations: {},
    path: 'tag_list',
  }),
}

/** The declarations by collection name. */
export const specs: ReadonlyMap<string, Spec> = new Map(
  Object.entries<Declaration>(resources).map(([name, declaration]) => [name, toSpec(name, declaration)]),
)

/** Returns the spec of an undeclared collection; its attributes are learned from responses. */
export function unknownSpec(name: string): Spec {
  if (!/^[a-z][\w/-]*$/i.test(name)) throw new RangeError(`No collection: ${name}`)
  return toSpec(name, { model: name, relations: {} })
}

function toSpec(name: string, declaration: Declaration): Spec {
  return {
    path: name,
    maxPageSize: 1000,
    searchSideloads: false,
    alwaysExpanded: false,
    lists: {},
    verbs: [],
    ...declaration,
    attributes: { ...types.readers[name], ...declaration.extras },
    expanded: types.expandedOnly[name] ?? [],
  }
}

/** Returns the full name; for servers that do not send it, first and last name or the e-mail address. */
function fullname({ fullname, firstname, lastname, email }: WireRecord): unknown {
  return fullname ?? ([firstname, lastname].filter(Boolean).join(' ') || email || '')
}

/** Returns the list of a ticket's articles, oldest first. */
function listArticles({ core }: Store, id: number | PromiseLike<number | undefined>): List<LoadedObject> {
  return createList(core.store('ticket_articles'), {}, undefined, {
    path: async () => `ticket_articles/by_ticket/${await id}`,
    ticket: id,
  })
}
