import { type Expression, expressionBuilder, type SqlBool } from 'kysely'

const eb = expressionBuilder<never>()

/**
 * Joins conditions as a balanced tree of lists of up to 32: a thousand conditions in a row are an expression of that depth,
 * which SQLite rejects.
 */
export function joinBalanced(operator: 'and' | 'or', conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  if (conditions.length <= 32) return eb[operator](conditions)
  const half = conditions.length >> 1
  return eb[operator]([
    joinBalanced(operator, conditions.slice(0, half)),
    joinBalanced(operator, conditions.slice(half)),
  ])
}
