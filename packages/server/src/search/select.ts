import type { SelectQueryBuilder } from 'kysely'
import { type AnyTables, dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'

/** A query of one or several tables to which conditions can be added. */
export type Select = SelectQueryBuilder<AnyTables, string, object>

/** All rows of a table. Conditions on what the caller may read must be added. */
export const tableOf = (ctx: Context, table: string): Select => dynamic(ctx.db).selectFrom(table)
