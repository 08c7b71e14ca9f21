/**
 * Who may do what with a ticket: one list of rules for each deed, in the order in which they are asked. The first that
 * holds decides. The condition that lists and searches add to their SQL, the check of a single ticket and the answer
 * to "why" are all made from these lists, so that none of them can say anything else.
 */
import type { Permission } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { type Actor, type Context, may } from '../../kernel/context.ts'

/** A rule: who has the permission, has to do with the tickets whose column holds one of these ids. */
export interface Rule {
  readonly name: string
  /** For people who ask why. */
  readonly sentence: string
  readonly permission: Permission
  /** Undefined: every ticket. */
  readonly column?: 'group_id' | 'customer_id' | 'organization_id'
  readonly among: (actor: Actor) => readonly number[]
}

/** As what somebody acts when a rule holds; `refused`: not at all, whatever comes after. */
export type As = 'agent' | 'customer' | 'admin' | 'refused'

/** What can be done with a ticket. */
export type Deed = 'see' | 'change' | 'answer' | 'create' | 'delete'

const inGroup = (level: 'read' | 'change' | 'create', what: string): Rule => ({
  name: `agent_${level}`,
  sentence: `An agent with ${level} or full access to the group of the ticket ${what}.`,
  permission: 'ticket.agent',
  column: 'group_id',
  among: (actor) => actor.groups[level],
})

const agentReads = inGroup('read', 'sees it')
const agentChanges = inGroup('change', 'changes it')
const agentCreates = inGroup('create', 'creates tickets and articles in it and moves tickets into it')
const onlyReads: Rule = {
  ...agentReads,
  name: 'agent_read_only',
  sentence: 'An agent who reads the group but may not change it does not change the ticket as its customer either.',
}
const isCustomer: Rule = {
  name: 'customer',
  sentence: 'The customer of the ticket sees and answers it.',
  permission: 'ticket.customer',
  column: 'customer_id',
  among: (actor) => [actor.id],
}
const sharesOrganization: Rule = {
  name: 'organization',
  sentence: 'Members of an organization that shares its tickets see and answer those of each other.',
  permission: 'ticket.customer',
  column: 'organization_id',
  among: (actor) => actor.sharedOrganizations,
}

const administrates: Rule = {
  name: 'admin',
  sentence: 'Administrators remove tickets, those too that they do not see.',
  permission: 'admin',
  among: () => [],
}

const asCustomer = [
  [isCustomer, 'customer'],
  [sharesOrganization, 'customer'],
] as const

/** The rules of each deed (reference, sections 5.6 and 6.4). */
export const rules: Readonly<Record<Deed, readonly (readonly [rule: Rule, as: As])[]>> = {
  see: [[agentReads, 'agent'], ...asCustomer],
  change: [[agentChanges, 'agent'], [onlyReads, 'refused'], ...asCustomer],
  answer: [[agentChanges, 'agent'], [agentCreates, 'agent'], [onlyReads, 'refused'], ...asCustomer],
  create: [[agentCreates, 'agent'], ...asCustomer],
  delete: [[administrates, 'admin']],
}

/** A ticket as far as rights depend on it. */
export type Owned = Readonly<Partial<Record<NonNullable<Rule['column']>, unknown>>>

/** Whether a rule holds for a ticket. */
export const holds = (rule: Rule, actor: Actor, ticket: Owned): boolean =>
  may(actor, rule.permission) &&
  (rule.column === undefined || rule.among(actor).includes(ticket[rule.column] as number))

/** As what somebody may do something with a ticket; undefined where no rule holds, or one that refuses. */
export function actsAs(deed: Deed, actor: Actor, ticket: Owned): Exclude<As, 'refused'> | undefined {
  const as = rules[deed].find(([rule]) => holds(rule, actor, ticket))?.[1]
  return as === 'refused' ? undefined : as
}

/**
 * Whether an agent may decide who reads a ticket: by its group, customer or organization, or by merging it into another
 * one. That takes `read` as well as `change`, because agents could otherwise move a ticket to where they read it.
 */
export const mayRedirect = (actor: Actor, ticket: Owned): boolean =>
  actsAs('change', actor, ticket) === 'agent' && actsAs('see', actor, ticket) === 'agent'

/** The tickets that the caller sees as an agent or as a customer, as a condition; undefined where there are none. */
export function seenAs(ctx: Context, as: As, table: string, use?: 'filter'): Expression<SqlBool>[] {
  return rules.see.flatMap(([rule, who]) => (who === as ? conditionOf(ctx, rule, table, use) : []))
}

function conditionOf({ actor, db }: Context, rule: Rule, table: string, use?: 'filter'): Expression<SqlBool>[] {
  const ids = may(actor, rule.permission) ? rule.among(actor) : []
  if (ids.length === 0 || rule.column === undefined) return []
  const column = sql.ref(`${table}.${rule.column}`)
  if (rule === isCustomer) return [sql<SqlBool>`${column} = ${ids[0]}`]
  return [db.dialect.among(use ? db.dialect.unindexed(column) : column, sql.val(`[${ids.join()}]`))]
}
