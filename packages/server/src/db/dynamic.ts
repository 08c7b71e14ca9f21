import type { Kysely } from 'kysely'
import type { Connection } from './dialect.ts'

/** Tables and columns known only at run time: what treats all resources alike cannot name them. */
export type AnyTables = Record<string, Record<string, unknown>>

/** A connection for tables that are known by name only. */
export const dynamic = (db: Connection): Kysely<AnyTables> => db.sql as unknown as Kysely<AnyTables>
