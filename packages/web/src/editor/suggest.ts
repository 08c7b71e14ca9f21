import type { Editor } from '@tiptap/core'

/** A word before the caret that asks for suggestions: `@tom`, `@@tom` as in Zammad, `::hello`. */
export interface Caret {
  readonly kind: 'person' | 'text'
  /** The text after `@`, `@@` or `::`. */
  readonly typed: string
  /** The position of the word in the document. */
  readonly from: number
  readonly to: number
}

/** Maximum length of a word that asks for suggestions, in characters. */
const MAX_LENGTH = 60

const pattern = /(?:^|[^\p{L}\p{N}@:])(@@?|::)([\p{L}\p{N}._-]*)$/u

/** Returns the word before the caret, if it asks for suggestions. */
export function wordAtCaret({ state }: Pick<Editor, 'state'>): Caret | undefined {
  const { empty, $from } = state.selection
  if (!empty) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - MAX_LENGTH), $from.parentOffset, ' ', ' ')
  const found = wordIn(before)
  return found && { ...found, from: $from.pos - found.length, to: $from.pos }
}

/** Returns the word at the end of a text, if it asks for suggestions. `length` includes the sign. */
export function wordIn(text: string): (Pick<Caret, 'kind' | 'typed'> & { length: number }) | undefined {
  const [, sign, typed = ''] = pattern.exec(text) ?? []
  if (sign === undefined) return undefined
  return { kind: sign === '::' ? 'text' : 'person', typed, length: sign.length + typed.length }
}
