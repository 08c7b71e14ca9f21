import type { Rules } from '../../kernel/context.ts'
import { sanitized } from '../values.ts'
import { effectOf } from './perform.ts'

/** Validates the actions of a macro. */
export const macroRules: Rules = {
  derive: (ctx, { given }) => {
    if (given['perform'] !== undefined) effectOf(ctx, given['perform'])
    return sanitized(given, 'note')
  },
}

export const textModuleRules: Rules = { derive: (_, { given }) => sanitized(given, 'content', 'note') }
