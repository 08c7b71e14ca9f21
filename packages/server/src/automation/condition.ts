/** Compiles the conditions of rules: comparisons that searches also have, and comparisons with the event of a ticket. */
import { resources } from '@deskbell/contract'
import { type Actor, type Context, declared, effective, type FieldValues } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { organizationsOf } from '../resources/ticket/related-values.ts'
import { bindForTriggers, boundCondition } from '../search/condition.ts'
import { type ConditionPart, type NamedComparison, partsOf } from '../search/condition-parts.ts'
import type { TicketEvent } from './events.ts'
import { allOf, type Predicate, predicateOf, negated, readOnce, anyOf, type Subject } from './predicates.ts'
import { type Requirement, requirementsOf } from './requirements.ts'

/** A compiled condition. */
export interface Condition {
  readonly isEmpty: boolean
  readonly holds: Predicate
  /** The columns of the ticket that the condition names. */
  readonly columns: ReadonlySet<string>
  /** Requirements that the event and the row must meet, or else the condition cannot hold; see `requirements.ts`. */
  readonly requirements: readonly Requirement[]
}

/** Compiles a comparison that searches do not support; undefined for one that they do. */
export type CompileSpecial = (comparison: NamedComparison) => Predicate | undefined

/**
 * Compiles a condition for tickets. Comparisons that depend on the current time or user are compiled at each evaluation,
 * all others once. An empty group of conditions always holds.
 * @param special compiles the comparisons that searches do not have.
 * @throws Fault `invalid` for a condition that cannot be understood.
 */
export function compileCondition(
  ctx: Context,
  condition: unknown,
  special: CompileSpecial = () => undefined,
): Condition {
  const columns = new Set<string>()
  const compileParsed = (parsed: ConditionPart): Predicate => {
    if (!('parts' in parsed)) {
      if (parsed.name.startsWith('ticket.')) columns.add(parsed.name.slice('ticket.'.length))
      return recordDecision(parsed, special(parsed) ?? comparisonPredicate(ctx, 'ticket', parsed))
    }
    const parts = parsed.parts.map((part, index) => compilePart(part, `${parsed.path}.conditions[${index}]`))
    if (parsed.logicalOperator === 'OR') return parts.length === 0 ? () => true : anyOf(parts)
    return parsed.logicalOperator === 'NOT' ? negated(anyOf(parts)) : allOf(parts)
  }
  const compilePart = (part: unknown, path: string): Predicate => allOf(partsOf(part, path).map(compileParsed))
  // Checks the limits and every part of the condition, because the parts are compiled one by one.
  boundCondition(ctx, resources.ticket, condition, { special: bindForTriggers })
  return {
    isEmpty: isEmpty(condition),
    holds: compilePart(condition, 'condition'),
    columns,
    requirements: requirementsOf(ctx, condition),
  }
}

/** Wraps a predicate so that it records which comparison was evaluated last: that one decided the result. */
const recordDecision =
  ({ path }: NamedComparison, part: Predicate): Predicate =>
  (subject, row) => {
    subject.lastComparison = path
    return part(subject, row)
  }

/** Returns true for an object without comparisons by attribute, and for a group of conditions that is empty. */
const isEmpty = (condition: unknown): boolean => {
  const { conditions, ...lines } = condition as { conditions?: unknown[] }
  return conditions === undefined ? Object.keys(lines).length === 0 : conditions.length === 0
}

/** Compiles a comparison with a ticket or with one of its articles. */
export function comparisonPredicate(
  ctx: Context,
  object: 'ticket' | 'article',
  comparison: NamedComparison,
): Predicate {
  const declarationOf = (name: string) => effective(ctx, declared(name))
  const resource = declarationOf(object)
  const { name, operator, value, range, preCondition } = comparison
  const condition = { name, operator, value, range, pre_condition: preCondition }
  if (!dependsOnContext(comparison))
    return predicateOf(declarationOf, resource, boundCondition(ctx, resource, condition))
  return async (subject, row) => {
    const zone = await settingOf(subject.ctx, 'timezone_default')
    const userCtx = { ...subject.ctx, actor: await currentUser(subject, preCondition) }
    const evaluate = predicateOf(declarationOf, resource, boundCondition(userCtx, resource, condition, { zone }))
    return evaluate(subject, row)
  }
}

/** Returns the user that `current_user` refers to: that of the event, or the service itself if there is no event. */
async function currentUser(subject: Subject, preCondition: unknown): Promise<Actor> {
  const { ctx, event } = subject
  const id = event?.user ?? ctx.actor.id
  if (preCondition !== 'current_user.organization_id') return { ...ctx.actor, id }
  const organizations = await readOnce(subject, 'organizations of the user', () => organizationsOf(ctx, id, true))
  return { ...ctx.actor, id, organizations }
}

/** Returns true if the result of a comparison depends on the current time or the current user. */
const dependsOnContext = ({ name, operator, preCondition }: NamedComparison): boolean =>
  operator.endsWith('(relative)') ||
  operator === 'today' ||
  // An owner has a replacement only while absent, which depends on the current day.
  name.endsWith('.out_of_office_replacement_id') ||
  String(preCondition).startsWith('current_user.')

/** Returns true if a ticket fulfills a condition. */
export const fulfills = async (condition: Condition, subject: Subject): Promise<boolean> =>
  condition.holds(subject, subject.row)

/** Prepares a ticket for the evaluation of conditions. */
export const subjectOf = (ctx: Subject['ctx'], row: FieldValues, event?: TicketEvent): Subject => ({
  ctx,
  id: row['id'] as number,
  row,
  cache: new Map(),
  event,
  lastComparison: undefined,
})
