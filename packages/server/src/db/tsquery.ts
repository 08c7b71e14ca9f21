import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Match, Phrase } from './dialect.ts'
import { inColumn, isBody, lexemeOf, notInBody, tokensOf } from './postgres-text.ts'

/**
 * A query of the lexemes. It finds all rows that match, and no others if `isExact`. Without a text, it finds all rows.
 */
interface LexemeQuery {
  readonly text?: string
  readonly isExact: boolean
}

/**
 * Returns the condition that a row of a full-text table matches. @param table its alias.
 * @param terms lexemes; the row must have at least one of them.
 */
export function matchCondition(table: string, match: Match, terms: readonly string[] = []): RawBuilder<SqlBool> {
  const query = queryOf(match)
  const texts: string[] = []
  if (terms.length > 0) {
    const quotedTerms = terms.map((term) => quoted(term))
    texts.push(joined('OR', quotedTerms))
  }
  if (query.text !== undefined) texts.push(query.text)
  const candidates = lexemesMatch(table, texts.length === 0 ? query : { ...query, text: joined('AND', texts) })
  return query.isExact ? candidates : sql`(${candidates} and ${exactCondition(table, match)})`
}

/** True if lexemes limit the rows at all. Otherwise, every row would have to be checked. */
export const isIndexed = (match: Match): boolean => queryOf(match).text !== undefined

const lexemesMatch = (table: string, { text }: LexemeQuery): RawBuilder<SqlBool> =>
  text === undefined ? sql`true` : sql`${sql.ref(`${table}.lexemes`)} @@ ${text}::tsquery`

function queryOf(match: Match): LexemeQuery {
  if ('text' in match) return phraseQuery(match)
  if ('without' in match) {
    const of = queryOf(match.of)
    const without = queryOf(match.without)
    // Rows that only might match must not be excluded.
    if (without.text === undefined || !without.isExact) return { ...of, isExact: false }
    const text = of.text === undefined ? `!${without.text}` : `(${of.text} & !${without.text})`
    return { text, isExact: of.isExact }
  }
  const parts = match.of.map(queryOf)
  const isExact = parts.every((part) => part.isExact)
  const texts = parts.flatMap(({ text }) => text ?? [])
  if (texts.length === 0 || (match.operator === 'OR' && texts.length < parts.length)) return { isExact }
  return { text: joined(match.operator, texts), isExact }
}

const joined = (operator: 'AND' | 'OR', texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] as string) : `(${texts.join(operator === 'AND' ? ' & ' : ' | ')})`

/** A lexeme that no row has. */
const noRows: LexemeQuery = { text: quoted('\uE000'), isExact: true }

/**
 * Maximum number of columns that a query names. With more, the words are looked up in all columns, and the rows are
 * then checked.
 */
const MAX_COLUMNS = 3

function phraseQuery(match: Phrase): LexemeQuery {
  const words = tokensOf(match.text)
  if (words.length === 0) return noRows
  // Lexemes have no positions, and those of long words are cut, so they are exact only for a single short word.
  const isWhole = words.length === 1 && lexemeOf(words[0] as string) === words[0]
  const allWords = (lexeme: (word: string) => string): string =>
    joined(
      'AND',
      words.map((word, index) => quoted(lexeme(lexemeOf(word)), match.prefix && index === words.length - 1)),
    )
  if (match.columnsImplied) return { text: allWords((word) => word), isExact: isWhole }
  if (match.columns.length > MAX_COLUMNS) return { text: allWords((word) => word), isExact: false }
  const bodies = match.columns.filter(isBody)
  const texts = match.columns
    .filter((column) => !isBody(column))
    .map((column) => allWords((word) => inColumn(column, word)))
  // A prefix can match several words of a row, of which some are in bodies and others are not, so no row may be excluded.
  if (bodies.length > 0) texts.push(match.prefix ? allWords((word) => word) : inBodies(words))
  // The lexemes do not say in which of the two columns of bodies (public and internal) a word is.
  const coversBodies = bodies.length === 0 || (bodies.length === 2 && !match.prefix)
  return { text: joined('OR', texts), isExact: isWhole && coversBodies }
}

/** The query for rows that have all words in bodies of articles. */
const inBodies = (words: readonly string[]): string =>
  joined(
    'AND',
    words.map((word) => `(${quoted(lexemeOf(word))} & !${quoted(notInBody(lexemeOf(word)))})`),
  )

/** Quotes a lexeme. Words consist of letters and digits. */
function quoted(lexeme: string, isPrefix = false): string {
  return `'${lexeme}'${isPrefix ? ':*' : ''}`
}

/** The exact condition: the words of the row decide what the lexemes cannot. */
function exactCondition(table: string, match: Match): RawBuilder<SqlBool> {
  const query = queryOf(match)
  if (query.isExact) return lexemesMatch(table, query)
  if ('text' in match) return sql`(${lexemesMatch(table, query)} and ${inWords(table, match)})`
  if ('without' in match)
    return sql`(${exactCondition(table, match.of)} and not ${exactCondition(table, match.without)})`
  const parts = match.of.map((part) => exactCondition(table, part))
  return sql`(${sql.join(parts, match.operator === 'AND' ? sql` and ` : sql` or `)})`
}

function inWords(table: string, match: Phrase): RawBuilder<SqlBool> {
  const phrase = phraseOf(match)
  const positions = match.columns.map(
    (column) => sql`coalesce(position(${phrase} in ${sql.ref(`${table}.${column}`)}), 0)`,
  )
  return sql`greatest(${sql.join(positions)}) > 0`
}

/** The words of a phrase as in the columns of a row. */
const phraseOf = ({ text, prefix }: Phrase): string => ` ${tokensOf(text).join(' ')}${prefix ? '' : ' '}`
