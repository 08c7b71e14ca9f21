import type { Slice } from '../../kernel/context.ts'
import { forGroups } from '../scopes.ts'

export const macroScopes: Slice = { listScope: forGroups('groups_macros', 'macro_id', 'admin.macro') }

export const textModuleScopes: Slice = {
  listScope: forGroups('groups_text_modules', 'text_module_id', 'admin.text_module'),
}
