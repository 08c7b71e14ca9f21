import type { Kysely } from 'kysely'
import type { Connection } from './dialect.ts'

/** Tables and columns whose names are known only at run time, for code that treats all resources alike. */
export type AnyTables = Record<string, Record<string, unknown>>

/** Returns the connection with untyped tables and columns. */
export const dynamic = (db: Connection): Kysely<AnyTables> => db.sql as unknown as Kysely<AnyTables>
