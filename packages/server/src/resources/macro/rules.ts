import type { Rules } from '../../kernel/context.ts'
import { sanitized } from '../values.ts'
import { parseEffect } from './perform.ts'

/** Validates the actions of a macro. */
export const macroRules: Rules = {
  derive: (ctx, { values }) => {
    if (values['perform'] !== undefined) parseEffect(ctx, values['perform'])
    return sanitized(values, 'note')
  },
}

export const textModuleRules: Rules = { derive: (_, { values }) => sanitized(values, 'content', 'note') }
