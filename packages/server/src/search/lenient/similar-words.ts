import { editDistance } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { wordsIn } from '../../text/words.ts'

/** A word or a query that may have been meant, and the number of mistakes that turn it into what was typed. */
export interface Candidate {
  readonly text: string
  readonly mistakes: number
}

/** Shorter words have too many similar words; they are only completed. */
const MIN_LENGTH = 4
/** Limit on the words of the vocabulary that are compared. */
const MAX_COMPARED = 5000
/** Shorter and longer words are not split into two. */
const MIN_SPLIT = 8
const MAX_SPLIT = 40
/** Minimum length of the two words into which a word is split. */
const MIN_PART = 3

/**
 * Returns other words of the vocabulary that are similar to the typed word, begin with it or are its beginning, the most
 * likely word first. Only two kinds of words are compared: those with the same first two letters, and those that differ
 * from the typed word by one mistake in these letters. A long word may also be two words of the vocabulary:
 * `label printer` for `labelprinter`.
 */
export async function similarTo({ db }: Context, text: string, limit: number): Promise<Candidate[]> {
  const [word = ''] = wordsIn(text)
  const maximum = maxMistakes(word)
  const beginning = Array.from(word).slice(0, 2).join('')
  const others = maximum > 0 ? [...new Set(withOtherBeginnings(word))] : []
  const query = sql`select word from search_words where word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`}
    and (length(word) between ${sql.lit(word.length - maximum)} and ${sql.lit(word.length + maximum)}
      or substr(word, 1, ${sql.lit(word.length)}) = ${word}) limit ${sql.lit(MAX_COMPARED)}`
  const rows = await db.arrays(query.compile(db.sql))
  const pairs = pairsIn(word)
  const known = await knownWords(db, [...others, ...pairs.flat()])
  const splits = pairs
    .filter((pair) => pair.every((part) => known.has(part)))
    .map((pair) => ({ text: pair.join(' '), mistakes: OMITTED }))
  const similar = [...rows.map(([other]) => other as string), ...others.filter((other) => known.has(other))]
    .map((other) => ({ text: other, mistakes: mistakesIn(word, other, maximum) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes < Infinity)
  // The beginning of a word is seldom wrong.
  return [...splits, ...similar]
    .toSorted((a, b) => a.mistakes - b.mistakes || sameLetters(word, b.text) - sameLetters(word, a.text))
    .slice(0, limit)
}

const sorted = (word: string): string => Array.from(word).toSorted().join('')

/** Returns the number of letters at the beginning that two words share. */
function sameLetters(first: string, second: string): number {
  const difference = Array.from(first).findIndex((letter, index) => letter !== second[index])
  return difference === -1 ? first.length : difference
}

/** Returns the words of a list that the vocabulary has. */
export async function knownWords(db: Context['db'], words: readonly string[]): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set()
  const isListed = db.dialect.amongTexts(sql.ref('word'), sql.val(JSON.stringify(words)))
  const rows = await db.arrays(sql`select word from search_words where ${isListed}`.compile(db.sql))
  return new Set(rows.map(([word]) => word as string))
}

/** Returns the pairs of words that a long word may be if its space is missing. */
function pairsIn(word: string): string[][] {
  const letters = Array.from(word)
  if (letters.length < MIN_SPLIT || letters.length > MAX_SPLIT) return []
  return Array.from({ length: letters.length - 2 * MIN_PART + 1 }, (_, index) => [
    letters.slice(0, index + MIN_PART).join(''),
    letters.slice(index + MIN_PART).join(''),
  ])
}

/** Returns the maximum number of mistakes in a word of this length. */
function maxMistakes({ length }: string): number {
  if (length < MIN_LENGTH) return 0
  return length < 6 ? 1 : 2
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Returns the words that differ from this word by one mistake in its first two letters. */
function withOtherBeginnings(word: string): string[] {
  const chars = Array.from(word)
  const [first = '', second = '', third = ''] = chars
  const rest = chars.slice(1).join('')
  const afterSecond = chars.slice(2).join('')
  return [
    rest,
    first + afterSecond,
    second + first + afterSecond,
    first + third + second + chars.slice(3).join(''),
    ...LETTERS.flatMap((letter) => [letter + word, letter + rest, first + letter + rest, first + letter + afterSecond]),
  ]
}

/** Omitted letters and spaces, and letters in the wrong order, count less than one mistake. */
const OMITTED = 0.9

/**
 * Returns the number of typing errors that turn a word into the typed text. Omitted letters, and two letters in the wrong
 * order, are frequent mistakes, and count less than added or wrong letters. A missing end counts as about one error, even
 * if it is long, because the word may still be being typed; so does a short additional end, as of a plural.
 */
function mistakesIn(typed: string, word: string, limit: number): number {
  const edits = editDistance(typed, word)
  const longer = word.length - typed.length
  const isSwap = edits === 1 && longer === 0 && sorted(typed) === sorted(word)
  const asMistake = edits > limit ? Infinity : isSwap ? OMITTED : edits - Math.sign(longer) / 10
  const isOtherEnd = longer !== 0 && (word.startsWith(typed) || (typed.startsWith(word) && edits <= limit))
  return isOtherEnd ? Math.min(asMistake, 0.8 + Math.abs(longer) / 20) : asMistake
}
