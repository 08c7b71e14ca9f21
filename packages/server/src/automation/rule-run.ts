import type { EventId, FieldValues, WriteContext } from '../kernel/context.ts'
import type { Style } from '../templates/render.ts'
import type { Records } from '../templates/values.ts'
import type { Rule } from './rule.ts'

/** One run of a rule on a ticket. */
export interface RuleRun {
  readonly ctx: WriteContext
  readonly rule: Rule
  readonly row: FieldValues
  readonly records: Records
  readonly style: Omit<Style, 'output'>
  readonly eventId: EventId | undefined
}
