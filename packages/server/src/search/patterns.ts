import { type Field, type Part, type Resource, SearchError, type Term } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { type Context, declared, effective } from '../kernel/context.ts'
import { fold, isOfWord } from '../text/words.ts'
import {
  and,
  type Bound,
  type ColumnLeaf,
  mapParts,
  none,
  or,
  type PatternLeaf,
  type PatternWord,
  type TextLeaf,
} from './bound.ts'
import { inCustom, wordColumns } from './custom-words.ts'

/**
 * Patterns with wildcards inside, such as `pri?ter`. A pattern is cut into words as any text is, and fits where such
 * words stand next to each other. The vocabulary tells which words fit, and the index where they stand.
 */

/** More words than these, for all patterns of a query, are too many to be looked up in some ten milliseconds. */
const mostWords = 3000
/** How many are left for the patterns to come. */
interface Room {
  words: number
}
/** Words that are compared with a pattern one by one: some ten milliseconds too. */
const mostCompared = 100_000

/** The words of a pattern, folded; `*` alone at either end asks for nothing more. */
export function wordsOfPattern(parts: readonly Part[]): { words: PatternWord[]; hasSigns: boolean } {
  const words: Part[][] = [[]]
  let hasSigns = false
  for (const part of parts) {
    if (part.kind !== 'text') {
      words.at(-1)?.push(part)
      continue
    }
    for (const char of fold(part.text)) {
      const word = words.at(-1) ?? []
      const last = word.at(-1)
      if (!isOfWord(char)) {
        hasSigns = true
        if (word.length > 0) words.push([])
      } else if (last?.kind === 'text') word[word.length - 1] = { kind: 'text', text: last.text + char }
      else word.push({ kind: 'text', text: char })
    }
  }
  const found = words.filter((word) => word.length > 0)
  if (isRun(found[0])) found.shift()
  if (isRun(found.at(-1))) found.pop()
  return { words: found, hasSigns }
}

/**
 * The condition that words fitting a pattern stand next to each other in a document.
 * @throws SearchError for a pattern that the whole vocabulary would have to be compared with.
 */
export function patternLeaf(columns: readonly string[], words: readonly PatternWord[], term: Term): Bound {
  if (words.length === 0) throw new SearchError(term.valueAt, 'letters or digits in the pattern')
  const leaf = leafOf(columns, words, term.valueAt)
  if (leaf) return leaf
  throw new SearchError(term.valueAt, 'a pattern that begins with a letter or has three letters or digits in a row')
}

function leafOf(columns: readonly string[], words: readonly PatternWord[], at: number): TextLeaf | PatternLeaf | null {
  const last = words.at(-1)
  // A last word that may go on needs no vocabulary: the index knows beginnings.
  const isOpen = last?.length === 2 && last[0]?.kind === 'text' && last[1]?.kind === 'run'
  const closed = isOpen ? [...words.slice(0, -1), last.slice(0, 1)] : words
  const texts = closed.map(literal)
  if (texts.every((text) => text !== undefined)) {
    return { kind: 'text', columns, text: texts.join(' '), prefix: isOpen }
  }
  return closed.every(isTelling) ? { kind: 'pattern', columns, words: closed, prefix: isOpen, at } : null
}

/** What must stand in the document of a text that fits the pattern as a whole; empty where no word tells. */
export function necessary(columns: readonly string[], words: readonly PatternWord[]): (TextLeaf | PatternLeaf)[] {
  const groups: PatternWord[][] = [[]]
  for (const word of words) {
    if (literal(word) !== undefined || isTelling(word)) groups.at(-1)?.push(word)
    else groups.push([])
  }
  return groups.flatMap((group) => (group.length > 0 ? (leafOf(columns, group, 0) ?? []) : []))
}

/**
 * Puts the words that fit in the place of patterns, and before what is compared to whole texts the words that lead
 * there.
 * @throws SearchError with the column of a pattern that too many words fit.
 */
export function expand(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  room: Room = { words: mostWords },
): Promise<Bound> {
  return mapParts(bound, async (part) => {
    switch (part.kind) {
      case 'related':
        return { ...part, of: await expand(ctx, effective(ctx, declared(part.to)), part.of, room) }
      case 'pattern':
        return ctx.db.dialect.keepsWords ? byVocabulary(ctx, part, room) : byExpression(part)
      case 'column':
        return part.test.is === 'like'
          ? and([...(await leading(ctx, resource, part, part.test.pattern, room)), part])
          : part
      default:
        return part
    }
  })
}

