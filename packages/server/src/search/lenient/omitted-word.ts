import type { Query } from '@deskbell/contract'
import { typedWordOf } from './typed-word.ts'
import { isUnimportant } from './unimportant-words.ts'

/** Returns the number of hits of a query that the caller may read, up to a limit. */
export type Count = (text: string) => Promise<number>

/** Minimum number of words that remain: a single word says too little about what was meant. */
const MIN_REMAINING = 2
/** Longer queries were pasted, and each of their words would be omitted in turn. */
const MAX_WORDS = 8

/**
 * Returns a query of words without one of them, for a query without hits. Of several such queries with hits, it prefers those
 * whose words are all in one title, and of these the one with the fewest hits, because it keeps the words that say most.
 * Numbers are not omitted, because they identify something.
 */
export async function withoutOneWord(query: Query, text: string, count: Count): Promise<string | undefined> {
  const written = query.kind === 'and' ? query.of.map((part) => writtenWord(part, text)) : []
  if (written.includes(undefined)) return undefined
  const words = written.filter((word) => word !== undefined && !isUnimportant(word))
  if (words.length <= MIN_REMAINING || words.length > MAX_WORDS) return undefined
  const found: { readonly query: string; readonly hits: number; readonly inTitles: boolean }[] = []
  for (const [index, word] of words.entries()) {
    if (!/\p{L}/u.test(word ?? '')) continue
    const remaining = words.toSpliced(index, 1)
    const hits = await count(remaining.join(' '))
    if (hits === 0) continue
    const inTitles = (await count(`title:(${remaining.join(' ')})`)) > 0
    found.push({ query: remaining.join(' '), hits, inTitles })
  }
  const [best] = found.toSorted((a, b) => Number(b.inTitles) - Number(a.inTitles) || a.hits - b.hits)
  return best?.query
}

/** Returns a term with its field as it was typed, without punctuation around it; undefined if it is not a single word. */
function writtenWord(query: Query, text: string): string | undefined {
  const word = typedWordOf(query, text)
  return word?.field === null ? word.text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') : word?.alone
}
