import { type Resource, resources } from '@deskbell/contract'
import type { Database } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Row } from './model.ts'

/** All rows of the tables of resources and of their relations, by table. */
export type Tables = Readonly<Record<string, readonly Record<string, unknown>[]>>

/**
 * The permissions of one caller, implemented a second time and differently from the service, so that tests can compare the
 * two.
 */
export interface Visibility {
  /** Returns true if a search of the resource can find the record; false for the system user (1). */
  finds(resource: Resource, row: Row): boolean
  /** Returns true if the caller sees the record as the target of a relation. */
  reaches(resource: Resource, row: Row): boolean
  /**
   * Returns true if the caller can read custom fields of the record.
   * @param isOpen true if the field is for everyone, not only for agents.
   */
  readsCustom(resource: Resource, row: Row, isOpen: boolean): boolean
  /** Returns true if the caller can read a field or relation in at least one record; queries with other fields are rejected. */
  hasField(resource: Resource, name: string): boolean
  /** Returns true if a relation to many is shown with the record. */
  readsRelation(resource: Resource, row: Row, relation: string): boolean
  /** The value of a column as the caller reads it; undefined if they may not. */
  reads(resource: Resource, row: Row, column: string): unknown
}

const pairTables = [
  'tickets_tags',
  'roles_users',
  'groups_users',
  'groups_roles',
  'organizations_users',
  'permissions_roles',
]

/** Reads these tables. */
export async function tablesOf(database: Database): Promise<Tables> {
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of [...pairTables, ...Object.values<Resource>(resources).map(({ path }) => path)]) {
    tables[table] = await dynamic(database).selectFrom(table).selectAll().execute()
  }
  return tables
}

/** The visibility of a user. */
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
    if (name === 'outbox_message') return row['created_by_id'] === me
    if (name === 'draft')
      return (
        row['created_by_id'] === me &&
        (row['ticket_id'] === null || reaches(resources.ticket, byId('tickets', row['ticket_id']) as Row))
      )
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
    hasField: ({ name }, key) =>
      isAgent ||
      isAdmin ||
      !(name === 'user' ? hiddenFromSelf.has(key) : name === 'organization' ? key === 'note' : isUnreadable(name, key)),
    readsRelation({ name }, row, relation) {
      if (name === 'user' && relation === 'groups' && !agents.has(row.id)) return false
      if (isAgent || isAdmin || name === 'ticket' || name === 'article') return true
      if (name === 'user') return row.id === me
      return name === 'organization' && organizations.has(row.id)
    },
    reads({ name }, row, column) {
      if (name === 'ticket' && column === 'article_count' && !asAgent(row)) return openArticles(row)
      if (isAgent || isAdmin) return row[column]
      if (name === 'user' && row.id === me) return hiddenFromSelf.has(column) ? undefined : row[column]
      if (name === 'user') return ofUser(row, column)
      if (name === 'organization' && organizations.has(row.id)) return column === 'note' ? undefined : row[column]
      const columns = { organization: ofOrganization, group: ofGroup, role: ofRole }[name]
      return columns && !columns.has(column) ? undefined : row[column]
    },
  }
}

/** Of other users, customers see the names. The full name may contain an address, so it is built from the names. */
function ofUser(row: Row, column: string): unknown {
  const names = [row['firstname'], row['lastname']].filter((name) => typeof name === 'string')
  if (column === 'fullname') return row.id === 1 ? '' : names.join(' ').trim()
  return ['id', 'firstname', 'lastname', 'image_source', 'active'].includes(column) ? row[column] : undefined
}

/** The columns of their own record that customers cannot read. */
const hiddenFromSelf = new Set('web phone mobile fax department street zip city country address note'.split(' '))
/** The columns that customers read of organizations other than their own. */
const ofOrganization = new Set(['id', 'name', 'active'])
const ofRole = ofOrganization
const ofGroup = new Set([...ofOrganization, 'name_last', 'parent_id', 'follow_up_possible', 'reopen_time_in_days'])
/** The columns that customers read of resources whose records are all visible to them. */
const readableByCustomers: Readonly<Record<string, ReadonlySet<string>>> = { group: ofGroup, role: ofRole }

const isUnreadable = (name: string, key: string): boolean => readableByCustomers[name]?.has(key) === false

/** The number of articles of a ticket that its customer can read. */
const openArticles = ({ article_count, internal_article_count }: Row): unknown =>
  article_count === null ? null : (article_count as number) - (internal_article_count as number)

/** The active users with an active role that has the permission `ticket.agent`: only their access to groups is shown. */
function agentsIn(tables: Tables): ReadonlySet<unknown> {
  const rows = (table: string) => tables[table] ?? []
  const permissionId = rows('permissions').find(({ name }) => name === 'ticket.agent')?.['id']
  const granting = rows('permissions_roles').flatMap((pair) =>
    pair['permission_id'] === permissionId ? [pair['role_id']] : [],
  )
  const active = rows('roles').flatMap(({ id, active: isActive }) =>
    isActive === true && granting.includes(id) ? [id] : [],
  )
  const holding = new Set(
    rows('roles_users').flatMap((pair) => (active.includes(pair['role_id']) ? [pair['user_id']] : [])),
  )
  return new Set(
    rows('users').flatMap(({ id, active: isActive }) => (isActive === true && holding.has(id) ? [id] : [])),
  )
}
