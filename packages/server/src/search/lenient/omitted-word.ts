import type { Query } from '@deskbell/contract'

/** Returns the number of hits of a query that the caller may read, up to a limit. */
export type Count = (text: string) => Promise<number>

/** Minimum number of words that remain: a single word says too little about what was meant. */
const MIN_REMAINING = 2
/** Longer queries were pasted, and each of their words would be omitted in turn. */
const MAX_WORDS = 8

/**
 * Returns a query of words without one of them, for a query without hits. If several have hits, it is the one with the
 * fewest, because it keeps the words that say most. Numbers are not omitted: a number is that of something.
 */
export async function withoutOneWord(
  query: Query,
  text: string,
  isUnimportant: (word: string) => boolean,
  count: Count,
): Promise<string | undefined> {
  const written = query.kind === 'and' ? query.of.map((part) => writtenWord(part, text)) : []
  if (written.includes(undefined)) return undefined
  const words = written.filter((word) => word !== undefined && !isUnimportant(word))
  if (words.length <= MIN_REMAINING || words.length > MAX_WORDS) return undefined
  let best: { readonly query: string; readonly hits: number } | undefined
  for (const [index, word] of words.entries()) {
    if (!/\p{L}/u.test(word ?? '')) continue
    const remaining = words.toSpliced(index, 1).join(' ')
    const hits = await count(remaining)
    if (hits > 0 && hits < (best?.hits ?? Infinity)) best = { query: remaining, hits }
  }
  return best?.query
}

/** Returns a term with its field as it was typed, without punctuation around it; undefined if it is not a single word. */
function writtenWord(query: Query, text: string): string | undefined {
  if (query.kind !== 'term' || query.value.kind !== 'word') return undefined
  const { field, at, valueAt, value } = query
  const chars = Array.from(text)
  const end = valueAt - 1 + Array.from(value.text).length
  // The value of an alias or of a condition may not be what was typed.
  if (chars.slice(valueAt - 1, end).join('') !== value.text) return undefined
  if (field !== null) return chars.slice(at - 1, end).join('')
  return value.text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
