import { conditionWords, type Query, readLeniently, type Resource } from '@deskbell/contract'
import { type Context, declared } from '../../kernel/context.ts'
import { readable } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import type { SearchRequest } from '../interpret.ts'
import { type Count, withoutOneWord } from './omitted-word.ts'
import { type Candidate, similarTo } from './similar-words.ts'
import { type TypedWord, typedWordOf } from './typed-word.ts'
import { importantWords, isUnimportant, WORDS } from './unimportant-words.ts'

/** Minimum length of a word that is replaced: shorter words have too many similar ones. */
const MIN_WORD_LENGTH = 3
/** Maximum number of words that are looked up. */
const MAX_WORDS = 5
/** Maximum number of queries with similar words that are tried. */
const MAX_QUERIES = 8
/** Limit on the similar words whose hits are counted, for all words of a query together. */
const MAX_SIMILAR = 30
/** Maximum length of a query, in characters. A longer one was pasted, and each attempt would read all of it again. */
const MAX_LENGTH = 500

/** A word that may replace another one. */
interface Choice extends Candidate {
  /** The number of its hits that the caller may read, up to a limit. */
  readonly hits: number
}

interface WordWithChoices {
  readonly word: TypedWord
  readonly choices: readonly Choice[]
}

/** A query with other words. */
interface Attempt extends Candidate {
  /** The query with these words in quotes, because the last word would otherwise also be searched as a prefix. */
  readonly quoted: string
}

/**
 * Returns a query that may have been meant, for one without hits. Tries in turn:
 * 1. all words of the query as plain words, without fields and operators;
 * 2. the words without those of questions and polite sentences, and then without numbers, which differ between errors of
 *    one kind;
 * 3. the query with similar words in place of the words that have no hits alone;
 * 4. the same, with a similar word also in place of one word that has hits, beginning with the word that has the fewest;
 * 5. the query without one of its words.
 *
 * A query is returned only if the caller can read one of its hits, because similar words come from all records.
 */
export async function betterQuery(
  ctx: Context,
  among: readonly Resource[],
  { text }: SearchRequest,
  count: Count,
): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  for (const shorter of [allWords(text), importantWords(text), withoutNumbers(text)])
    if (shorter !== undefined && (await count(shorter)) > 0) return shorter
  const query = readFor(ctx, among, text)
  const words = typedWords(query, text).slice(0, MAX_WORDS)
  const hits = new Map<TypedWord, number>()
  // Asking the vocabulary instead would reveal which words occur in records that the caller may not read.
  for (const word of words) hits.set(word, await count(word.alone))
  const isUnknown = (word: TypedWord) => hits.get(word) === 0
  const unknown = await withChoices(ctx, words.filter(isUnknown), count)
  const corrected = await mostLikely(withReplaced(text, unknown), count)
  if (corrected !== undefined) return corrected
  const known = words.filter((word) => !isUnknown(word)).toSorted((a, b) => (hits.get(a) ?? 0) - (hits.get(b) ?? 0))
  return (await withOneMoreReplaced(ctx, text, unknown, known, count)) ?? withoutOneWord(query, text, count)
}

/**
 * Returns another query for one in plain words without hits: its words in texts, or its conditions with similar names
 * instead of those that have no hits in any field.
 * @param conditions the query that was searched.
 */
export async function betterPlainWordsQuery(
  ctx: Context,
  among: readonly Resource[],
  { text }: SearchRequest,
  conditions: string,
  count: Count,
): Promise<string | undefined> {
  const quoted = text
    .trim()
    .split(/\s+/u)
    .map((word) => `"${word}"`)
  if ((await count(quoted.join(' '))) > 0) return quoted.join(' ')
  // The conditions contain each name three times, once for each field in which it is searched.
  const words = typedWords(readFor(ctx, among, conditions), conditions).slice(0, 3 * MAX_WORDS)
  const isKnown = new Map<string, boolean>()
  for (const { text: name, alone } of words) isKnown.set(name, isKnown.get(name) === true || (await count(alone)) > 0)
  const unknown = words.filter((word) => isKnown.get(word.text) === false)
  return mostLikely(withReplaced(conditions, await withChoices(ctx, unknown, count)), count)
}

/**
 * Returns the words of a query without punctuation and operators, such as `error in module` for `error: in/module -`;
 * undefined if the query contains only words, or none. Pasted texts often contain what looks like a field or an
 * exclusion. The `https://` of a URL is removed as well, because tickets seldom contain it.
 */
