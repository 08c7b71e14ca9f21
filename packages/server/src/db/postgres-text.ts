import { fold, wordsIn } from '../text/words.ts'
import type { SortPosition } from './dialect.ts'
import { ladderTerms } from './ladder.ts'

/*
 * The full-text tables of PostgreSQL. A row has the folded words of each column, by which phrases are checked, and one
 * `tsvector` of lexemes without positions, by which a GIN index finds it:
 *
 * - `printer`: the word occurs in one of the columns;
 * - `/title/printer`: it occurs in this column;
 * - `-printer`: it occurs in the row, but not in the bodies of articles. Most words occur only in bodies, and so need only
 *   the first lexeme.
 *
 * Our own function splits and folds the texts: the parser of `to_tsvector` keeps addresses and numbers as one token.
 */

/** The character that term prefixes begin with, and that separates texts; see `search/term-prefix.ts`. */
const marker = '\uE000'

/** The column of terms for references, which are only in the lexemes. */
const termColumn = 'refs'

/**
 * Statements that create a full-text table. The texts are not compressed (`external`), because phrases are searched in them.
 * The index is written in batches, because a row has hundreds of lexemes.
 */
export function textTable(name: string, columns: readonly string[]): string[] {
  const texts = columns.filter((column) => column !== termColumn)
  const external = ['lexemes', ...texts].map((column) => `alter "${column}" set storage external`)
  return [
    `create table ${name} (rowid bigint primary key, ${texts.map((column) => `"${column}" text, `).join('')}
      word_count integer not null default 0, sort_time timestamptz(3), sort_id bigint, lexemes tsvector not null default '')`,
    `alter table ${name} ${external.join(', ')}`,
    `create index ${name}_lexemes on ${name} using gin (lexemes) with (fastupdate = on, gin_pending_list_limit = 65536)`,
  ]
}

/** Returns the values of a row from its texts by column. @param columns all columns of the table. */
export function textRow(
  columns: readonly string[],
  texts: Readonly<Record<string, string>>,
  position?: SortPosition,
): Record<string, unknown> {
  const lexemes = new Lexemes(columns.some(isBody))
  const row: Record<string, unknown> = {}
  let count = 0
  for (const [column, text] of Object.entries(texts)) {
    const words = tokensOf(text)
    if (words.length === 0) continue
    count += words.length
    lexemes.add(column, words)
    if (column !== termColumn) row[column] = ` ${words.join(' ')} `
  }
  const sort = position ? { sort_time: position.updated_at, sort_id: position.id } : {}
  return { ...row, word_count: count, ...sort, lexemes: lexemes.text(position ? ladderTerms(position.updated_at) : []) }
}

/** True if a column is for the bodies of articles, which have most of the words. */
export const isBody = (column: string): boolean => column.endsWith('_body')

/** The folded words of a text of a document or a condition, with their term prefixes, and the separators of texts. */
export const tokensOf = (text: string): string[] =>
  text.includes(marker) ? (fold(text).match(markedWord) ?? []) : wordsIn(text)

const markedWord = new RegExp(String.raw`${marker}[\p{L}\p{N}]*|[\p{L}\p{N}]+`, 'gu')

/** True if a word has a term prefix, so that it is in a single column. */
const isTerm = (word: string): boolean => word.startsWith(marker)

/** The lexeme of a word in a column. */
export const inColumn = (column: string, lexeme: string): string => `/${column}/${lexeme}`

/** The lexeme of a word that is not in the bodies of articles. */
export const notInBody = (lexeme: string): string => `-${lexeme}`

/** Maximum size of a word in a lexeme, in bytes. */
const MAX_WORD_BYTES = 40

/** The lexeme of a word: its first characters, if it is long. */
export function lexemeOf(word: string): string {
  // A UTF-16 code unit takes at most three bytes.
  if (word.length * 3 <= MAX_WORD_BYTES) return word
  const bytes = Buffer.from(word)
  if (bytes.length <= MAX_WORD_BYTES) return word
  let end = MAX_WORD_BYTES
  while (((bytes[end] as number) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** Maximum size of the lexemes of a row, in bytes: a `tsvector` has at most one megabyte. */
const MAX_LEXEME_BYTES = 1_000_000

/** The lexemes of one row. Words beyond the maximum size are omitted; the terms of references never are. */
class Lexemes {
  readonly #hasBodies: boolean
  readonly #words = new Set<string>()
  readonly #inBody = new Set<string>()
  readonly #inColumns = new Set<string>()
  #bytes = 0

  constructor(hasBodies: boolean) {
    this.#hasBodies = hasBodies
  }

  add(column: string, words: readonly string[]): void {
    for (const word of words) {
      const lexeme = lexemeOf(word)
      if (column === termColumn) this.#words.add(lexeme)
      else if (isTerm(lexeme)) this.#addIfItFits(this.#words, lexeme, lexeme)
      else if (isBody(column)) this.#addIfItFits(this.#inBody, lexeme, lexeme)
      else this.#addIfItFits(this.#inColumns, inColumn(column, lexeme), lexeme)
    }
  }

  #addIfItFits(into: Set<string>, lexeme: string, word: string): void {
    if (into.has(lexeme)) return
    // An upper bound: the word itself is another lexeme, and a third one if no body contains it.
    const bytes = Buffer.byteLength(lexeme) + 2 * Buffer.byteLength(word)
    if (this.#bytes + bytes > MAX_LEXEME_BYTES) return
    this.#bytes += bytes
    this.#words.add(word)
    into.add(lexeme)
  }

  /** The lexemes as a literal. Words contain neither quotes nor backslashes. */
  text(terms: readonly string[]): string {
    // A marker alone separates two texts.
    this.#words.delete(marker)
    const list = [...terms, ...this.#words, ...this.#inColumns]
    if (this.#hasBodies)
      for (const word of this.#words) if (!this.#inBody.has(word) && !isTerm(word)) list.push(notInBody(word))
    return list.map((lexeme) => `'${lexeme}'`).join(' ')
  }
}
