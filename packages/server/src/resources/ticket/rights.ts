/**
 * Rights on tickets: an ordered list of rules for each action; the first rule that applies decides. The SQL conditions of
 * lists and searches, the check of a single ticket, the visibility of events and the explanation of a decision are all
 * derived from these lists, so they cannot disagree.
 */
import type { Permission } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { type Actor, type Context, may } from '../../kernel/context.ts'
import { anyOf } from '../conditions.ts'

/** A rule applies to an actor with the permission and to a ticket whose column holds one of the ids. */
export interface Rule {
  readonly name: string
  /** Explanation for API users. */
  readonly sentence: string
  readonly permission: Permission
  /** If absent, the rule applies to every ticket. */
  readonly column?: TicketColumn
  /** Returns the ids of the actor that the column is compared with: of groups, of organizations, or the actor's own. */
  readonly ids: (actor: Actor) => readonly number[]
}

/** The role in which a rule lets the actor act. `refused` denies the action, regardless of later rules. */
export type ActingRole = 'agent' | 'customer' | 'admin' | 'refused'

/** The actions on a ticket; `list` is its appearance in overviews. */
export type Action = 'see' | 'list' | 'change' | 'answer' | 'create' | 'delete'

/** The columns of a ticket that rights depend on. */
export const rightsColumns = ['group_id', 'customer_id', 'organization_id'] as const
type TicketColumn = (typeof rightsColumns)[number]

const agentWith = (level: 'read' | 'overview' | 'change' | 'create', effect: string): Rule => ({
  name: `agent_${level}`,
  sentence: `An agent with ${level} or full access to the group of the ticket ${effect}.`,
  permission: 'ticket.agent',
  column: 'group_id',
  ids: (actor) => actor.groups[level],
})

const agentReads = agentWith('read', 'sees it')
const agentLists = agentWith('overview', 'finds it in overviews')
const agentChanges = agentWith('change', 'changes it')
const agentCreates = agentWith(
  'create',
  'writes articles on it, and creates tickets in this group or moves them into it',
)
const agentReadsOnly: Rule = {
  ...agentReads,
  name: 'agent_read_only',
  sentence: 'An agent who reads the group but may not change it does not change the ticket as its customer either.',
}
const isCustomer: Rule = {
  name: 'customer',
  sentence: 'The customer of the ticket creates, sees, answers and changes it.',
  permission: 'ticket.customer',
  column: 'customer_id',
  ids: (actor) => [actor.id],
}
const sharesOrganization: Rule = {
  name: 'organization',
  sentence: 'Members of an organization that shares its tickets see, answer and change those of each other.',
  permission: 'ticket.customer',
  column: 'organization_id',
  ids: (actor) => actor.sharedOrganizations,
}

const isAdministrator: Rule = {
  name: 'admin',
  sentence: 'Administrators remove tickets, including those that they do not see.',
  permission: 'admin',
  ids: () => [],
}

const customerRules = [
  [isCustomer, 'customer'],
  [sharesOrganization, 'customer'],
] as const

/** The rules of each action, in order. */
export const rules: Readonly<Record<Action, readonly (readonly [rule: Rule, role: ActingRole])[]>> = {
  see: [[agentReads, 'agent'], ...customerRules],
  list: [[agentLists, 'agent'], ...customerRules],
  change: [[agentChanges, 'agent'], [agentReadsOnly, 'refused'], ...customerRules],
  answer: [[agentChanges, 'agent'], [agentCreates, 'agent'], [agentReadsOnly, 'refused'], ...customerRules],
  create: [[agentCreates, 'agent'], ...customerRules],
  delete: [[isAdministrator, 'admin']],
}

/** The values of a ticket that rights depend on. */
export type Ownership = Readonly<Partial<Record<TicketColumn, unknown>>>

/** Returns true if a rule applies to a ticket. */
export const applies = (rule: Rule, actor: Actor, ticket: Ownership): boolean =>
  may(actor, rule.permission) && (rule.column === undefined || rule.ids(actor).includes(ticket[rule.column] as number))

/** Returns the role in which an actor may do something with a ticket; undefined if the actor may not. */
export function roleFor(action: Action, actor: Actor, ticket: Ownership): Exclude<ActingRole, 'refused'> | undefined {
  // Only the service itself acts in one role on all tickets.
  if (actor.onAllTickets) return actor.onAllTickets
  const role = rules[action].find(([rule]) => applies(rule, actor, ticket))?.[1]
  return role === 'refused' ? undefined : role
}

/**
 * Returns true if an agent may change the group, customer or organization of a ticket, or merge it: any of these changes who
 * can read it. This requires `read` as well as `change`; otherwise agents could move a ticket that they cannot read to a group
 * that they can read.
 */
export const mayRedirect = (actor: Actor, ticket: Ownership): boolean =>
  roleFor('change', actor, ticket) === 'agent' && roleFor('see', actor, ticket) === 'agent'

/** Returns true if an actor sees every ticket, including internal articles, so that queries need no condition. */
export const seesAllTickets = (actor: Actor): boolean =>
  actor.onAllTickets === 'agent' || (may(actor, agentReads.permission) && actor.readsAllGroups)

/** Returns true if overviews show an actor every ticket that the actor sees. */
export const listsAllVisible = (actor: Actor): boolean =>
  !may(actor, agentLists.permission) || agentReads.ids(actor).every((group) => agentLists.ids(actor).includes(group))

/** A column and the ids in it that give an actor a right. */
interface Grant {
  readonly rule: Rule
  readonly role: ActingRole
  readonly column: TicketColumn
  readonly ids: readonly number[]
}

/** Returns the columns and ids that give an actor the right to an action. Rules that match no id are omitted. */
export function grantsOf(action: Action, actor: Actor): Grant[] {
  return rules[action].flatMap(([rule, role]) => {
    const ids = rule.column && may(actor, rule.permission) ? rule.ids(actor) : []
    return rule.column && ids.length > 0 ? [{ rule, role, column: rule.column, ids }] : []
  })
}

/**
 * Returns the condition on `table` for the tickets that the caller sees in a role; undefined if there are none.
 * @param use `filter` keeps the database from using the index on the group: see `Scope`.
 */
export function seenCondition(
  ctx: Context,
  role: 'agent' | 'customer',
  table: string,
  use?: 'filter',
): Expression<SqlBool> | undefined {
  const grants = grantsOf('see', ctx.actor).filter((grant) => grant.role === role)
  const conditions = grants.map((grant) => conditionOf(ctx, grant, table, use))
  return conditions.length > 1 ? anyOf(conditions) : conditions[0]
}

function conditionOf({ db }: Context, { rule, column: name, ids }: Grant, table: string, use?: 'filter') {
  const column = sql.ref(`${table}.${name}`)
  if (rule === isCustomer) return sql<SqlBool>`${column} = ${ids[0]}`
  return db.dialect.among(use ? db.dialect.unindexed(column) : column, sql.val(`[${ids.join()}]`))
}
