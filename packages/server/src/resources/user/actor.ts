import { type Access, accessLevels, systemUser } from '@deskbell/contract'
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../../db/dialect.ts'
import type { Tables } from '../../db/tables.ts'
import { attributesVersionName, resourcesFor } from '../object_attribute/effective.ts'
import type { Actor, Context, Desk } from '../../kernel/context.ts'
import type { ReadCache } from '../../kernel/cache.ts'
import { type Placeholder, writeStatement } from '../../kernel/statement.ts'

/**
 * Loads a user as an actor: permissions by active roles, groups by access level, organizations. The result is cached until
 * the next commit.
 * @param limit the permissions a token is limited to.
 * @param inactive `even inactive` also loads inactive users, for administrators who act for them.
 * @returns undefined if the user does not exist, or is inactive and `inactive` is not set.
 */
export function actorOf(
  desk: Desk,
  cache: ReadCache,
  user: number,
  limit?: readonly string[],
  inactive?: 'even inactive',
): Promise<Actor | undefined> {
  const key = `${user}:${limit?.join() ?? '*'}`
  const loadUser = () => load({ desk, db: desk.database }, user, { key, limit, inactive })
  return cache.getOrCompute(`actor:${key}:${inactive ?? ''}`, loadUser, CACHED_SIZE)
}

/** Estimated size of an actor in the cache, in bytes. */
const CACHED_SIZE = 4096

/** Loads an active user as an actor, in a transaction; undefined if there is none. */
export const actorIn = (unit: ReadConnection, user: number): Promise<Actor | undefined> =>
  load(unit, user, { key: `${user}:*` })

/**
 * Returns the context for writes of the service itself, such as commands and mail. The usual rules apply, with the rights
 * of an administrator who is an agent of every group.
 */
export async function asSystem(desk: Desk): Promise<Context> {
  const connection = { desk, db: desk.database }
  return { ...connection, cache: await desk.cache.current(), actor: await systemActor(connection) }
}

/** Returns the actor of the service itself; see `asSystem`. */
export async function systemActor(connection: ReadConnection): Promise<Actor> {
  const options = { key: 'system', inactive: 'even inactive', permissions: ['admin', 'ticket.agent'] } as const
  const actor = await load(connection, systemUser, options)
  if (!actor) throw new Error('The system user is missing; run deskbell check.')
  return { ...actor, onAllTickets: 'agent' }
}

/** The connection to read from: that of a unit of work or of the desk. */
type ReadConnection = Pick<Context, 'desk' | 'db'>

/** Returns the levels of access of an actor by the id of the group; `full` stands for all levels. */
export function accessByGroup({ groups }: Actor): Record<number, readonly Access[]> {
  const ids = [...new Set(Object.values(groups).flat())].toSorted((a, b) => a - b)
  const levels = (id: number) => accessLevels.filter((level) => groups[level].includes(id))
  return Object.fromEntries(ids.map((id) => [id, groups.full.includes(id) ? (['full'] as const) : levels(id)]))
}

interface LoadOptions {
  readonly key: string
  readonly limit?: readonly string[] | undefined
  readonly inactive?: 'even inactive' | undefined
  /** Replaces the permissions of the roles. */
  readonly permissions?: readonly string[]
}

async function load(
  connection: ReadConnection,
  id: number,
  { key, limit, inactive, ...options }: LoadOptions,
): Promise<Actor | undefined> {
  const { dialect, sql: db } = connection.db
  const [row] = await writeStatement(connection, 'actor', (input) => actorQuery(db, dialect, input))(id)
  if (!row) return undefined
  const [login, active, allGroups, attributes, ...lists] = row as [string, unknown, number, unknown, ...string[]]
  if (!active && !inactive) return undefined
  const rights = rightsIn(lists, allGroups, options.permissions)
  const actor = {
    ...rights,
    id,
    key,
    login,
    permissions: new Set(rights.permissions),
    limit: limit && new Set(limit),
    resources: {},
    memo: memoOf(connection.desk, `${key} ${JSON.stringify(rights)} ${attributes as string}`),
  }
  return attributes ? { ...actor, resources: await resourcesFor(connection.db, actor) } : actor
}

