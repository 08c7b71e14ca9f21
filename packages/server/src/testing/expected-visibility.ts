import { type Resource, resources } from '@deskbell/contract'
import type { Database } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Row } from './model.ts'

/** All rows of a database, by table. */
export type Tables = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** What one caller may see, said a second time and in another way than the service does, so that the two can differ. */
export interface Visibility {
  /** Whether the record is found when its kind is searched. */
  finds(resource: Resource, row: Row): boolean
  /** Whether the record is there for the caller among the many of a relation. */
  reaches(resource: Resource, row: Row): boolean
  /** Whether custom fields of the record can be read: those for everybody, or those that are for agents alone. */
  readsCustom(resource: Resource, row: Row, isOpen: boolean): boolean
  /** Whether a field or relation of some record can be read; queries know no others. */
  knows(resource: Resource, name: string): boolean
  /** Whether the ends of a to-many relation are shown with the record. */
  readsEnds(resource: Resource, row: Row, relation: string): boolean
  /** The value of a column as the caller reads it; undefined where they may not. */
  reads(resource: Resource, row: Row, column: string): unknown
}

const pairs = [
  'tickets_tags',
  'roles_users',
  'groups_users',
  'groups_roles',
  'organizations_users',
  'permissions_roles',
]

/** Reads everything there is. */
export async function tablesOf(database: Database): Promise<Tables> {
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of [...pairs, ...Object.values<Resource>(resources).map(({ path }) => path)]) {
    tables[table] = await dynamic(database).selectFrom(table).selectAll().execute()
  }
  return tables
}

/** The eyes of a user (reference, sections 6.4 and 6.5). */
export function visibilityOf(tables: Tables, me: number): Visibility {
  const rows = (table: string) => tables[table] ?? []
  const roles = new Set(rows('roles_users').flatMap((pair) => (pair['user_id'] === me ? [pair['role_id']] : [])))
  const granted = rows('permissions_roles').flatMap((pair) =>
    roles.has(pair['role_id']) ? [pair['permission_id']] : [],
  )
  const names = new Set(rows('permissions').flatMap(({ id, name }) => (granted.includes(id) ? [name] : [])))
  const groups = new Set(
    [
      ...rows('groups_users').filter((pair) => pair['user_id'] === me),
      ...rows('groups_roles').filter((pair) => roles.has(pair['role_id'])),
    ].flatMap(({ group_id, access }) => (access === 'read' || access === 'full' ? [group_id] : [])),
  )
  const organizations = new Set([
    ...rows('users').flatMap(({ id, organization_id }) => (id === me ? [organization_id] : [])),
    ...rows('organizations_users').flatMap((pair) => (pair['user_id'] === me ? [pair['organization_id']] : [])),
  ])
  const sharing = new Set(
    rows('organizations').flatMap(({ id, shared }) => (shared === true && organizations.has(id) ? [id] : [])),
  )
  const isAgent = names.has('ticket.agent')
  const isAdmin = names.has('admin')
  const asAgent = (ticket: Record<string, unknown>) => isAgent && groups.has(ticket['group_id'])
  const asCustomer = (ticket: Record<string, unknown>) =>
    names.has('ticket.customer') && (ticket['customer_id'] === me || sharing.has(ticket['organization_id']))
  const agents = agentsIn(tables)
  const byId = (table: string, id: unknown) => rows(table).find((row) => row['id'] === id) ?? {}

  function reaches({ name }: Resource, row: Row): boolean {
    if (name === 'ticket') return asAgent(row) || asCustomer(row)
    if (name === 'article') {
      const ticket = byId('tickets', row['ticket_id'])
      return asAgent(ticket) || (asCustomer(ticket) && row['internal'] === false)
    }
    if (name === 'attachment') return reaches(resources.article, byId('ticket_articles', row['article_id']) as Row)
    if (name === 'user') return isAgent || isAdmin || row.id === me || organizations.has(row['organization_id'])
    if (name === 'organization') return isAgent || isAdmin || organizations.has(row.id)
    return true
  }

  return {
    reaches,
    finds: (resource, row) =>
      reaches(resource, row) && (resource.name !== 'user' || (row.id !== 1 && (isAgent || isAdmin || row.id === me))),
    readsCustom({ name }, row, isOpen) {
      if (name === 'ticket') return asAgent(row) || (isOpen && asCustomer(row))
      if (isAgent || isAdmin) return true
      return isOpen && (name === 'user' ? row.id === me : name === 'organization' && organizations.has(row.id))
    },
    knows: ({ name }, key) =>
      isAgent || isAdmin || !(name === 'user' ? oneselfNot.has(key) : openTo[name] && !openTo[name].has(key)),
    readsEnds({ name }, row, relation) {
      if (name === 'user' && relation === 'groups' && !agents.has(row.id)) return false
      if (isAgent || isAdmin || name === 'ticket' || name === 'article') return true
      if (name === 'user') return row.id === me
      return name === 'organization' && organizations.has(row.id)
    },
    reads({ name }, row, column) {
      if (name === 'ticket' && column === 'article_count' && !asAgent(row)) return openArticles(row)
      if (isAgent || isAdmin) return row[column]
      if (name === 'user' && row.id === me) return oneselfNot.has(column) ? undefined : row[column]
      if (name === 'user') return ofUser(row, column)
      if (name === 'organization' && organizations.has(row.id)) return row[column]
      const open = { organization: ofOrganization, group: ofGroup, role: ofRole }[name]
      return open && !open.has(column) ? undefined : row[column]
    },
  }
}

/** Of others one learns the names, and the full name where it is made of them. */
function ofUser(row: Row, column: string): unknown {
  const names = [row['firstname'], row['lastname']].filter((name) => typeof name === 'string')
  if (column === 'fullname') return row.id === 1 ? '' : names.join(' ').trim()
  return ['id', 'firstname', 'lastname', 'image_source', 'active'].includes(column) ? row[column] : undefined
}

const oneselfNot = new Set('web phone mobile fax department street zip city country address note'.split(' '))
const ofOrganization = new Set(['id', 'name', 'active'])
const ofRole = ofOrganization
const ofGroup = new Set([...ofOrganization, 'name_last', 'parent_id', 'follow_up_possible', 'reopen_time_in_days'])
/** What customers read of kinds whose records they all see alike. */
const openTo: Readonly<Record<string, ReadonlySet<string>>> = { group: ofGroup, role: ofRole }

/** The articles of a ticket that its customer reads. */
const openArticles = ({ article_count, internal_article_count }: Row): unknown =>
  article_count === null ? null : (article_count as number) - (internal_article_count as number)

/** The active users with an active role for agents: only their access to groups is shown. */
function agentsIn(tables: Tables): ReadonlySet<unknown> {
  const rows = (table: string) => tables[table] ?? []
  const right = rows('permissions').find(({ name }) => name === 'ticket.agent')?.['id']
  const granting = rows('permissions_roles').flatMap((pair) =>
    pair['permission_id'] === right ? [pair['role_id']] : [],
  )
  const active = rows('roles').flatMap(({ id, active: is }) => (is === true && granting.includes(id) ? [id] : []))
  const holding = new Set(rows('roles_users').flatMap((p) => (active.includes(p['role_id']) ? [p['user_id']] : [])))
  return new Set(rows('users').flatMap(({ id, active: is }) => (is === true && holding.has(id) ? [id] : [])))
}
