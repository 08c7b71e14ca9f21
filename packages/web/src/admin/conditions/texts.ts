import type { Sentences } from '../../messages/messages.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'

const operatorTexts: Readonly<Record<string, AdminText>> = {
  is: 'op_is',
  'is not': 'op_is_not',
  'is set': 'op_is_set',
  'not set': 'op_not_set',
  contains: 'op_contains',
  'contains not': 'op_contains_not',
  'starts with': 'op_starts_with',
  'ends with': 'op_ends_with',
  'contains one': 'op_contains_one',
  'contains all': 'op_contains_all',
  'contains one not': 'op_contains_one_not',
  'contains all not': 'op_contains_all_not',
  'before (relative)': 'op_before_relative',
  'within last (relative)': 'op_within_last',
  'within next (relative)': 'op_within_next',
  'before (absolute)': 'op_before',
  'after (absolute)': 'op_after',
  today: 'op_today',
  'has changed': 'op_has_changed',
}

/** Returns the text of an operator; an unknown one keeps the name that the service uses. */
export function operatorText(a: Sentences<AdminText>, operator: string): string {
  const text = operatorTexts[operator]
  return text ? a(text) : operator
}

/** Returns a function that returns the text of a label: one of the page, or a name that administrators have chosen. */
export function useLabel(): (label: AdminText | { readonly text: string }) => string {
  const a = useAdminTexts()
  return (label) => (typeof label === 'string' ? a(label) : label.text)
}
