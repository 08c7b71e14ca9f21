import { sql, type SqlBool } from 'kysely'
import { visibleFields, idsKey, relationOf, resources } from '@deskbell/contract'
import { type Actor, type Context, effective, may, type Scope, type Slice } from '../../kernel/context.ts'
import { everything } from '../../kernel/scope.ts'
import { anyOf } from '../conditions.ts'
import { isAgent } from './is-agent.ts'

const seesAllUsers = (actor: Actor): boolean => may(actor, 'ticket.agent', 'admin.user')

/** Selects all users for agents and user administrators, and only themselves for others. */
const userScope: Scope = ({ actor }, table) =>
  seesAllUsers(actor) ? undefined : sql<SqlBool>`${sql.ref(`${table}.id`)} = ${actor.id}`

/**
 * Selects the users that may be read by id: in addition, customers read the users whose primary organization is one of theirs,
 * limited by the field mask.
 */
const userReadScope: Scope = (ctx, table) => {
  const { actor, db } = ctx
  if (seesAllUsers(actor)) return undefined
  const members = db.dialect.among(sql.ref(`${table}.organization_id`), sql.val(`[${actor.organizations.join()}]`))
  return anyOf([userScope(ctx, table), members])
}

/** Fields that customers see of other users. */
const visibleToOthers = new Set(['id', 'firstname', 'lastname', 'fullname', 'image', 'image_source', 'active'])

/** Fields that customers do not see of themselves. */
const hiddenFromSelf = new Set([
  'web',
  'phone',
  'mobile',
  'fax',
  'department',
  'street',
  'zip',
  'city',
  'country',
  'address',
  'note',
])
const everyKey = [
  ...visibleFields(resources.user).flatMap(([name]) => [name, relationOf(name)]),
  ...[...Object.keys(resources.user.many), ...resources.user.alwaysEmpty].flatMap((name) => [name, idsKey(name)]),
]
const visibleToSelf = new Set(everyKey.filter((name) => !hiddenFromSelf.has(name)))

/** Returns the fields that customers see of themselves, including custom fields on a screen for customers. */
function fieldsOfSelf(ctx: Context): ReadonlySet<string> {
  const { fields } = effective(ctx, resources.user)
  if (fields === resources.user.fields) return visibleToSelf
  const visibleCustom = Object.entries(fields).flatMap(([name, { custom, hidden }]) =>
    custom && !hidden ? [name] : [],
  )
  return new Set([...visibleToSelf, ...visibleCustom])
}

const isNamed = (table: string) =>
  sql<SqlBool>`trim(coalesce(${sql.ref(`${table}.firstname`)}, '') || coalesce(${sql.ref(`${table}.lastname`)}, '')) <> ''`

/**
 * Hides the group access of users who are not active agents: it is stored, but has no effect. `pair` is the table of the access,
 * `groups_users`.
 */
const hasGroups = sql<SqlBool>`(exists (select 1 from users where users.id = pair.user_id and users.active) and ${isAgent('pair.user_id')})`

export const userScopes: Slice = {
  listScope: userScope,
  readScope: userReadScope,
  pairCondition: { groups: hasGroups },
  fieldMask(ctx) {
    if (seesAllUsers(ctx.actor)) return undefined
    const own = fieldsOfSelf(ctx)
    return (id) => (id === ctx.actor.id ? own : visibleToOthers)
  },
  publicFields: visibleToOthers,
  searchViews(ctx, table) {
    if (seesAllUsers(ctx.actor)) return [everything]
    const own = fieldsOfSelf(ctx)
    return [
      { rows: sql<SqlBool>`${sql.ref(`${table}.id`)} = ${ctx.actor.id}`, sees: (column) => own.has(column) },
      // The full name of users without first and last name is their address, so it is not searched.
      { rows: isNamed(table), sees: (column) => visibleToOthers.has(column) },
      { rows: undefined, sees: (column) => column !== 'fullname' && visibleToOthers.has(column) },
    ]
  },
  columns: ({ actor }, table) => (seesAllUsers(actor) ? {} : namesForCustomers(actor.id, table)),
}

/**
 * Names of users as customers read them. The stored full name and the login may be e-mail addresses, which other users
 * must not see. With `expand`, the login is the name of a reference to a user.
 */
function namesForCustomers(caller: number, table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const fullname = sql`trim(coalesce(${column('firstname')}, '') || ' ' || coalesce(${column('lastname')}, ''))`
  return {
    fullname: sql`case ${column('id')} when ${caller} then ${column('fullname')} when 1 then '' else ${fullname} end`,
    login: sql`case when ${column('id')} in (${caller}, 1) then ${column('login')} else ${fullname} end`,
  }
}
