import type { Actor } from '../../kernel/context.ts'
import { may } from '../../kernel/context.ts'
import { type Action, applies, type Ownership, rules } from './rights.ts'

/** Explains why a user may or may not do something with a ticket. */
export interface Explanation {
  readonly allowed: boolean
  /** The role in which the user acts: agent, customer or admin. */
  readonly as: string | null
  /** Name of the deciding rule, or `inactive` or `closed_ticket`; null if no rule applies. */
  readonly decided_by: string | null
  /** The rules in the order in which they are evaluated. */
  readonly rules: readonly {
    readonly rule: string
    readonly sentence: string
    readonly holds: boolean
    /** The permission that the rule requires, and whether the user has it. */
    readonly permission: string
    readonly has_permission: boolean
  }[]
}

/** Facts that can deny an action regardless of the rules. */
export interface Circumstances {
  readonly isActive: boolean
  /** True if the ticket is open, or its group allows replies to closed tickets. */
  readonly allowsReply: boolean
}

/** Evaluates the rules of an action and reports the result of each. */
export function explain(
  action: Action,
  actor: Actor,
  ticket: Ownership,
  { isActive, allowsReply }: Circumstances,
): Explanation {
  const evaluated = rules[action].map(([rule, as]) => ({ rule, as, holds: applies(rule, actor, ticket) }))
  const deciding = evaluated.find(({ holds }) => holds)
  const writesAsCustomer = deciding?.as === 'customer' && action !== 'see'
  const closedTicket = writesAsCustomer && !allowsReply ? 'closed_ticket' : undefined
  const obstacle = isActive ? closedTicket : 'inactive'
  const allowed = obstacle === undefined && deciding !== undefined && deciding.as !== 'refused'
  return {
    allowed,
    as: allowed ? deciding.as : null,
    decided_by: obstacle ?? deciding?.rule.name ?? null,
    rules: evaluated.map(({ rule, holds }) => ({
      rule: rule.name,
      sentence: rule.sentence,
      holds,
      permission: rule.permission,
      has_permission: may(actor, rule.permission),
    })),
  }
}
