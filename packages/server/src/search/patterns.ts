import { type Field, type Part, type Resource, SearchError, type Term } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Dialect } from '../db/dialect.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { fold, isWordCharacter, isWholeWord, trigramsOf } from '../text/words.ts'
import {
  and,
  type Bound,
  type ColumnLeaf,
  mapLeavesAsync,
  none,
  or,
  type PatternLeaf,
  type PatternWord,
  type TextLeaf,
} from './bound.ts'
import { inCustom, wordColumns } from './custom-words.ts'

/*
 * Patterns with wildcards inside, such as `pri?ter`. A pattern is split into words like any text; a document matches if
 * adjacent words in it match these. The vocabulary is searched for the words that match, and the index for their positions.
 */

/** Maximum number of words that all patterns of a query may match: looking them up takes tens of milliseconds. */
const MAX_WORDS = 3000
/** The number of words that the remaining patterns may match. */
interface Budget {
  words: number
}
/** Maximum number of words that are compared with a pattern one by one, which takes tens of milliseconds. */
const MAX_COMPARED = 100_000

/**
 * Splits a pattern into folded words, and tells whether it has other characters (`hasSymbols`). A lone `*` at either end
 * adds nothing and is dropped.
 */
export function wordsOfPattern(parts: readonly Part[]): { words: PatternWord[]; hasSymbols: boolean } {
  const words: Part[][] = [[]]
  let hasSymbols = false
  for (const part of parts) {
    if (part.kind !== 'text') {
      words.at(-1)?.push(part)
      continue
    }
    for (const char of fold(part.text)) {
      const word = words.at(-1) ?? []
      const last = word.at(-1)
      if (!isWordCharacter(char)) {
        hasSymbols = true
        if (word.length > 0) words.push([])
      } else if (isWholeWord(char)) words.push([{ kind: 'text', text: char }], [])
      else if (last?.kind === 'text') word[word.length - 1] = { kind: 'text', text: last.text + char }
      else word.push({ kind: 'text', text: char })
    }
  }
  const nonEmpty = words.filter((word) => word.length > 0)
  if (isRun(nonEmpty[0])) nonEmpty.shift()
  if (isRun(nonEmpty.at(-1))) nonEmpty.pop()
  return { words: nonEmpty, hasSymbols }
}

/**
 * The condition that words matching a pattern are adjacent in a document.
 * @throws SearchError for a pattern without letters, or one that would have to be compared with the whole vocabulary.
 */
export function patternLeaf(columns: readonly string[], words: readonly PatternWord[], term: Term): Bound {
  if (words.length === 0) throw new SearchError(term.valueAt, 'pattern_letters')
  const leaf = leafOf(columns, words, term.valueAt)
  if (leaf) return leaf
  throw new SearchError(term.valueAt, 'pattern_selective')
}

function leafOf(columns: readonly string[], words: readonly PatternWord[], at: number): TextLeaf | PatternLeaf | null {
  const last = words.at(-1)
  // A last word that ends with `*` needs no vocabulary, because the index supports prefixes.
  const isOpen = last?.length === 2 && last[0]?.kind === 'text' && last[1]?.kind === 'run'
  const closed = isOpen ? [...words.slice(0, -1), last.slice(0, 1)] : words
  const texts = closed.map(literal)
  if (texts.every((text) => text !== undefined)) {
    return { kind: 'text', columns, text: texts.join(' '), prefix: isOpen }
  }
  return closed.every(isSelective) ? { kind: 'pattern', columns, words: closed, prefix: isOpen, at } : null
}

/**
 * Conditions on words that a text must contain if the whole text matches the pattern; empty if no word of the pattern is
 * selective. A wildcard may stand for several words, so each text between wildcards is a condition of its own, and a word
 * next to a wildcard may be only a part of one: `*jam now*` requires a word that ends with `jam` directly before one that
 * begins with `now`.
 */
export function necessaryConditions(columns: readonly string[], parts: readonly Part[]): (TextLeaf | PatternLeaf)[] {
  const run: Part = { kind: 'run' }
  return parts.flatMap((part, index) => {
    if (part.kind !== 'text') return []
    const { words } = wordsOfPattern([part])
    const chars = Array.from(fold(part.text))
    const isEnd = index > 0 && isPart(chars[0])
    const isBeginning = index < parts.length - 1 && isPart(chars.at(-1))
    const patternWords = words.map((word, wordIndex) => [
      ...(isEnd && wordIndex === 0 ? [run] : []),
      ...word,
      ...(isBeginning && wordIndex === words.length - 1 ? [run] : []),
    ])
    return selectiveGroups(patternWords).flatMap((adjacent) => leafOf(columns, adjacent, 0) ?? [])
  })
}

/** True if a character can be in a word with others. */
const isPart = (char = ''): boolean => isWordCharacter(char) && !isWholeWord(char)

