/** The rules of a desk as they are applied. Types only. */
import type { Actor } from '../kernel/context.ts'
import type { BusinessTime } from './business-time.ts'
import type { Condition } from './condition.ts'
import type { Rule } from './rule.ts'
import type { Requirement, RuleIndex } from './requirements.ts'
import type { Limits } from './sla-clocks.ts'

/** A service level agreement that is ready to be applied. */
export interface Sla extends Limits {
  readonly id: number
  readonly name: string
  readonly condition: Condition
  readonly time: BusinessTime
}

/** All rules of a desk. */
export interface RuleBook {
  readonly version: string
  /** The actor in whose name rules act. */
  readonly actor: Actor
  readonly slas: readonly Sla[]
  /** The triggers that changes start, and those that points in time start. */
  readonly triggers: { readonly action: TriggerList; readonly time: TriggerList }
  /** Business hours by the id of their calendar. */
  readonly calendars: ReadonlyMap<number, BusinessTime>
  /** Ids of the states in which tickets do not escalate. */
  readonly pausing: ReadonlySet<number>
}

export interface Trigger extends Rule {
  readonly updated_at: string
  readonly activator: string
  readonly condition: Condition
  /** The requirement for testing the trigger at all; undefined if it is tested after every change. */
  readonly occasion: Requirement | undefined
  readonly requirements: readonly Requirement[]
}

export interface TriggerList {
  readonly triggers: readonly Trigger[]
  readonly index: RuleIndex
}