/** Words that lead to the texts; where too many would, the texts are read. */
async function leading(
  ctx: Context,
  resource: Resource,
  { column }: ColumnLeaf,
  like: string,
  room: Room,
): Promise<Bound[]> {
  const field = resource.fields[column] as Field
  if (!resource.indexed || field.search === false) return []
  // The index knows the words of a page, not its tags.
  if (field.custom?.type === 'richtext') return []
  const ways: Bound[] = []
  for (const leaf of necessary(wordColumns(column, field), wordsOfPattern(partsOfLike(like)).words)) {
    try {
      ways.push(leadingOnly(await expand(ctx, resource, inCustom(leaf, column, field), room)))
    } catch (failure) {
      if (!(failure instanceof SearchError)) throw failure
    }
  }
  return ways
}

function leadingOnly(bound: Bound): Bound {
  if (bound.kind === 'and' || bound.kind === 'or') return { ...bound, of: bound.of.map(leadingOnly) }
  return bound.kind === 'text' ? { ...bound, leads: true } : bound
}

/** The pattern of a `like` as parts. */
export function partsOfLike(like: string): Part[] {
  return [...like.matchAll(/\\(.)|(%)|(_)|([^\\%_]+)/gsu)].map(([, escaped, run, one, text]) =>
    run ? { kind: 'run' } : one ? { kind: 'one' } : { kind: 'text', text: escaped ?? text ?? '' },
  )
}

async function byVocabulary(
  ctx: Context,
  { columns, words, prefix, at, custom }: PatternLeaf,
  room: Room,
): Promise<Bound> {
  let texts = ['']
  for (const word of words) {
    const text = literal(word)
    const fitting = text === undefined ? await fittingWords(ctx, word, at, room) : [text]
    if (texts.length * fitting.length > room.words) throw tooMany(at)
    texts = texts.flatMap((before) => fitting.map((one) => (before === '' ? one : `${before} ${one}`)))
  }
  room.words -= texts.length
  const found = texts.map((text): Bound => ({ kind: 'text', columns, text, prefix, ...(custom ? { custom } : {}) }))
  return found.length === 0 ? none : or(found)
}

/** As a regular expression over words between blanks. */
function byExpression({ columns, words, prefix, custom }: PatternLeaf): Bound {
  const signs = { run: '[[:alnum:]]*', one: '[[:alnum:]]' }
  const pattern = words
    .map((word) => word.map((part) => (part.kind === 'text' ? part.text : signs[part.kind])).join(''))
    .join(' ')
  return {
    kind: 'text',
    columns,
    text: '',
    prefix,
    pattern: ` ${pattern}${prefix ? '' : ' '}`,
    ...(custom ? { custom } : {}),
  }
}

async function fittingWords({ db }: Context, word: PatternWord, at: number, room: Room): Promise<string[]> {
  const glob = word.map((part) => (part.kind === 'text' ? part.text : part.kind === 'run' ? '*' : '?')).join('')
  const [where, ...values] = wayTo(word)
  const near = `select 1 from ${where} limit ${mostCompared + 1}`
  const [[count] = [0]] = await db.arrays(CompiledQuery.raw(`select count(*) from (${near})`, values))
  if (Number(count) > mostCompared) throw tooMany(at)
  const fitting = `select word from ${where} and word glob ? limit ${room.words + 1}`
  const cells = await db.arrays(CompiledQuery.raw(fitting, [...values, glob]))
  if (cells.length > room.words) throw tooMany(at)
  return cells.map(([one]) => one as string)
}

/** Where to look for the words that fit: among those with the same pieces of three letters, or the same beginning. */
function wayTo(word: PatternWord): [where: string, ...values: string[]] {
  const pieces = word.flatMap((part) => (part.kind === 'text' ? piecesOf(part.text) : []))
  if (pieces.length > 0) {
    const match = [...new Set(pieces)].map((piece) => `"${piece}"`).join(' AND ')
    return ['search_words where id in (select rowid from search_words_parts where search_words_parts match ?)', match]
  }
  const beginning = literal(word.slice(0, 1)) ?? ''
  return ['search_words where word >= ? and word < ?', beginning, `${beginning}\u{10FFFF}`]
}

function piecesOf(text: string): string[] {
  const chars = Array.from(text)
  return chars.slice(2).map((_, index) => chars.slice(index, index + 3).join(''))
}

const tooMany = (at: number): SearchError => new SearchError(at, 'a pattern that fits fewer words; write more of it')

const isRun = (word: PatternWord | undefined): boolean => word?.length === 1 && word[0]?.kind === 'run'

/** The word itself, where it has no wildcards. */
function literal(word: PatternWord): string | undefined {
  const [only] = word
  return word.length === 1 && only?.kind === 'text' ? only.text : undefined
}

/** Whether the vocabulary need not be read as a whole to find what fits. */
const isTelling = (word: PatternWord): boolean =>
  word[0]?.kind === 'text' || word.some((part) => part.kind === 'text' && Array.from(part.text).length > 2)
