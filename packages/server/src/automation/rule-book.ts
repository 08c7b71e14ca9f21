/** Types of the compiled rules of a desk. */
import type { Actor } from '../kernel/context.ts'
import type { BusinessTime } from './business-time.ts'
import type { Condition } from './condition.ts'
import type { Rule } from './rule.ts'
import type { Requirement, RuleIndex } from './requirements.ts'
import type { Limits } from './sla-clocks.ts'

/** A compiled service level agreement. */
export interface Sla extends Limits {
  readonly id: number
  readonly name: string
  readonly condition: Condition
  /** The business hours of its calendar. */
  readonly time: BusinessTime
}

/** All rules of a desk. */
export interface RuleBook {
  readonly version: string
  /** The actor as whom rules act. */
  readonly actor: Actor
  readonly slas: readonly Sla[]
  /** The triggers that changes start (`action`), and those that points in time start (`time`). */
  readonly triggers: { readonly action: TriggerList; readonly time: TriggerList }
  /** Business hours by the id of their calendar. */
  readonly calendars: ReadonlyMap<number, BusinessTime>
  /** Ids of the states in which tickets do not escalate. */
  readonly pausingStates: ReadonlySet<number>
}

/** A trigger with its compiled condition. */
export interface Trigger extends Rule {
  readonly updated_at: string
  readonly activator: string
  readonly condition: Condition
  /** An additional requirement of a trigger whose `execution_condition_mode` is `selective`; undefined for other triggers. */
  readonly selectiveRequirement: Requirement | undefined
  readonly requirements: readonly Requirement[]
}

/** Triggers in the order in which they run. */
export interface TriggerList {
  readonly triggers: readonly Trigger[]
  readonly index: RuleIndex
}
