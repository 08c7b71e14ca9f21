import { type RawBuilder, sql } from 'kysely'
import type { Connection, Match, TextStatistics, Weights, Phrase } from './dialect.ts'
import { tokensOf } from './postgres-text.ts'
import { matchCondition } from './tsquery.ts'

/*
 * BM25 scores, as FTS5 computes them. They depend on the size of the table and on the number of rows with each phrase,
 * which are read in advance, because counting the rows that contain a common word takes a tenth of a second.
 */

/**
 * The BM25 score of a row with k1 = 1.2 and b = 0.75, so 2.2 is k1 + 1, and 0.25 is 1 - b. `offset 0` keeps PostgreSQL from
 * copying an expression to each of its uses.
 */
export function score(
  table: string,
  match: Match,
  weights: Weights,
  { rows, wordsPerRow, hits }: TextStatistics,
): RawBuilder<number> {
  const relativeLength = sql`(${sql.ref(`${table}.word_count`)} / ${sql.val(wordsPerRow)}::float8)`
  const scores = phrasesIn(match).map((phrase, index) => {
    const weighted = weights.filter(([column, weight]) => weight > 0 && phrase.columns.includes(column))
    const frequency = sql`(${sql.join(
      weighted.map(
        ([column, weight]) => sql`${sql.raw(String(weight))} * ${occurrences(sql.ref(`${table}.${column}`), phrase)}`,
      ),
      sql` + `,
    )})::float8`
    const count = hits[index] ?? 0
    // As in FTS5, a phrase that most rows contain still counts, but hardly.
    const rarity = Math.max(Math.log((rows - count + 0.5) / (count + 0.5)), 1e-6)
    return sql`(select ${sql.val(rarity)}::float8 * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * ${relativeLength}))
      from (select ${frequency} as frequency offset 0) as phrase)`
  })
  return scores.length === 0 ? sql<number>`0.0` : sql<number>`-(${sql.join(scores, sql` + `)})`
}

/** The phrases of a condition that can contribute to the score; excluded ones do not. */
function phrasesIn(match: Match): Phrase[] {
  if ('without' in match) return phrasesIn(match.of)
  return 'operator' in match ? match.of.flatMap(phrasesIn) : [match]
}

/**
 * Number of occurrences of a phrase in a column, whose words are separated by single spaces: the phrase is removed, and the
 * difference in length is divided by its length. The spaces are doubled first, so that each word has one of its own on both
 * sides, and an occurrence directly after another one is removed, too.
 */
function occurrences(column: RawBuilder<unknown>, { text, prefix }: Phrase): RawBuilder<number> {
  const phrase = tokensOf(text)
    .map((word) => ` ${word} `)
    .join('')
  const searched = prefix ? phrase.slice(0, -1) : phrase
  const missing = sql`char_length(words) - char_length(replace(words, ${searched}::text, ''))`
  return sql`coalesce((select (${missing}) / ${sql.raw(String(Array.from(searched).length))}
    from (select replace(${column}, ' ', '  ') as words offset 0) as spaced), 0)`
}

/** The statistics of tables with fewer rows than this are read for each search. */
const MIN_ROWS = 20_000
/** Milliseconds for which the statistics of a larger table are used: they hardly change. */
const MAX_AGE = 60_000
/** Maximum number of cached statistics. */
const MAX_CACHED = 1000

type StatisticsCache = Map<string, { readonly readAt: number; readonly values: readonly number[] }>

const statisticsCache = new WeakMap<Connection, StatisticsCache>()

/** Reads the statistics for the scores of a condition. */
export async function readStatistics(db: Connection, name: string, match: Match): Promise<TextStatistics> {
  const cached = statisticsCache.get(db) ?? new Map()
  statisticsCache.set(db, cached)
  const table = sql.table(name)
  const size = sql`select count(*), greatest(avg(word_count), 1) from ${table}`
  const [rows = 0, wordsPerRow = 1] = await readNumbers(db, cached, size, ([count = 0]) => count >= MIN_ROWS)
  const hits: number[] = []
  for (const phrase of phrasesIn(match)) {
    const count = sql`select count(*) from ${table} as text where ${matchCondition('text', phrase)}`
    const [rowsWith = 0] = await readNumbers(db, cached, count, () => rows >= MIN_ROWS)
    hits.push(rowsWith)
  }
  return { rows, wordsPerRow, hits }
}

async function readNumbers(
  db: Connection,
  cached: StatisticsCache,
  query: RawBuilder<unknown>,
  isCacheable: (values: readonly number[]) => boolean,
): Promise<readonly number[]> {
  const compiled = query.compile(db.sql)
  const key = JSON.stringify([compiled.sql, compiled.parameters])
  const entry = cached.get(key)
  if (entry && performance.now() - entry.readAt < MAX_AGE) return entry.values
  const [row = []] = await db.arrays(compiled)
  const values = row.map(Number)
  if (cached.size >= MAX_CACHED) cached.clear()
  if (isCacheable(values)) cached.set(key, { readAt: performance.now(), values })
  return values
}
