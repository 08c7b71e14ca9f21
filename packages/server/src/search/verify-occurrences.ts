import type { Resource } from '@deskbell/contract'
import type { Connection, Database } from '../db/dialect.ts'
import type { VisitOccurrence } from '../db/occurrences.ts'
import { openScratchDatabase, type ScratchDatabase } from '../db/scratch-database.ts'
import { openSqliteReadOnly } from '../db/sqlite-read-only.ts'
import { Checksums } from './checksums.ts'
import { textTableColumns } from './document-columns.ts'
import {
  type Difference,
  documentsOf,
  readSizes,
  missingFromVocabulary,
  writeScratchTable,
} from './expected-documents.ts'

/**
 * Compares every term of a full-text table of SQLite with the records, in time proportional to the number of terms:
 * querying the terms of each document would read the long posting lists of common words again for each of them. One
 * pass over the index computes a checksum for each document, which is compared with the checksum of the terms of its
 * record.
 *
 * Documents that differ are compared again by column in a snapshot, because the service may have written meanwhile.
 */
export async function* wrongOccurrences(
  db: Database,
  resource: Resource,
  batches: AsyncIterable<readonly number[]>,
): AsyncIterable<Difference> {
  const scratch = openScratchDatabase()
  try {
    const suspects: number[] = []
    const sums = await checksumsOfIndex(db, resource)
    for await (const ids of batches) {
      for (const { id } of await compare({ db, scratch, resource, sums, keyOf: byDocument }, ids)) suspects.push(id)
    }
    for (let start = 0; start < suspects.length; start += PER_SNAPSHOT) {
      yield* byColumns(db, scratch, resource, suspects.slice(start, start + PER_SNAPSHOT))
    }
  } finally {
    scratch.close()
  }
}

/**
 * The number of documents whose column checksums are in memory at once; each such batch costs a pass over the index.
 */
const PER_SNAPSHOT = 20_000
/** The number of documents whose texts are in memory at once. */
const BATCH = 200

/** Returns the key of the checksum that an occurrence is part of. */
type KeyOf = (document: number, column: string) => number | string

const byDocument: KeyOf = (document) => document
const byColumn: KeyOf = (document, column) => `${document} ${column}`

async function checksumsOfIndex(db: Database, resource: Resource): Promise<Checksums> {
  const reader = openSqliteReadOnly(db.place)
  try {
    return checksums(reader, resource, byDocument)
  } finally {
    await reader.close()
  }
}

async function* byColumns(
  db: Database,
  scratch: ScratchDatabase,
  resource: Resource,
  ids: readonly number[],
): AsyncIterable<Difference> {
  const reader = openSqliteReadOnly(db.place, { snapshot: true })
  try {
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
      ids.slice(index * BATCH, (index + 1) * BATCH),
    )
    const keys = new Set<number>()
    for (const batch of batches) for (const { key } of await documentsOf(reader, resource, batch)) keys.add(key)
    const sums = checksums(reader, resource, byColumn, keys)
    for (const batch of batches) yield* await compare({ db: reader, scratch, resource, sums, keyOf: byColumn }, batch)
  } finally {
    await reader.close()
  }
}

/** A database whose full-text tables can be read term by term. */
interface Source {
  occurrences(table: string, visit: VisitOccurrence): void
}

function checksums(source: Source, { path }: Resource, keyOf: KeyOf, only?: ReadonlySet<number>): Checksums {
  const sums = new Checksums()
  source.occurrences(`${path}_text`, (document, column, position, word) => {
    if (only === undefined || only.has(document)) sums.add(keyOf(document, column), column, position, word)
  })
  return sums
}

interface Comparison {
  readonly db: Connection
  readonly scratch: ScratchDatabase
  readonly resource: Resource
  /** The checksums of the index. */
  readonly sums: Checksums
  readonly keyOf: KeyOf
}

async function compare(
  { db, scratch, resource, sums, keyOf }: Comparison,
  ids: readonly number[],
): Promise<Difference[]> {
  const documents = await documentsOf(db, resource, ids)
  await writeScratchTable(scratch, db, resource, documents)
  const expected = checksums(scratch, resource, keyOf)
  const table = `${resource.path}_text`
  const actualSizes = await readSizes(db, table, documents)
  const expectedSizes = await readSizes(scratch, table, documents)
  const differences: Difference[] = []
  for (const { id, key, texts } of documents) {
    // A missing document is reported by another check.
    if (!actualSizes.has(key)) continue
    const column =
      actualSizes.get(key) === expectedSizes.get(key)
        ? (textTableColumns(resource).find((name) => sums.of(keyOf(key, name)) !== expected.of(keyOf(key, name))) ??
          (await missingFromVocabulary(db, texts)))
        : 'number of words'
    if (column !== undefined) differences.push({ id, column })
  }
  return differences
}
