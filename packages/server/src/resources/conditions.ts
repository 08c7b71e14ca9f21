/** SQL conditions that the scopes of several resources share. */
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'

/** A condition that no row fulfills. */
export const noRows = sql<SqlBool>`1 = 0`

/** Joins conditions with `or`. Undefined conditions are ignored; if all are undefined, no row matches. */
export function anyOf(conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length === 0 ? noRows : expressionBuilder<never>().or(present)
}

/**
 * Selects rows with a related record that fulfills a condition.
 * @param related the table of the related record and the alias that `condition` uses.
 * `key` is the column with the id of the related record, as `table.column`.
 */
export const relatedTo = (
  { db }: Context,
  related: { table: string; alias: string; key: string },
  condition: Expression<SqlBool>,
): Expression<SqlBool> =>
  sql<SqlBool>`exists ${dynamic(db)
    .selectFrom(`${related.table} as ${related.alias}`)
    .select(sql`1`.as('one'))
    .where(sql.ref(`${related.alias}.id`), '=', sql.ref(related.key))
    .where(condition)}`

/**
 * Selects rows of `table` that are linked to no other record at all, or to one of `ids`.
 * @param link the join table, with its columns for the row (`near`) and the other record (`far`).
 */
export function linkedToNoneOr(
  { db }: Context,
  table: string,
  { link, near, far, ids }: { link: string; near: string; far: string; ids: readonly number[] },
): Expression<SqlBool> {
  const id = sql.ref(`${table}.id`)
  const linked = dynamic(db).selectFrom(link).select(near)
  const listed = linked.where(db.dialect.among(sql.ref(`${link}.${far}`), sql.val(`[${ids.join()}]`)))
  return expressionBuilder<never>().or([sql<SqlBool>`${id} not in ${linked}`, sql<SqlBool>`${id} in ${listed}`])
}