function allWords(text: string): string | undefined {
  const words = (text.replace(/\bhttps?:\/\//giu, '').match(WORDS) ?? []).join(' ')
  return words === '' || words === text.trim().replace(/\s+/gu, ' ') ? undefined : words
}

/** Minimum number of words that remain if numbers are left out: a number next to fewer words identifies something. */
const MIN_WITHOUT_NUMBERS = 3

/** Returns the words of a text without numbers and unimportant words; undefined without numbers, or if few words remain. */
function withoutNumbers(text: string): string | undefined {
  const words = (text.match(WORDS) ?? []).filter((word) => !isUnimportant(word))
  const others = words.filter((word) => !/^\p{N}+$/u.test(word))
  return others.length === words.length || others.length < MIN_WITHOUT_NUMBERS ? undefined : others.join(' ')
}

/** Reads a query with the fields that the caller may read. */
function readFor(ctx: Context, among: readonly Resource[], text: string): Query {
  const readableResource = (name: string) => readable(ctx, declared(name))
  const resources = among.map(({ name }) => readableResource(name))
  return readLeniently(text, { resources, resourceNamed: readableResource }).query
}

/** Returns the words that may be misspelled. Numbers are excluded: a similar number identifies something else. */
function typedWords(query: Query, text: string): TypedWord[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap((part) => typedWords(part, text))
  const word = typedWordOf(query, text)
  if (!word || Object.hasOwn(conditionWords, word.field ?? '') || word.text.length < MIN_WORD_LENGTH) return []
  return wordsIn(word.text).length === 1 && /\p{L}/u.test(word.text) ? [word] : []
}

/** Returns the words with those that may replace them. A word that is in several fields has the same choices in each. */
async function withChoices(ctx: Context, words: readonly TypedWord[], count: Count): Promise<WordWithChoices[]> {
  const byText = Map.groupBy(words, ({ text }) => text)
  const choices = new Map<string, readonly Choice[]>()
  for (const [text, same] of byText)
    choices.set(text, await choicesFor(ctx, same, Math.floor(MAX_SIMILAR / byText.size), count))
  return words.map((word) => ({ word, choices: choices.get(word.text) ?? [] }))
}

/**
 * Returns similar words that the caller finds, those with the fewest mistakes first, and of these the most frequent.
 * Words that the caller cannot read would otherwise take the places of those that were meant.
 * @param same the occurrences of one word in the query, which may be in different fields.
 */
async function choicesFor(ctx: Context, same: readonly TypedWord[], limit: number, count: Count): Promise<Choice[]> {
  const fields = same.map(({ alone, text }) => alone.slice(0, alone.length - text.length))
  const hasField = fields.some((field) => field !== '')
  const choices: Choice[] = []
  for (const similar of await similarTo(ctx, same[0]?.text ?? '', limit)) {
    // Of two words, only the first would be searched in the field.
    if (hasField && similar.text.includes(' ')) continue
    const last = choices.at(-1)
    if (last && choices.length >= MAX_QUERIES && similar.mistakes > last.mistakes) break
    const hits = await count(fields.map((field) => field + inQuotes(similar.text)).join(' OR '))
    if (hits > 0) choices.push({ ...similar, hits })
  }
  return choices.toSorted((a, b) => a.mistakes - b.mistakes || b.hits - a.hits)
}

const inQuotes = (words: string): string => words.replaceAll(/\S+/gu, '"$&"')

/** Returns queries in which all of these words are replaced by similar ones, those with the fewest mistakes first. */
function withReplaced(text: string, words: readonly WordWithChoices[]): Attempt[] {
  let attempts: Attempt[] = [{ text, quoted: text, mistakes: 0 }]
  // From the last to the first, so that columns stay right.
  for (const { word, choices } of words.toReversed()) {
    if (choices.length === 0) continue
    const replaced = attempts.flatMap((attempt) => choices.map((choice) => replacedIn(attempt, word, choice)))
    attempts = replaced.toSorted((a, b) => a.mistakes - b.mistakes).slice(0, MAX_QUERIES)
  }
  return attempts.filter((attempt) => attempt.text !== text)
}

function replacedIn(attempt: Attempt, { text, column }: TypedWord, choice: Choice): Attempt {
  const { length } = Array.from(text)
  const replace = (query: string, words: string) =>
    Array.from(query)
      .toSpliced(column - 1, length, words)
      .join('')
  return {
    text: replace(attempt.text, choice.text),
    quoted: replace(attempt.quoted, inQuotes(choice.text)),
    mistakes: attempt.mistakes + choice.mistakes,
  }
}

/** Replaces unknown words and one of the known ones. Each known word has an equal share of the attempts. */
async function withOneMoreReplaced(
  ctx: Context,
  text: string,
  unknown: readonly WordWithChoices[],
  known: readonly TypedWord[],
  count: Count,
): Promise<string | undefined> {
  // A query with a word that is in no ticket has no hits, whatever its other words are.
  if (unknown.some(({ choices }) => choices.length === 0)) return undefined
  const share = Math.ceil(MAX_QUERIES / Math.max(1, known.length))
  for (const one of known) {
    const choices = await choicesFor(ctx, [one], Math.floor(MAX_SIMILAR / known.length), count)
    if (choices.length === 0) continue
    const inOrder = [...unknown, { word: one, choices }].toSorted((a, b) => a.word.column - b.word.column)
    const better = await mostLikely(withReplaced(text, inOrder).slice(0, share), count)
    if (better !== undefined) return better
  }
  return undefined
}

/**
 * Returns the query with hits that has the fewest mistakes; among several, the one with the most hits.
 * @param queries sorted by the number of mistakes.
 */
async function mostLikely(queries: readonly Attempt[], count: Count): Promise<string | undefined> {
  let best: { readonly query: Attempt; readonly hits: number } | undefined
  for (const query of queries.slice(0, MAX_QUERIES)) {
    if (best && query.mistakes > best.query.mistakes) break
    const hits = await count(query.quoted)
    if (hits > (best?.hits ?? 0)) best = { query, hits }
  }
  return best?.query.text
}