/** The groups of adjacent words for which only a part of the vocabulary has to be compared. */
function selectiveGroups(words: readonly PatternWord[]): PatternWord[][] {
  const groups: PatternWord[][] = [[]]
  for (const word of words) {
    if (literal(word) !== undefined || isSelective(word)) groups.at(-1)?.push(word)
    else groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

/**
 * Replaces patterns by the words that match them. To a pattern that is compared with whole texts, it adds the words that
 * these texts must contain.
 * @throws SearchError with the position of a pattern that too many words match.
 */
export function expandPatterns(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  budget: Budget = { words: MAX_WORDS },
): Promise<Bound> {
  return mapLeavesAsync(bound, async (part) => {
    switch (part.kind) {
      case 'related':
        return { ...part, of: await expandPatterns(ctx, effective(ctx, declared(part.to)), part.of, budget) }
      case 'pattern':
        return expandPattern(ctx, part, budget)
      case 'column':
        return part.test.is === 'like'
          ? and([...(await hintsFor(ctx, resource, part, part.test.pattern, budget)), part])
          : part
      default:
        return part
    }
  })
}

/**
 * Conditions on words that the texts must contain. Where too many words match, there are none, and all texts are read.
 */
async function hintsFor(
  ctx: Context,
  resource: Resource,
  { column }: ColumnLeaf,
  like: string,
  budget: Budget,
): Promise<Bound[]> {
  const field = resource.fields[column] as Field
  if (!resource.indexed || field.search === false) return []
  // The index contains the text of a rich-text field, not its HTML tags.
  if (field.custom?.type === 'richtext') return []
  const hints: Bound[] = []
  for (const leaf of necessaryConditions(wordColumns(column, field), partsOfLike(like))) {
    try {
      hints.push(asHint(await expandPatterns(ctx, resource, inCustom(leaf, column, field), budget)))
    } catch (failure) {
      if (!(failure instanceof SearchError)) throw failure
    }
  }
  return hints
}

function asHint(bound: Bound): Bound {
  if (bound.kind === 'and' || bound.kind === 'or') return { ...bound, of: bound.of.map(asHint) }
  return bound.kind === 'text' ? { ...bound, isHint: true } : bound
}

/** Splits a LIKE pattern into parts: `50\%_off%` into the text `50%`, any character, the text `off`, and any characters. */
export function partsOfLike(like: string): Part[] {
  return [...like.matchAll(/\\(.)|(%)|(_)|([^\\%_]+)/gsu)].map(([, escaped, run, single, text]): Part => {
    if (run) return { kind: 'run' }
    return single ? { kind: 'one' } : { kind: 'text', text: escaped ?? text ?? '' }
  })
}

async function expandPattern(
  ctx: Context,
  { columns, words, prefix, at, custom }: PatternLeaf,
  budget: Budget,
): Promise<Bound> {
  let texts = ['']
  for (const word of words) {
    const text = literal(word)
    const matching = text === undefined ? await matchingWords(ctx, word, at, budget) : [text]
    if (texts.length * matching.length > budget.words) throw tooMany(at)
    texts = texts.flatMap((before) => matching.map((match) => (before === '' ? match : `${before} ${match}`)))
  }
  budget.words -= texts.length
  const leaves = texts.map((text): Bound => ({ kind: 'text', columns, text, prefix, ...(custom ? { custom } : {}) }))
  return leaves.length === 0 ? none : or(leaves)
}

async function matchingWords({ db }: Context, word: PatternWord, at: number, budget: Budget): Promise<string[]> {
  // Words have only letters and digits, so nothing is escaped.
  const like = word.map((part) => (part.kind === 'text' ? part.text : part.kind === 'run' ? '%' : '_')).join('')
  const candidates = candidatesFor(db.dialect, word)
  const first = sql`select 1 from search_words where ${candidates} limit ${MAX_COMPARED + 1}`
  const [[count] = [0]] = await db.arrays(sql`select count(*) from (${first}) as near`.compile(db.sql))
  if (Number(count) > MAX_COMPARED) throw tooMany(at)
  const matching = sql`select word from search_words where ${candidates} and word like ${like} limit ${budget.words + 1}`
  const cells = await db.arrays(matching.compile(db.sql))
  if (cells.length > budget.words) throw tooMany(at)
  return cells.map(([match]) => match as string)
}

/** The part of the vocabulary that can match: words with the same trigrams, or with the same prefix. */
function candidatesFor(dialect: Dialect, word: PatternWord): RawBuilder<SqlBool> {
  const trigrams = word.flatMap((part) => (part.kind === 'text' ? trigramsOf(part.text) : []))
  if (trigrams.length > 0) return dialect.hasTrigrams([...new Set(trigrams)])
  const beginning = literal(word.slice(0, 1)) ?? ''
  return sql`word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`}`
}

const tooMany = (at: number): SearchError => new SearchError(at, 'pattern_words')

const isRun = (word: PatternWord | undefined): boolean => word?.length === 1 && word[0]?.kind === 'run'

/** The word itself if it has no wildcards. */
function literal(word: PatternWord): string | undefined {
  const [only] = word
  return word.length === 1 && only?.kind === 'text' ? only.text : undefined
}

/** True if only a part of the vocabulary has to be compared with a word of a pattern. */
const isSelective = (word: PatternWord): boolean =>
  word[0]?.kind === 'text' || word.some((part) => part.kind === 'text' && Array.from(part.text).length > 2)
