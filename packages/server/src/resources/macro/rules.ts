import type { Rules } from '../../kernel/rules.ts'
import { effectOf } from './perform.ts'

/** What a macro does has to be something that can be done. */
export const macroRules: Rules = {
  imply: (ctx, { given }) => {
    if (given['perform'] !== undefined) effectOf(ctx, given['perform'])
    return {}
  },
}
