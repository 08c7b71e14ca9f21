import type { Resource } from '@deskbell/contract'
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { columnOf } from '../kernel/scope.ts'
import { fold } from '../text/words.ts'
import type { ColumnLeaf, Edge } from './bound.ts'

const eb = expressionBuilder<never>()

/** Translates a comparison of a column to SQL. */
export function columnCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  { column, test }: ColumnLeaf,
): Expression<SqlBool> {
  const ref = columnOf(ctx, resource, column, table)
  switch (test.is) {
    case 'equal':
      return sql<SqlBool>`${ref} = ${test.value}`
    case 'among':
      return ctx.db.dialect.among(ref, sql.val(`[${test.ids.join()}]`))
    case 'one of':
      return ctx.db.dialect.amongTexts(ref, sql.val(JSON.stringify(test.texts)))
    case 'contains':
      return ctx.db.dialect.contains(ref, test.text)
    case 'like':
      return ctx.db.dialect.like(ref, fold(test.pattern))
    case 'digits':
      return sql<SqlBool>`${ctx.db.dialect.digits(ref)} like ${`%${test.digits}`}`
    case 'set':
      return sql<SqlBool>`(${ref} is not null and cast(${ref} as text) <> '')`
    case 'words':
      return ctx.db.dialect.hasWords(ref, test.words, test.prefix)
    case 'number':
      return between(numberIn(ctx, resource, table, column, 'wholeNumber'), test)
    case 'long number':
      return betweenDigits(numberIn(ctx, resource, table, column, 'longNumber'), test)
    case 'between':
      return between(ref, test)
  }
}

/**
 * The number in a text column, by the expression that its index has. Custom fields have no such index; a subquery gives their
 * value a name, because the expression contains it several times.
 */
function numberIn(
  ctx: Context,
  resource: Resource,
  table: string,
  column: string,
  kind: 'wholeNumber' | 'longNumber',
): RawBuilder<unknown> {
  const { dialect } = ctx.db
  if (!resource.fields[column]?.custom) return sql.raw(dialect[kind](`"${table}"."${column}"`))
  const value = columnOf(ctx, resource, column, table)
  return sql`(select ${sql.raw(dialect[kind]('part.value'))} from (select ${value} as value) as part)`
}

/** Compares numbers as texts of digits: the longer one is larger. */
function betweenDigits(digits: RawBuilder<unknown>, { from, to }: { from?: Edge; to?: Edge }): Expression<SqlBool> {
  const beyond = ({ value, inclusive }: Edge, operator: string) =>
    sql<SqlBool>`(length(${digits}), ${digits}) ${sql.raw(inclusive ? `${operator}=` : operator)} (${sql.lit(String(value).length)}, ${value})`
  return eb.and([
    sql<SqlBool>`${digits} is not null`,
    ...(from ? [beyond(from, '>')] : []),
    ...(to ? [beyond(to, '<')] : []),
  ])
}

const between = (value: RawBuilder<unknown>, { from, to }: { from?: Edge; to?: Edge }): Expression<SqlBool> =>
  eb.and([
    ...(from ? [sql<SqlBool>`${value} ${sql.raw(from.inclusive ? '>=' : '>')} ${from.value}`] : []),
    ...(to ? [sql<SqlBool>`${value} ${sql.raw(to.inclusive ? '<=' : '<')} ${to.value}`] : []),
  ])