/**
 * Parses the rights of a user.
 * @param lists the lists in a row of `actorQuery`, as JSON.
 * @param allGroups the number of groups of the desk.
 * @param replacement the permissions to use instead of those in `lists`, if any.
 */
function rightsIn(lists: readonly string[], allGroups: number, replacement: LoadOptions['permissions']) {
  const [organizations, sharedOrganizations, permissions, access] = lists.map((list) => JSON.parse(list)) as Lists
  const groups = accessIn(access.map((pair) => pair.split(' ') as [string, Access]))
  return {
    permissions: replacement ?? permissions.toSorted(),
    groups,
    readsAllGroups: groups.read.length === allGroups,
    organizations: organizations.toSorted((a, b) => a - b),
    sharedOrganizations: sharedOrganizations.toSorted((a, b) => a - b),
  }
}

/** Maximum number of distinct rights whose compiled statements are cached. Only desks with thousands of agents have more. */
const MAX_MEMOS = 1000

/** Returns the cache of compiled statements for these rights. It survives commits, because rights rarely change. */
function memoOf({ memos }: Desk, rights: string): Map<string, unknown> {
  const memo = memos.get(rights) ?? new Map<string, unknown>()
  if (memos.size >= MAX_MEMOS) memos.clear()
  memos.set(rights, memo)
  return memo
}

/** Ids of the user's organizations and of those that share tickets, names of permissions, and group ids with an access level. */
type Lists = [organizations: number[], shared: number[], permissions: string[], groups: string[]]

/**
 * Builds the statement that loads a user with all rights; lists are JSON arrays. It is a single statement, because every
 * request waits for it if the database is a server.
 */
function actorQuery(db: Kysely<Tables>, dialect: Dialect, input: Placeholder) {
  const primary = db.selectFrom('users').select('organization_id').where('id', '=', input<number>(0))
  const secondary = db.selectFrom('organizations_users').select('organization_id')
  // A union of both, because with `or`, PostgreSQL would read all organizations.
  const own = primary.unionAll(secondary.where('user_id', '=', input<number>(0)))
  const organizations = db.selectFrom('organizations').where('id', 'in', own)
  const ids = dialect.integersAsJson(sql.ref('id')).as('ids')
  const permissions = permissionQuery(db, input).as('granted')
  const groups = groupQuery(db, input).as('given')
  return db
    .selectFrom('users')
    .select((eb) => [
      'login',
      'active',
      eb.selectFrom('groups').select(eb.fn.countAll<number>().as('count')).as('all_groups'),
      // The version of the custom fields; null if there never were any.
      eb.selectFrom('settings').select('value').where('name', '=', attributesVersionName).as('attributes'),
      organizations.select(ids).as('organizations'),
      organizations.where('shared', '=', true).select(ids).as('shared'),
      eb
        .selectFrom(permissions)
        .select(dialect.textsAsJson(sql.ref('name')).as('names'))
        .as('permissions'),
      eb
        .selectFrom(groups)
        .select(dialect.textsAsJson(sql`group_id || ' ' || access`).as('pairs'))
        .as('groups'),
    ])
    .where('users.id', '=', input<number>(0))
}

const permissionQuery = (db: Kysely<Tables>, input: Placeholder) =>
  rolesOf(db, input)
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('permissions.name')
    .where('permissions.active', '=', true)
    .distinct()

/** Selects the group access of the user and of the active roles of the user. */
const groupQuery = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('groups_users')
    .select(['group_id', 'access'])
    .where('user_id', '=', input<number>(0))
    .union(
      rolesOf(db, input)
        .innerJoin('groups_roles', 'groups_roles.role_id', 'roles.id')
        .select(['groups_roles.group_id', 'groups_roles.access']),
    )

const rolesOf = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('roles_users')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .where('roles_users.user_id', '=', input<number>(0))
    .where('roles.active', '=', true)

function accessIn(rows: readonly [id: string, Access][]): Record<Access, number[]> {
  const groups = (level: Access) =>
    rows.filter(([, access]) => access === level || access === 'full').map(([id]) => Number(id))
  return Object.fromEntries(
    accessLevels.map((level) => [level, [...new Set(groups(level))].toSorted((a, b) => a - b)]),
  ) as Record<Access, number[]>
}
