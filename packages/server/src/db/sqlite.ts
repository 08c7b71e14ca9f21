import type { Field } from '@deskbell/contract'
import { CompiledQuery, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Dialect, Match } from './dialect.ts'
import { matchText } from './fts5-query.ts'

const idRows: Dialect['idRows'] = (ids) => sql`(select value as id from json_each(${ids}))`

/** The SQL of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isEmbedded: true,
  column: {
    id: 'integer primary key autoincrement',
    integer: 'integer',
    text: 'text',
    boolean: 'integer',
    time: 'text',
    date: 'text',
    decimal: 'real',
    json: 'text',
  },
  // Contentless: the index does not store the texts, which are in the rows. The prefix indexes serve `ab*` and `abc*`;
  // `expand-prefixes.ts` is for other lengths.
  textTable: (name, columns) => [
    `create virtual table ${name} using fts5(${columns.map((column) => `"${column}"`).join(', ')}, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
    // Writes do not merge segments (see `merging.ts`), except just below FTS5's maximum of 2,000. `usermerge` has its default.
    ...Object.entries({ automerge: 0, usermerge: 4, crisismerge: 1999 }).map(
      ([option, value]) => `insert into ${name}(${name}, rank) values('${option}', ${value})`,
    ),
  ],
  textRow: (_, texts) => texts,
  idRows,
  among: (column, ids) => sql`${column} in ${idRows(ids)}`,
  amongTexts: (column, texts) => sql`${column} in ${idRows(texts)}`,
  contains: (column, text) => sql`exists (select 1 from json_each(${column}) where value = ${text})`,
  // The query builder has no `indexed by`, which follows the alias in SQL, so it is passed as a part of the alias.
  readThrough: (table, alias, index) =>
    sql<Record<string, unknown>>`${sql.table(table)}`.as(sql`${sql.ref(alias)} indexed by ${sql.ref(index)}`),
  integersAsJson: (id) => sql`json_group_array(${id})`,
  textsAsJson: (text) => sql`json_group_array(${text})`,
  objectAsJson: (id, json) => sql`json_group_object(${id}, json(${json}))`,
  matches: (table, name, match) => sql`${sql.ref(`${table}.${name}`)} match ${isRaw(match) ? match : matchText(match)}`,
  matchValue: (match) => matchText(match),
  readStatistics: async () => ({ rows: 0, wordsPerRow: 0, hits: [] }),
  score: (table, name, _, weights) =>
    sql<number>`bm25(${sql.ref(`${table}.${name}`)}, ${sql.raw(weights.map(([, weight]) => weight).join())})`,
  // ASCII texts need no folding: LIKE ignores the case of ASCII letters.
  like: (text, pattern) =>
    sql<SqlBool>`case when ${text} glob '*[^ -~]*' then folded(${text}) else ${text} end like ${pattern} escape '\\'`,
  hasWords: (text, words, prefix) =>
    sql<SqlBool>`has_words(${text}, ${JSON.stringify(words)}, ${sql.lit(prefix ? 1 : 0)})`,
  digits: (text) => sql<string>`digits(${text})`,
  wholeNumber: (column) =>
    `case when ${column} <> '' and length(${column}) <= 15 and ${column} not glob '*[^0-9]*' then cast(${column} as integer) end`,
  longNumber: (column) =>
    `case when length(${column}) > 15 and ${column} not glob '*[^0-9]*' then ltrim(${column}, '0') end`,
  // A trigram index on the words, so that a pattern need not be compared to all of them.
  vocabulary: [
    'create table search_words (id integer primary key, word text not null unique) strict',
    `create virtual table search_words_parts using fts5(word, content='', detail=none, tokenize='trigram')`,
  ],
  // Without `where true`, SQLite would take `on` for the condition of a join.
  addWords: async (connection, words) => {
    const added = await connection.arrays(
      CompiledQuery.raw(
        `insert into search_words (word) select value from json_each(?) where true on conflict do nothing returning id, word`,
        [JSON.stringify(words)],
      ),
    )
    if (added.length === 0) return
    const parts = 'insert into search_words_parts (rowid, word) select value ->> 0, value ->> 1 from json_each(?)'
    await connection.sql.executeQuery(CompiledQuery.raw(parts, [JSON.stringify(added)]))
  },
  hasTrigrams: (trigrams) =>
    sql`id in (select rowid from search_words_parts
      where search_words_parts match ${trigrams.map((trigram) => `"${trigram}"`).join(' AND ')})`,
  unindexed: (column) => sql`+${column}`,
  nextChange: () => sql<number>`(select coalesce(max(change), 0) + 2 from tickets)`,
  ordersByChange: true,
  nextTicketCount: () =>
    sql`update settings set value = cast(cast(value as integer) + 1 as text) where name = 'ticket_counter'
      returning cast(value as integer) as count`,
  lastTicketCount: () => sql<number>`(select cast(value as integer) from settings where name = 'ticket_counter')`,
  violatedColumn: (failure) =>
    failure instanceof Error ? /^UNIQUE constraint failed: \w+\.(\w+)/.exec(failure.message)?.[1] : undefined,
  committedUpTo: () => sql<number>`(select coalesce(max(id), 0) from events)`,
  lock: () => undefined,
  skipLocked: sql``,
  beginMigration: [],
  record: (parts) => {
    const texts = parts.flatMap(([name, { kind }, value], index) => [
      sql.lit(`${index === 0 ? '{' : ','}"${name}":`),
      asJson[kind](value),
    ])
    return sql<string>`concat(${sql.join([...texts, sql.lit('}')])})`
  },
  jsonValue: (column, key) => sql`json_extract(${column}, ${sql.lit(`$."${key}"`)})`,
  jsonMerge: (column, members) => sql`json_patch(${column}, ${members})`,
  // Times are fractions in SQLite: without rounding to milliseconds, a difference of 5 s could be 4.9999999 s.
  secondsBetween: (from, to) =>
    sql`(cast(round((unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec')) * 1000) as integer) / 1000)`,
  byCodePoint: (text) => text,
  codePointCollation: 'binary',
  storesWords: false,
  // A contentless table cannot delete all rows with `delete from`.
  clearTextTable: (name) => `insert into ${name} (${name}) values ('delete-all')`,
  foreignKeyCheck: 'pragma foreign_key_check',
}

/** SQL that converts a column to JSON, by the kind of its field; `kernel/represent.ts` produces the same texts. */
const asJson: Readonly<Record<Field['kind'], (column: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  id: (column) => column,
  integer: (column) => sql`ifnull(${column}, 'null')`,
  ref: (column) => sql`ifnull(${column}, 'null')`,
  text: (column) => sql`json_quote(${column})`,
  one_of: (column) => sql`json_quote(${column})`,
  boolean: (column) => sql`case ${column} when 1 then 'true' when 0 then 'false' else 'null' end`,
  time: (column) => sql`json_quote(${column})`,
  date: (column) => sql`json_quote(${column})`,
  decimal: (column) => sql`ifnull('"' || ${column} || '"', 'null')`,
  object: (column) => sql`ifnull(${column}, 'null')`,
}

const isRaw = (match: Match | RawBuilder<unknown>): match is RawBuilder<unknown> => 'toOperationNode' in match
