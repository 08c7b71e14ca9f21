import type { Editor } from '@tiptap/core'

/** A word before the caret for which there are suggestions: `@tom`, `@@tom` as in Zammad, `::hello`. */
export interface SuggestWord {
  readonly kind: 'person' | 'text'
  /** The text after `@`, `@@` or `::`. */
  readonly typed: string
  /** The positions in the text where the word begins and ends. */
  readonly from: number
  readonly to: number
}

/** Maximum length of such a word, in characters. */
const MAX_LENGTH = 60

const pattern = /(?:^|[^\p{L}\p{N}@:])(@@?|::)([\p{L}\p{N}._-]*)$/u

/** Returns the word before the caret, if there are suggestions for it. */
export function wordAtCaret({ state }: Pick<Editor, 'state'>): SuggestWord | undefined {
  const { empty, $from } = state.selection
  if (!empty) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - MAX_LENGTH), $from.parentOffset, ' ', ' ')
  const word = wordIn(before)
  return word && { ...word, from: $from.pos - word.length, to: $from.pos }
}

/** Returns the word at the end of a text, if there are suggestions for it. `length` includes the prefix. */
export function wordIn(text: string): (Pick<SuggestWord, 'kind' | 'typed'> & { length: number }) | undefined {
  const [, prefix, typed = ''] = pattern.exec(text) ?? []
  if (prefix === undefined) return undefined
  return { kind: prefix === '::' ? 'text' : 'person', typed, length: prefix.length + typed.length }
}
