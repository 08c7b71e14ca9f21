import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Field, resources } from '@deskbell/contract'
import {
  type LimitNode,
  type RawBuilder,
  sql,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Cell, Connection, Database, Dialect, Match, Words } from './dialect.ts'
import { kyselyOver } from './driver.ts'
import { addFolded } from './folded.ts'
import { openAside } from './aside.ts'
import { groupCommit } from './group-commit.ts'

const each: Dialect['each'] = (ids) => sql`(select value as id from json_each(${ids}))`

/** What SQLite says in its own way. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  embedded: true,
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
  // Contentless: the text lives in the rows, the index holds only words. A prefix index answers `ab*` and `abc*`; see `spell-out.ts` for others.
  textTable: (name, columns) => [
    `create virtual table ${name} using fts5(${columns.map((c) => `"${c}"`).join(', ')}, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
    // No write merges the index, least of all into one piece: see `merging.ts`.
    ...Object.entries({ automerge: 0, usermerge: 4, crisismerge: 1999 }).map(
      ([option, value]) => `insert into ${name}(${name}, rank) values('${option}', ${value})`,
    ),
  ],
  each,
  among: (column, ids) => sql`${column} in ${each(ids)}`,
  amongTexts: (column, texts) => sql`${column} in ${each(texts)}`,
  through: (table, alias, index) =>
    sql<Record<string, unknown>>`${sql.table(table)}`.as(sql`${sql.ref(alias)} indexed by ${sql.ref(index)}`),
  listOf: (id) => sql`json_group_array(${id})`,
  textsOf: (text) => sql`json_group_array(${text})`,
  objectOf: (id, json) => sql`json_group_object(${id}, json(${json}))`,
  matches: (table, name, match) => sql`${sql.ref(`${table}.${name}`)} match ${isRaw(match) ? match : matchText(match)}`,
  matchValue: (match) => matchText(match),
  score: (table, name, _, weights) =>
    sql<number>`bm25(${sql.ref(`${table}.${name}`)}, ${sql.raw(weights.map(([, weight]) => weight).join())})`,
  // Texts without accents need no folding: LIKE takes small and capital letters of ASCII for the same.
  like: (text, pattern) =>
    sql<SqlBool>`case when ${text} glob '*[^ -~]*' then folded(${text}) else ${text} end like ${pattern} escape '\\'`,
  wholeNumber: (column) =>
    `case when ${column} <> '' and length(${column}) <= 15 and ${column} not glob '*[^0-9]*' then cast(${column} as integer) end`,
  // Pieces of three letters lead to the words that have them, so that a pattern need not be compared to all words.
  vocabulary: (name) => [
    `create table ${name} (id integer primary key, word text not null unique) strict`,
    `create virtual table ${name}_parts using fts5(word, content='', detail=none, tokenize='trigram')`,
  ],
  keepsWords: true,
  unindexed: (column) => sql`+${column}`,
  nextChange: () => sql<number>`(select coalesce(max(change), 0) + 2 from tickets)`,
  duplicate: (failure) =>
    failure instanceof Error ? /^UNIQUE constraint failed: \w+\.(\w+)/.exec(failure.message)?.[1] : undefined,
  committedUpTo: () => sql<number>`(select coalesce(max(id), 0) from events)`,
  lock: () => undefined,
  record: (parts) => {
    const texts = parts.flatMap(([name, { kind }, value], at) => [
      sql.lit(`${at === 0 ? '{' : ','}"${name}":`),
      asJson[kind](value),
    ])
    return sql<string>`concat(${sql.join([...texts, sql.lit('}')])})`
  },
  member: (column, key) => sql`json_extract(${column}, ${sql.lit(`$."${key}"`)})`,
  merged: (column, members) => sql`json_patch(${column}, ${members})`,
  binary: 'binary',
}

/** How a column becomes JSON, by the kind of its field; the same texts as those of `kernel/represent.ts`. */
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

/** A question in the language of the index. Words of the same columns share one list of them. */
function matchText(match: Match): string {
  if ('text' in match) return `${columnsText(match)}${wordsText(match)}`
  if ('without' in match) {
    const steps = inSteps(match.without).map((some) => ` NOT (${matchText(some)})`)
    return `(${matchText(match.of)})${steps.join('')}`
  }
  const byColumns = new Map<string, Set<string>>()
  const others: string[] = []
  for (const part of match.of) {
    if (!('text' in part)) {
      others.push(`(${matchText(part)})`)
      continue
    }
    const texts = byColumns.get(columnsText(part)) ?? new Set()
    byColumns.set(columnsText(part), texts.add(wordsText(part)))
  }
  const words = [...byColumns].map(([columns, texts]) => `${columns}(${[...texts].join(` ${match.sign} `)})`)
  // What is nested goes first: behind an operator it would take three places on the parser's small stack instead of one.
  return [...others, ...words].join(` ${match.sign} `)
}

/**
 * Alternatives that are taken away in turn, each time twice as many: of many alternatives the index moves all lists for
 * each document, and of those that are left after the first few there are hardly any.
 */
function inSteps(match: Match): readonly Match[] {
  if (!('sign' in match) || match.sign === 'AND') return [match]
  const steps: Match[] = []
  for (let from = 0; from < match.of.length; from = 2 * from + 1) {
    steps.push({ sign: 'OR', of: match.of.slice(from, 2 * from + 1) })
  }
  return steps
}

const columnsText = ({ columns, anywhere }: Words): string => (anywhere ? '' : `{${columns.join(' ')}} : `)

/** A quoted text is cut into words by the index itself, so that both sides agree on what a word is. */
const wordsText = ({ text, prefix }: Words): string => `"${text.replaceAll('"', '""')}"${prefix ? ' *' : ''}`

