/** Conditions of rules: the comparisons of searches, and comparisons with the event that happened to a ticket. */
import { resources } from '@deskbell/contract'
import { type Actor, type Context, declared, effective, type FieldValues } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { organizationsOf } from '../resources/ticket/facts.ts'
import { boundCondition } from '../search/condition.ts'
import { type Leaf, type Line, partsOf } from '../search/condition-parts.ts'
import type { TicketEvent } from './events.ts'
import { every, type Predicate, predicateOf, negated, readOnce, some, type Subject } from './predicates.ts'
import { type Requirement, requirementsOf } from './requirements.ts'

/** A compiled condition. */
export interface Condition {
  readonly isEmpty: boolean
  readonly holds: Predicate
  /** The columns of the ticket that it names. */
  readonly columns: ReadonlySet<string>
  /** Requirements of the event and the row that are necessary for the condition to hold. */
  readonly requirements: readonly Requirement[]
}

/** Compiles a comparison that searches do not support; undefined for one that they do. */
export type SpecialLine = (line: Line) => Predicate | undefined

/**
 * Compiles a condition for tickets. Comparisons that depend on the current time or user are translated when they are
 * evaluated, all others once.
 * @throws Fault `invalid` for a condition that cannot be understood.
 */
export function compileCondition(ctx: Context, given: unknown, special: SpecialLine = () => undefined): Condition {
  const columns = new Set<string>()
  const readLeaf = (leaf: Leaf): Predicate => {
    if (!('parts' in leaf)) {
      if (leaf.name.startsWith('ticket.')) columns.add(leaf.name.slice('ticket.'.length))
      return noting(leaf, special(leaf) ?? linePredicate(ctx, 'ticket', leaf))
    }
    const parts = leaf.parts.map((part, at) => read(part, `${leaf.path}.conditions[${at}]`))
    if (leaf.sign === 'OR') return parts.length === 0 ? () => true : some(parts)
    return leaf.sign === 'NOT' ? negated(some(parts)) : every(parts)
  }
  const read = (part: unknown, path: string): Predicate => every(partsOf(part, path).map(readLeaf))
  // Checks the limits and every part of the condition, because the parts are compiled one by one.
  boundCondition(ctx, resources.ticket, given, { changes: true })
  return { isEmpty: isEmpty(given), holds: read(given, 'condition'), columns, requirements: requirementsOf(ctx, given) }
}

/** Records which comparison is evaluated; the last one explains the result. */
const noting =
  ({ path }: Line, part: Predicate): Predicate =>
  (subject, row) => {
    subject.decided = path
    return part(subject, row)
  }

const isEmpty = (given: unknown): boolean => {
  const { conditions, ...lines } = given as { conditions?: unknown[] }
  return conditions === undefined ? Object.keys(lines).length === 0 : conditions.length === 0
}

/** Compiles a comparison with a ticket or with one of its articles. */
export function linePredicate(ctx: Context, about: 'ticket' | 'article', line: Line): Predicate {
  const at = (name: string) => effective(ctx, declared(name))
  const resource = at(about)
  const { name, operator, value, range, preCondition } = line
  const given = { name, operator, value, range, pre_condition: preCondition }
  if (!dependsOnContext(line)) return predicateOf(at, resource, boundCondition(ctx, resource, given))
  return async (subject, row) => {
    const zone = await settingOf(subject.ctx, 'timezone_default')
    const ctx = { ...subject.ctx, actor: await currentUser(subject, preCondition) }
    return predicateOf(at, resource, boundCondition(ctx, resource, given, { zone }))(subject, row)
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
const dependsOnContext = ({ name, operator, preCondition }: Line): boolean =>
  operator.endsWith('(relative)') ||
  operator === 'today' ||
  name.endsWith('.out_of_office_replacement_id') ||
  String(preCondition).startsWith('current_user.')

/** Returns true if a ticket fulfills a condition. */
export const fulfills = async (condition: Condition, subject: Subject): Promise<boolean> =>
  condition.holds(subject, subject.row)

/** Returns a ticket, to evaluate conditions on it. */
export const subjectOf = (ctx: Subject['ctx'], row: FieldValues, event?: TicketEvent): Subject => ({
  ctx,
  id: row['id'] as number,
  row,
  known: new Map(),
  event,
  decided: undefined,
})
