import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import type { Cell, Connection, Database } from '../db/dialect.ts'
import { openSqlite } from '../db/sqlite.ts'
import { dynamic } from '../db/dynamic.ts'
import { referenceColumn } from './references.ts'
import { collectWords } from './words.ts'
import { customColumn, customTexts } from './custom-words.ts'
import { documentColumns, ownTexts, partsOf, wordsKnown } from './documents.ts'

/** A document as it ought to be: the row it stands under, and its texts by column. */
interface Document {
  readonly id: number
  readonly key: number
  readonly texts: Readonly<Record<string, string>>
}

/** The documents that do not hold what their records hold: id of the record, and the column that gave it away. */
export type Wrong = readonly { readonly id: number; readonly column: string }[]

/** Compares documents with records. */
export interface Verifier {
  /** @param whole compares all words, not only how many there are and the first and last of them. */
  wrong(resource: Resource, ids: readonly number[], whole: boolean): Promise<Wrong>
  close(): Promise<void>
}

/** The column of a record that its document stands under. */
export const keyOf = (resource: Resource): 'id' | 'change' => ('change' in resource.fields ? 'change' : 'id')

/**
 * A way to compare the full-text tables of a database with its records. PostgreSQL keeps the texts and they are
 * compared as they are. SQLite keeps words only: the documents are written anew into a database beside it, and both
 * are asked for the number of words in each column and for the same phrases.
 */
export async function verifier(db: Connection): Promise<Verifier> {
  if (db.dialect.name === 'postgres') {
    return { wrong: (resource, ids) => wrongTexts(db, resource, ids), close: async () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-check-'))
  const scratch = openSqlite(join(folder, 'scratch.db'))
  return {
    wrong: (resource, ids, whole) => wrongWords(db, scratch, resource, ids, whole),
    async close() {
      await scratch.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function documentsOf(db: Connection, resource: Resource, ids: readonly number[]): Promise<Document[]> {
  const key = keyOf(resource)
  const rows = await dynamic(db)
    .selectFrom(resource.path)
    .select(['id', `${key} as document_key`, ...documentColumns(resource)])
    .where(db.dialect.among(sql.ref('id'), sql.val(JSON.stringify(ids))))
    .execute()
  const custom = await customTexts(db, rows)
  const documents: Document[] = []
  for (const row of rows) {
    const id = row['id'] as number
    const parts = resource.name === 'ticket' ? await partsOf(db, id) : {}
    documents.push({
      id,
      key: row['document_key'] as number,
      texts: { ...ownTexts(resource, row, custom(row)), ...parts },
    })
  }
  return documents
}

async function wrongTexts(db: Connection, resource: Resource, ids: readonly number[]): Promise<Wrong> {
  const documents = await documentsOf(db, resource, ids)
  const kept = await dynamic(db)
    .selectFrom(`${resource.path}_text`)
    .selectAll()
    .where(db.dialect.among(sql.ref('rowid'), sql.val(JSON.stringify(documents.map(({ key }) => key)))))
    .execute()
  const byKey = new Map(kept.map((row) => [Number(row['rowid']), row]))
  return documents.flatMap(({ id, key, texts }) => {
    const row = byKey.get(key)
    if (!row) return []
    const column = Object.keys(row).find((name) => name !== 'rowid' && (row[name] ?? '') !== (texts[name] ?? ''))
    return column === undefined ? [] : [{ id, column }]
  })
}

async function wrongWords(
  db: Connection,
  scratch: Database,
  resource: Resource,
  ids: readonly number[],
  whole: boolean,
): Promise<Wrong> {
  const table = `${resource.path}_text`
  const columns = (await run(db, `select name from pragma_table_info('${table}')`)).map(([name]) => name as string)
  const documents = await documentsOf(db, resource, ids)
  await write(scratch, table, columns, documents)
  const said = await sizes(db, table, documents)
  const right = await sizes(scratch, table, documents)
  const wrong: { id: number; column: string }[] = []
  for (const { id, key, texts } of documents) {
    // A document that is not there at all is another finding.
    if (!said.has(key)) continue
    const column =
      said.get(key) === right.get(key)
        ? ((await otherWords(db, scratch, table, key, texts, whole)) ?? (await unlisted(db, texts)))
        : 'number of words'
    if (column !== undefined) wrong.push({ id, column })
  }
  return wrong
}

/** Whether the vocabulary lacks a word of a document, which patterns would then not find. */
async function unlisted(db: Connection, texts: Document['texts']): Promise<string | undefined> {
  const words = new Set<string>()
  for (const [column, text] of Object.entries(texts)) {
    if (column !== referenceColumn && column !== customColumn) collectWords(words, new Set(), wordsKnown(column, text))
  }
  const missing = 'select 1 from json_each(?) where value not in (select word from search_words) limit 1'
  return (await run(db, missing, JSON.stringify([...words]))).length > 0 ? 'vocabulary' : undefined
}

async function write(scratch: Database, table: string, columns: readonly string[], documents: readonly Document[]) {
  await scratch.transaction(async (db) => {
    await run(db, `drop table if exists ${table}`)
    for (const statement of db.dialect.textTable(table, columns)) await run(db, statement)
    for (const { key, texts } of documents)
      await dynamic(db)
        .insertInto(table)
        .values({ rowid: key, ...texts })
        .execute()
  })
}

/** How many words each column of a document has, in the form in which the index keeps it. */
async function sizes(db: Connection, table: string, documents: readonly Document[]): Promise<Map<number, string>> {
  const keys = JSON.stringify(documents.map(({ key }) => key))
  const rows = await run(
    db,
    `select id, hex(sz) from ${table}_docsize where id in (select value from json_each(?))`,
    keys,
  )
  return new Map(rows.map(([key, size]) => [key as number, size as string]))
}

/** The first column in which one index finds a phrase and the other does not. */
async function otherWords(
  db: Connection,
  scratch: Connection,
  table: string,
  key: number,
  texts: Document['texts'],
  whole: boolean,
): Promise<string | undefined> {
  // A JavaScript number arrives as a real, and FTS5 drops a condition on rowid whose value is not an integer.
  const query = `select 1 from ${table} where ${table} match ? and rowid = cast(? as integer)`
  for (const [column, text] of Object.entries(texts)) {
    for (const phrase of phrases(text, whole)) {
      const match = `"${column}" : "${phrase.replaceAll('"', '""')}"`
      const found = await run(db, query, match, key)
      if (found.length !== (await run(scratch, query, match, key)).length) return column
    }
  }
  return undefined
}

/** Pieces of a text, cut between words: all of them, or the first and the last. */
function phrases(text: string, whole: boolean): string[] {
  const words = text.replaceAll('\0', ' ').split(/\s+/).filter(Boolean)
  const size = 12
  if (!whole) return [...new Set([words.slice(0, size).join(' '), words.slice(-size).join(' ')])].filter(Boolean)
  return Array.from({ length: Math.ceil(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size).join(' '),
  )
}

const run = async (db: Connection, text: string, ...values: unknown[]): Promise<Cell[][]> =>
  db.arrays(CompiledQuery.raw(text, values))
