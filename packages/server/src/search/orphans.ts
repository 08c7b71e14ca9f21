import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'

/** The column of a resource under which its search documents are indexed. */
export type DocumentKey = 'id' | 'change'

/** Returns the keys of search documents whose record is gone. */
export async function orphansOf(db: Connection, path: string, key: DocumentKey): Promise<number[]> {
  const { rows } = await sql<{ rowid: number }>`
    select rowid from ${sql.table(`${path}_text`)} except select ${sql.ref(key)} from ${sql.table(path)}`.execute(
    db.sql,
  )
  return rows.map((row) => row.rowid)
}

/** Removes these search documents, except those whose key has been given to a record in the meantime. */
export async function removeOrphans(
  db: Connection,
  path: string,
  key: DocumentKey,
  orphans: readonly number[],
): Promise<void> {
  // Qualified, because a bare "rowid" inside the subquery is the row id of the other table.
  const row = sql.ref(`${path}_text.rowid`)
  const rows = db.dialect.among(row, sql.val(JSON.stringify(orphans)))
  const used = sql`select 1 from ${sql.table(path)} where ${sql.ref(`${path}.${key}`)} = ${row}`
  await sql`delete from ${sql.table(`${path}_text`)} where ${rows} and not exists (${used})`.execute(db.sql)
}

/** Returns the ids of records without a search document. */
export async function idsWithoutDocument(db: Connection, path: string, key: DocumentKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(path)}
    where ${sql.ref(key)} not in (select rowid from ${sql.table(`${path}_text`)}) order by id`.execute(db.sql)
  return rows.map(({ id }) => id)
}

/** Removes one search document. */
export const removeDocument = (db: Connection, path: string, key: unknown): Promise<unknown> =>
  sql`delete from ${sql.table(`${path}_text`)} where rowid = ${key}`.execute(db.sql)