/**
 * SQLite looks at the value of a bound limit when it plans a statement, and so plans it again each time a value is
 * bound, which takes several times as long as reading a row. It does not look into a sum.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit 0 + ')
    this.visitNode(limit)
  }
}

const kyselyParts = {
  createQueryCompiler: () => new QueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(db),
}

/** How long a write waits for another process to finish its own, in milliseconds. */
const usualPatience = 5000

/**
 * Opens an embedded database: one connection that writes and one that reads, because a read on the writer's
 * connection would wait behind an open transaction and see what is not committed.
 * @param path the file, or `:memory:` is not possible: two connections must see one database.
 * @param patience how long a write waits for another process to finish its own, in milliseconds.
 */
export function openSqlite(path: string, patience = usualPatience): Database {
  const writer = open(path, 'pragma synchronous = full; pragma cache_size = -2000')
  // Small caches (KiB): the system keeps the file in memory anyway, and searches take no longer than with three times this.
  const reader = open(path, 'pragma query_only = on; pragma cache_size = -3000')
  const view = snapshots(reader)
  const units = groupCommit({ db: writer, unit: connection(writer, () => {}), patience, committed: view.end })
  const aside = openAside(path)
  return {
    ...connection(reader, view.begin),
    aside: ({ sql: text, parameters }, reading) => aside.read({ text, values: bind(parameters) }, reading),
    place: path,
    version: view.version,
    transaction: (work, settle) => units.run(work, settle),
    close: async () => {
      await units.idle()
      await aside.close()
      view.end()
      reader.close()
      // The last connection to close folds the log into the file, so that a stopped service leaves one file.
      writer.close()
    },
  }
}

/**
 * What is read in one turn of the event loop is read in one transaction: beginning one for each statement costs more
 * than finding a row, and the requests of a turn see one state. A turn ends before the next requests are taken from
 * their sockets; a commit of this process ends it too, so that everybody reads what they wrote.
 */
export function snapshots(db: DatabaseSync) {
  const [begin, commit, dataVersion] = ['begin', 'commit', 'pragma data_version'].map((text) => db.prepare(text)) as [
    StatementSync,
    StatementSync,
    StatementSync,
  ]
  dataVersion.setReturnArrays(true)
  let version: number | undefined
  const end = () => {
    if (version === undefined) return
    version = undefined
    commit.run()
  }
  const read = (): number => {
    if (version === undefined) {
      begin.run()
      version = (dataVersion.get() as unknown as [number])[0]
      setImmediate(end)
    }
    return version
  }
  return { begin: () => void read(), version: read, end }
}

function open(path: string, pragmas: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 })
  db.exec(`pragma journal_mode = wal; pragma foreign_keys = on; pragma temp_store = memory; ${pragmas}`)
  addFolded(db)
  return db
}

/** What is asked of one connection. */
export function connection(db: DatabaseSync, begin: () => void): Connection {
  const prepared = statements(db)
  const statement = (text: string) => {
    begin()
    return prepared(text)
  }
  return {
    dialect: sqliteDialect,
    sql: kyselyOver(kyselyParts, (text, parameters) => statement(text).run(parameters)),
    arrays: (query) => statement(query.sql).arrays(query.parameters),
  }
}

interface Prepared {
  run(parameters: readonly unknown[]): { rows: unknown[]; changes?: number }
  arrays(parameters: readonly unknown[]): Cell[][]
}

/** A statement longer than this is nobody's daily question, and takes a thousand times its length when it is kept. */
const longestKept = 20_000

/** Statements are kept, because preparing one costs more than running it. The least recently used leave first. */
function statements(db: DatabaseSync, most = 400): (text: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (text) => {
    let statement = kept.get(text)
    if (statement) kept.delete(text)
    else statement = adapt(db, text)
    if (text.length <= longestKept) kept.set(text, statement)
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
    return statement
  }
}

/** The columns that hold something else inside than in the table: SQLite has neither booleans nor objects. */
const converted = new Map<string, (value: unknown) => unknown>()
for (const { path, fields } of Object.values(resources)) {
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind === 'boolean') converted.set(`${path}.${name}`, (value) => (value === null ? null : value === 1))
    if (kind === 'object') converted.set(`${path}.${name}`, (value) => JSON.parse(value as string))
  }
}

/** Each of the two ways has a statement of its own, made when it is first gone: hardly any text is used both ways. */
function adapt(db: DatabaseSync, text: string): Prepared {
  let asRows: Prepared['run'] | undefined
  let asArrays: StatementSync | undefined
  return {
    run: (parameters) => (asRows ??= rowsOf(db.prepare(text)))(parameters),
    arrays(parameters) {
      if (!asArrays) {
        asArrays = db.prepare(text)
        asArrays.setReturnArrays(true)
      }
      return asArrays.all(...bind(parameters)) as unknown as Cell[][]
    },
  }
}

function rowsOf(statement: StatementSync): Prepared['run'] {
  const columns = statement.columns()
  if (columns.length === 0) {
    // A row id of a full-text table's shadow can be larger than a JavaScript integer, and would throw.
    statement.setReadBigInts(true)
    return (parameters) => ({ rows: [], changes: Number(statement.run(...bind(parameters)).changes) })
  }
  const conversions = columns.flatMap(({ table, column, name }) => {
    const convert = converted.get(`${table}.${column}`)
    return convert ? [[name, convert] as const] : []
  })
  return (parameters) => {
    const rows = statement.all(...bind(parameters))
    for (const [name, convert] of conversions) for (const row of rows) row[name] = convert(row[name]) as never
    return { rows }
  }
}

type Bindable = null | number | bigint | string | Uint8Array

const bind = (values: readonly unknown[]): Bindable[] =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as Bindable)))
