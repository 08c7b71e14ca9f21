import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection, Database } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { openScratchDatabase, type ScratchDatabase } from '../db/scratch-database.ts'
import { textTableColumns } from './document-columns.ts'
import {
  type Difference,
  type Document,
  documentsOf,
  runStatement,
  readSizes,
  missingFromVocabulary,
  writeScratchTable,
} from './expected-documents.ts'
import { wrongOccurrences } from './verify-occurrences.ts'

/**
 * Compares the full-text table of a resource with its records. PostgreSQL stores the words, which are compared
 * directly. SQLite stores only the terms, so the documents are indexed again in a database in memory, and the terms of
 * both indexes are compared.
 * @param batches the ids of the records to compare.
 * @param comparesEveryTerm on SQLite, compares every term, instead of only the number of terms and the first and last twelve
 * words of each column.
 */
export async function* wrongDocuments(
  db: Database,
  resource: Resource,
  batches: AsyncIterable<readonly number[]>,
  comparesEveryTerm: boolean,
): AsyncIterable<Difference> {
  if (db.dialect.storesWords) yield* confirmed(batches, (ids) => wrongRows(db, resource, ids))
  else if (comparesEveryTerm) yield* wrongOccurrences(db, resource, batches)
  else {
    const scratch = openScratchDatabase()
    try {
      yield* confirmed(batches, (ids) => wrongWords(db, scratch, resource, ids))
    } finally {
      scratch.close()
    }
  }
}

type Compare = (ids: readonly number[]) => Promise<readonly Difference[]>

/** Compares again the records that seem to differ, because a record may change between two statements. */
async function* confirmed(batches: AsyncIterable<readonly number[]>, compare: Compare): AsyncIterable<Difference> {
  for await (const ids of batches) {
    const suspects = (await compare(ids)).map(({ id }) => id)
    if (suspects.length > 0) yield* await compare(suspects)
  }
}

async function wrongRows(db: Connection, resource: Resource, ids: readonly number[]): Promise<Difference[]> {
  const documents = await documentsOf(db, resource, ids)
  const rows = await dynamic(db)
    .selectFrom(`${resource.path}_text`)
    .selectAll()
    .where(db.dialect.among(sql.ref('rowid'), sql.val(JSON.stringify(documents.map(({ key }) => key)))))
    .execute()
  const byKey = new Map(rows.map((row) => [Number(row['rowid']), row]))
  const wrong: Difference[] = []
  for (const { id, key, texts, position } of documents) {
    const row = byKey.get(key)
    if (!row) continue
    const expected = db.dialect.textRow(textTableColumns(resource), texts, position)
    const differs = (name: string) => name !== 'rowid' && comparable(row[name]) !== comparable(expected[name])
    const column = Object.keys(row).find(differs) ?? (await missingFromVocabulary(db, texts))
    if (column !== undefined) wrong.push({ id, column })
  }
  return wrong
}

/** A value as a text. Lexemes, which begin with a quote, are sorted, because their order has no meaning. */
function comparable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text.startsWith("'") ? text.split(' ').toSorted().join(' ') : text
}

async function wrongWords(
  db: Connection,
  scratch: ScratchDatabase,
  resource: Resource,
  ids: readonly number[],
): Promise<Difference[]> {
  const table = `${resource.path}_text`
  const documents = await documentsOf(db, resource, ids)
  await writeScratchTable(scratch, db, resource, documents)
  const actualSizes = await readSizes(db, table, documents)
  const expectedSizes = await readSizes(scratch, table, documents)
  const wrong: Difference[] = []
  for (const { id, key, texts } of documents) {
    // A missing document is reported by another check.
    if (!actualSizes.has(key)) continue
    const column =
      actualSizes.get(key) === expectedSizes.get(key)
        ? ((await differingColumn(db, scratch, table, key, texts)) ?? (await missingFromVocabulary(db, texts)))
        : 'number of words'
    if (column !== undefined) wrong.push({ id, column })
  }
  return wrong
}

/** Returns the first column whose first or last words only one of the two indexes contains. */
async function differingColumn(
  db: Connection,
  scratch: Connection,
  table: string,
  key: number,
  texts: Document['texts'],
): Promise<string | undefined> {
  // A JavaScript number is bound as a real, and FTS5 ignores a condition on rowid whose value is not an integer.
  const query = `select 1 from ${table} where ${table} match ? and rowid = cast(? as integer)`
  for (const [column, text] of Object.entries(texts)) {
    for (const phrase of phrases(text)) {
      const match = `"${column}" : "${phrase.replaceAll('"', '""')}"`
      const rows = await runStatement(db, query, match, key)
      if (rows.length !== (await runStatement(scratch, query, match, key)).length) return column
    }
  }
  return undefined
}

/** The first and the last twelve words of a text. */
function phrases(text: string): string[] {
  const words = text.replaceAll('\0', ' ').split(/\s+/).filter(Boolean)
  const size = 12
  return [...new Set([words.slice(0, size).join(' '), words.slice(-size).join(' ')])].filter(Boolean)
}
