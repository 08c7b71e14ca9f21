import { attachmentsOf } from './attachment.ts'
import type { Wire } from './cache.ts'
import type { LoadedObject, Spec, Store } from './internals.ts'
import { listOf } from './list.ts'
import type { List } from './list-types.ts'
import * as types from './types.ts'
import type { VerbName } from './verbs.ts'

/** An entry of the table; `Spec` describes the members. All but `model` and `relations` have defaults. */
interface Declaration extends Pick<Spec, 'model' | 'relations'>, Partial<Pick<Spec, 'path' | 'cap' | 'lists'>> {
  readonly searchable?: true
  readonly searchSideloads?: true
  readonly alwaysExpanded?: true
  /** Attributes that the client computes from the record. */
  readonly extras?: Spec['attributes']
  readonly verbs?: readonly VerbName[]
}

/** A declaration with the types of its record, of the bodies that create and change one, and of the columns to sort by. */
export type Typed<R, C, U, Column, D> = D & { readonly types?: { record: R; create: C; update: U; column: Column } }

const of =
  <R, C, U, Column extends string>() =>
  <const D extends Declaration>(declaration: D): Typed<R, C, U, Column, D> =>
    declaration

const stamps = { created_by: 'users', updated_by: 'users' } as const

/** The resources with a property on the client. A new resource of the service needs one entry here. */
export const resources = {
  /** Requests of customers. */
  tickets: of<types.TicketRecord, types.TicketCreate, types.TicketUpdate, types.TicketColumn>()({
    model: 'Ticket',
    relations: {
      group: 'groups',
      customer: 'users',
      owner: 'users',
      organization: 'organizations',
      state: 'ticket_states',
      priority: 'ticket_priorities',
      ...stamps,
    },
    searchable: true,
    searchSideloads: true,
    cap: 100,
    lists: { articles: articlesOf },
    verbs: ['tags', 'addTags', 'removeTags', 'links', 'addLink', 'removeLink', 'merge', 'history', 'createArticle'],
  }),
  /** Messages and notes of tickets. */
  ticket_articles: of<types.ArticleRecord, types.ArticleCreate, types.ArticleUpdate, types.ArticleColumn>()({
    model: 'TicketArticle',
    relations: { ticket: 'tickets', origin_by: 'users', ...stamps },
    alwaysExpanded: true,
    extras: { attachments: attachmentsOf },
  }),
  /** People: customers, agents, administrators. */
  users: of<types.UserRecord, types.UserCreate, types.UserUpdate, types.UserColumn>()({
    model: 'User',
    relations: { organization: 'organizations', out_of_office_replacement: 'users', ...stamps },
    searchable: true,
    extras: { fullname },
  }),
  /** Companies and other organizations of customers. */
  organizations: of<
    types.OrganizationRecord,
    types.OrganizationCreate,
    types.OrganizationUpdate,
    types.OrganizationColumn
  >()({
    model: 'Organization',
    relations: stamps,
    searchable: true,
  }),
  /** Teams of agents. */
  groups: of<types.GroupRecord, types.GroupCreate, types.GroupUpdate, types.GroupColumn>()({
    model: 'Group',
    relations: { parent: 'groups', ...stamps },
    searchable: true,
  }),
  /** Sets of permissions of users. */
  roles: of<types.RoleRecord, types.RoleCreate, types.RoleUpdate, types.RoleColumn>()({
    model: 'Role',
    relations: stamps,
    searchable: true,
  }),
  /** States of tickets. */
  ticket_states: of<
    types.TicketStateRecord,
    types.TicketStateCreate,
    types.TicketStateUpdate,
    types.TicketStateColumn
  >()({
    model: 'TicketState',
    relations: { next_state: 'ticket_states', ...stamps },
  }),
  /** Priorities of tickets. */
  ticket_priorities: of<
    types.TicketPriorityRecord,
    types.TicketPriorityCreate,
    types.TicketPriorityUpdate,
    types.TicketPriorityColumn
  >()({
    model: 'TicketPriority',
    relations: stamps,
  }),
  /** Tags of tickets. */
  tags: of<types.TagRecord, types.TagCreate, types.TagUpdate, types.TagColumn>()({
    model: 'Tag',
    relations: {},
    path: 'tag_list',
  }),
}

/** The declarations by collection name. */
export const specs: ReadonlyMap<string, Spec> = new Map(
  Object.entries<Declaration>(resources).map(([name, declaration]) => [name, specOf(name, declaration)]),
)

/** Returns the spec of an undeclared collection; its attributes are learned from answers. */
export function unknownSpec(name: string): Spec {
  if (!/^[a-z][\w/-]*$/i.test(name)) throw new RangeError(`No collection: ${name}`)
  return specOf(name, { model: name, relations: {} })
}

function specOf(name: string, declaration: Declaration): Spec {
  return {
    path: name,
    cap: 1000,
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
function fullname({ fullname, firstname, lastname, email }: Wire): unknown {
  return fullname ?? ([firstname, lastname].filter(Boolean).join(' ') || email || '')
}

/** Returns the list of a ticket's articles, oldest first. */
function articlesOf({ core }: Store, id: number | PromiseLike<number | undefined>): List<LoadedObject> {
  return listOf(core.store('ticket_articles'), {}, undefined, {
    path: async () => `ticket_articles/by_ticket/${await id}`,
    ticket: id,
  })
}
