import type { EventId, FieldValues, WriteContext } from '../kernel/context.ts'
import type { Style } from '../templates/render.ts'
import type { Records } from '../templates/values.ts'
import type { Rule } from './rule.ts'

/** One run of a rule on a ticket. */
export interface RuleRun {
  readonly ctx: WriteContext
  readonly rule: Rule
  /** The columns and custom fields of the ticket. */
  readonly row: FieldValues
  /** The ticket, article and user that placeholders name. */
  readonly records: Records
  /** The locale and time zone of the texts. */
  readonly style: Omit<Style, 'output'>
  /** Reads the id of the event that started the rule; undefined for jobs, alarms and trials. */
  readonly eventId: EventId | undefined
}
