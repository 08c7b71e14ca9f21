import type { Slice } from '../../kernel/context.ts'
import { macroRules, textModuleRules } from './rules.ts'
import { ofGroups } from '../scopes.ts'

export const macroSlice: Slice = {
  listScope: ofGroups('groups_macros', 'macro_id', 'admin.macro'),
  rules: macroRules,
}

export const textModuleSlice: Slice = {
  listScope: ofGroups('groups_text_modules', 'text_module_id', 'admin.text_module'),
  rules: textModuleRules,
}
