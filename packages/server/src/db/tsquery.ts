import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Match, Words } from './dialect.ts'
import { inColumn, isBody, lexemeOf, notInBody, tokensOf } from './postgres-text.ts'

/** The rows that lexemes find: all rows that match, and no others if `isExact`. Without a text, all rows. */
interface Question {
  readonly text?: string
  readonly isExact: boolean
}

/**
 * Returns the condition that a row of a full-text table matches. @param table its alias.
 * @param terms lexemes of which the row must have one, for the index.
 */
export function matchCondition(table: string, match: Match, terms: readonly string[] = []): RawBuilder<SqlBool> {
  const question = questionOf(match)
  const among =
    terms.length === 0
      ? []
      : [
          joined(
            'OR',
            terms.map((term) => quoted(term)),
          ),
        ]
  const texts = [...among, ...(question.text === undefined ? [] : [question.text])]
  const found = asked(table, texts.length === 0 ? question : { ...question, text: joined('AND', texts) })
  return question.isExact ? found : sql`(${found} and ${checked(table, match)})`
}

/** True if lexemes find the rows that match: the index cannot find those that only lack something. */
export const isIndexed = (match: Match): boolean => questionOf(match).text !== undefined

const asked = (table: string, { text }: Question): RawBuilder<SqlBool> =>
  text === undefined ? sql`true` : sql`${sql.ref(`${table}.lexemes`)} @@ ${text}::tsquery`

function questionOf(match: Match): Question {
  if ('text' in match) return wordsQuestion(match)
  if ('without' in match) {
    const of = questionOf(match.of)
    const without = questionOf(match.without)
    // Rows that only might match must not be excluded.
    if (without.text === undefined || !without.isExact) return { ...of, isExact: false }
    const text = of.text === undefined ? `!${without.text}` : `(${of.text} & !${without.text})`
    return { text, isExact: of.isExact }
  }
  const parts = match.of.map(questionOf)
  const isExact = parts.every((part) => part.isExact)
  const texts = parts.flatMap(({ text }) => text ?? [])
  if (texts.length === 0 || (match.sign === 'OR' && texts.length < parts.length)) return { isExact }
  return { text: joined(match.sign, texts), isExact }
}

const joined = (sign: 'AND' | 'OR', texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] as string) : `(${texts.join(sign === 'AND' ? ' & ' : ' | ')})`

/** A lexeme that no row has. */
const nothing: Question = { text: quoted('\uE000'), isExact: true }

/** Columns of a condition above this number are not named: the words are looked up in any column, and then checked. */
const MAX_COLUMNS = 3

function wordsQuestion(match: Words): Question {
  const words = tokensOf(match.text)
  if (words.length === 0) return nothing
  const isWhole = words.length === 1 && lexemeOf(words[0] as string) === words[0]
  const inAny = (lexeme: (word: string) => string): string =>
    joined(
      'AND',
      words.map((word, at) => quoted(lexeme(lexemeOf(word)), match.prefix && at === words.length - 1)),
    )
  if (match.anywhere) return { text: inAny((word) => word), isExact: isWhole }
  if (match.columns.length > MAX_COLUMNS) return { text: inAny((word) => word), isExact: false }
  const bodies = match.columns.filter(isBody)
  const texts = match.columns
    .filter((column) => !isBody(column))
    .map((column) => inAny((word) => inColumn(column, word)))
  if (bodies.length > 0) texts.push(match.prefix ? inAny((word) => word) : inBodies(words))
  const isInEither = bodies.length === 0 || (bodies.length === 2 && !match.prefix)
  return { text: joined('OR', texts), isExact: isWhole && isInEither }
}

const inBodies = (words: readonly string[]): string =>
  joined(
    'AND',
    words.map((word) => `(${quoted(lexemeOf(word))} & !${quoted(notInBody(lexemeOf(word)))})`),
  )

/** Quotes a lexeme. Words consist of letters and digits. */
function quoted(lexeme: string, isPrefix = false): string {
  return `'${lexeme}'${isPrefix ? ':*' : ''}`
}

/** The same condition, with what lexemes cannot decide checked in the words of the row. */
function checked(table: string, match: Match): RawBuilder<SqlBool> {
  const question = questionOf(match)
  if (question.isExact) return asked(table, question)
  if ('text' in match) return sql`(${asked(table, question)} and ${inWords(table, match)})`
  if ('without' in match) return sql`(${checked(table, match.of)} and not ${checked(table, match.without)})`
  const parts = match.of.map((part) => checked(table, part))
  return sql`(${sql.join(parts, match.sign === 'AND' ? sql` and ` : sql` or `)})`
}

function inWords(table: string, match: Words): RawBuilder<SqlBool> {
  const phrase = phraseOf(match)
  const places = match.columns.map(
    (column) => sql`coalesce(position(${phrase} in ${sql.ref(`${table}.${column}`)}), 0)`,
  )
  return sql`greatest(${sql.join(places)}) > 0`
}

/** The words of a phrase as in the columns of a row. */
const phraseOf = ({ text, prefix }: Words): string => ` ${tokensOf(text).join(' ')}${prefix ? '' : ' '}`
