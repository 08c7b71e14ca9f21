import { invalid } from '../../errors/fault.ts'
import type { FieldValues, Rules } from '../../kernel/context.ts'
import { sanitized } from '../values.ts'
import { conditionsIn, effectsIn } from './effects.ts'

/** Validates conditions and effects, so that a filter fails when it is written and not when mail arrives. */
export const postmasterFilterRules: Rules = {
  derive(_, { values }) {
    const { match, perform } = values as Readonly<Record<string, FieldValues | undefined>>
    if (match && conditionsIn(match).length === 0) throw invalid('match', 'match: at least one condition is required.')
    if (perform) effectsIn(perform)
    return sanitized(values, 'note')
  },
}
