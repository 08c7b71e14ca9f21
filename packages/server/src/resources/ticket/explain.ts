import type { Actor } from '../../kernel/context.ts'
import { may } from '../../kernel/context.ts'
import { type Action, applies, type Ownership, rules } from './rights.ts'

/** Why somebody may do something with a ticket, or may not. */
export interface Verdict {
  readonly allowed: boolean
  /** As what: an agent, its customer, an administrator. */
  readonly as: string | null
  /** The rule that decided, or what hinders: `inactive`, `closed_ticket`; null where no rule holds. */
  readonly decided_by: string | null
  /** The rules in the order in which they are asked. */
  readonly rules: readonly {
    readonly rule: string
    readonly sentence: string
    readonly holds: boolean
    /** The permission that it asks for, and whether it is there. */
    readonly permission: string
    readonly has_permission: boolean
  }[]
}

/** What can stand in the way whatever the rules say. */
export interface Circumstances {
  /** Who is not active does nothing at all. */
  readonly active: boolean
  /** The ticket is not closed, or its group takes answers to closed tickets. */
  readonly followUp: boolean
}

/** Goes through the rules that every check goes through, and says what each of them found. */
export function explain(action: Action, actor: Actor, ticket: Ownership, { active, followUp }: Circumstances): Verdict {
  const asked = rules[action].map(([rule, as]) => ({ rule, as, holds: applies(rule, actor, ticket) }))
  const deciding = asked.find((one) => one.holds)
  const hindered = !active
    ? 'inactive'
    : deciding?.as === 'customer' && action !== 'see' && !followUp
      ? 'closed_ticket'
      : undefined
  const allowed = hindered === undefined && deciding !== undefined && deciding.as !== 'refused'
  return {
    allowed,
    as: allowed ? deciding.as : null,
    decided_by: hindered ?? deciding?.rule.name ?? null,
    rules: asked.map(({ rule, holds }) => ({
      rule: rule.name,
      sentence: rule.sentence,
      holds,
      permission: rule.permission,
      has_permission: may(actor, rule.permission),
    })),
  }
}
