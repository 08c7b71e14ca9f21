/** Prepares triggers, with an index of their requirements. */
import type { FieldValues } from '../kernel/context.ts'
import type { Condition } from './condition.ts'
import { indexRules, type Requirement } from './requirements.ts'
import type { Trigger, TriggerList } from './rule-book.ts'

/** The columns of a trigger that its run depends on. */
export interface TriggerRow {
  readonly id: number
  readonly name: string
  readonly activator: string
  readonly execution_condition_mode: string
  readonly perform: FieldValues
  readonly disable_notification: boolean
  readonly localization: string | null
  readonly timezone: string | null
  readonly updated_at: string
}

/** Combines triggers with their index. */
export const listOf = (triggers: readonly Trigger[]): TriggerList => ({ triggers, index: indexRules(triggers) })

/** Combines the row of a trigger with its compiled condition. */
export function triggerOf(row: TriggerRow, condition: Condition): Trigger {
  const { id, name, activator, perform, disable_notification: isSilent, localization, timezone, updated_at } = row
  const isSelective = activator === 'action' && row.execution_condition_mode === 'selective'
  const selectiveRequirement = isSelective ? requirementOfSelective(condition) : undefined
  return {
    source: { type: 'Trigger', id, name, isSilent },
    activator,
    perform,
    localization,
    timezone,
    updated_at,
    condition,
    selectiveRequirement,
    requirements: [...condition.requirements, ...(selectiveRequirement ? [selectiveRequirement] : [])],
  }
}

/**
 * Returns the requirement of a selective trigger: an update must add an article or change a column that the condition
 * names. Other events always meet it.
 */
const requirementOfSelective = ({ columns }: Condition): Requirement => [
  'event:create',
  'event:update.merged_into',
  'event:update.received_merge',
  'article',
  ...[...columns].map((column) => `changed:${column}`),
]
