import type { FieldValues, WriteContext } from '../kernel/context.ts'
import type { Style } from '../templates/render.ts'
import type { Records } from '../templates/values.ts'
import type { Rule } from './rule.ts'

/** A rule that acts on a ticket, with what its texts need. */
export interface Act {
  readonly ctx: WriteContext
  readonly rule: Rule
  readonly row: FieldValues
  readonly records: Records
  readonly style: Omit<Style, 'as'>
  readonly event_id: number | undefined
}
