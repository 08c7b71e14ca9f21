import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import type { Cell, Connection, SortPosition } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { ScratchDatabase } from '../db/scratch-database.ts'
import { wordsIn } from '../text/words.ts'
import { customColumn, customTexts } from './custom-words.ts'
import { documentSourceColumns } from './document-columns.ts'
import { ownTexts, withoutPrefixes } from './documents.ts'
import { referenceColumn } from './references.ts'
import { ticketTexts } from './ticket-texts.ts'
import { collectWords } from './vocabulary.ts'

/** The document that a record should have. */
export interface Document {
  /** The id of the record. */
  readonly id: number
  /** The row id of the document. */
  readonly key: number
  /** The texts by column. */
  readonly texts: Readonly<Record<string, string>>
  /** The position of a ticket in the order of a search. */
  readonly position?: SortPosition
}

/**
 * A document that does not match its record. `column` is what differs: a column, the `number of words`, or the `vocabulary`,
 * which lacks a word.
 */
export interface Difference {
  readonly id: number
  readonly column: string
}

/** The column of a record that is the row id of its document. */
export const keyOf = (resource: Resource): 'id' | 'change' => ('change' in resource.fields ? 'change' : 'id')

/** Builds the expected documents of records. */
export async function documentsOf(db: Connection, resource: Resource, ids: readonly number[]): Promise<Document[]> {
  const key = keyOf(resource)
  const rows = await dynamic(db)
    .selectFrom(resource.path)
    .select(['id', 'updated_at', `${key} as document_key`, ...documentSourceColumns(resource)])
    .where(db.dialect.among(sql.ref('id'), sql.val(JSON.stringify(ids))))
    .execute()
  const custom = await customTexts(db, rows)
  const documents: Document[] = []
  for (const row of rows) {
    const id = row['id'] as number
    const parts = resource.name === 'ticket' ? (await ticketTexts(db, [id])).get(id) : {}
    documents.push({
      id,
      key: row['document_key'] as number,
      texts: { ...ownTexts(resource, { ...row, change: row['document_key'] }, custom(row)), ...parts },
      ...(key === 'change' ? { position: { id, updated_at: row['updated_at'] as string } } : {}),
    })
  }
  return documents
}

/** Writes documents into a new full-text table of a database in memory. It has the same columns as the table of `db`. */
export async function writeScratchTable(
  scratch: ScratchDatabase,
  db: Connection,
  resource: Resource,
  documents: readonly Document[],
): Promise<void> {
  const table = `${resource.path}_text`
  const columns = (await runStatement(db, `select name from pragma_table_info('${table}')`)).map(
    ([name]) => name as string,
  )
  await runStatement(scratch, `drop table if exists ${table}`)
  for (const statement of scratch.dialect.textTable(table, columns)) await runStatement(scratch, statement)
  await runStatement(scratch, 'begin')
  for (const { key, texts } of documents)
    await dynamic(scratch)
      .insertInto(table)
      .values({ rowid: key, ...texts })
      .execute()
  await runStatement(scratch, 'commit')
}

/** The number of words in each column of the documents, in the encoding of the index. */
export async function readSizes(
  db: Connection,
  table: string,
  documents: readonly Document[],
): Promise<Map<number, string>> {
  const keys = JSON.stringify(documents.map(({ key }) => key))
  const rows = await runStatement(
    db,
    `select id, hex(sz) from ${table}_docsize where id in (select value from json_each(?))`,
    keys,
  )
  return new Map(rows.map(([key, size]) => [key as number, size as string]))
}

/** Returns `vocabulary` if the vocabulary lacks a word of a document: patterns would not find the word. */
export async function missingFromVocabulary(db: Connection, texts: Document['texts']): Promise<string | undefined> {
  const words = new Set<string>()
  for (const [column, text] of Object.entries(texts)) {
    if (column !== referenceColumn && column !== customColumn)
      collectWords(words, new Set(), wordsIn(withoutPrefixes(column, text)))
  }
  const listed = sql`select count(*) from search_words
    where ${db.dialect.amongTexts(sql.ref('word'), sql.val(JSON.stringify([...words])))}`
  const [[count] = [0]] = await db.arrays(listed.compile(db.sql))
  return Number(count) < words.size ? 'vocabulary' : undefined
}

/** Runs a raw statement. */
export const runStatement = async (db: Connection, text: string, ...values: unknown[]): Promise<Cell[][]> =>
  db.arrays(CompiledQuery.raw(text, values))
