import type { Match } from '../../db/dialect.ts'
import { and } from '../bound.ts'
import { cut, describe } from '../describe.ts'
import { prefixMarker } from '../term-prefix.ts'
import { isDense } from './index-query.ts'
import type { AccessPath } from './plan.ts'

/** Formats an expression of the full-text index as a query of one line. */
function describeMatch(match: Match): string {
  if ('text' in match) {
    const where = match.columnsImplied ? '' : `${cut(match.columns, ', ')}: `
    return `${where}"${match.text.replaceAll(prefixMarker, '')}"${match.prefix ? '*' : ''}`
  }
  if ('without' in match) return `(${describeMatch(match.of)} NOT ${describeMatch(match.without)})`
  return `(${cut(match.of.map(describeMatch), ` ${match.operator} `)})`
}

/** Formats an access path, with a line for each step, the first step last. */
export function explainPath(path: AccessPath, depth = 0): string[] {
  const line = `${'  '.repeat(depth)}${stepOf(path)} (cost ${Math.round(path.cost)})`
  if (path.kind === 'merge') return [line, ...path.of.flatMap((alternative) => explainPath(alternative, depth + 1))]
  return path.kind === 'filter' || path.kind === 'index filter' ? [line, ...explainPath(path.of, depth + 1)] : [line]
}

function stepOf(path: AccessPath): string {
  switch (path.kind) {
    case 'list':
      return `list of ${path.changes.length} known rows`
    case 'index': {
      const columns = Object.keys(path.ranges[0] ?? {})
      const values = path.ranges.map((ids) => Object.values(ids).join('/'))
      return `index of ${[...columns, 'change'].join(', ')}: ${cut(values, ', ')}`
    }
    case 'newest':
      return `index of ${path.column}, change: the newest rows of ${path.ids.length} records${(path.covered ?? []).map((part) => `, ${describe(part)}`).join('')}`
    case 'words':
      return `full-text index, ${isDense(path.match) ? 'each posting' : 'window by window'}: ${describeMatch(path.match)}`
    case 'scan':
      return 'scan of all rows by change'
    case 'filter':
      return `filter, row by row: ${describe(path.tree)}`
    case 'index filter':
      return `${path.keeps ? 'keep' : 'drop'} by the full-text index: ${describeMatch(path.match)}${path.otherwise ? `, or row by row: ${describe(path.otherwise)}` : ''}`
    case 'merge':
      return 'merge of alternatives'
  }
}

/**
 * Returns the condition that a path checks row by row, because no index answers it; undefined if it has no such
 * condition.
 */
export function conditionWithoutIndex(path: AccessPath): string | undefined {
  if (path.kind === 'merge') return path.of.map(conditionWithoutIndex).find((found) => found !== undefined)
  if (path.kind === 'index filter') return path.otherwise ? describe(path.otherwise) : conditionWithoutIndex(path.of)
  if (path.kind !== 'filter') return undefined
  const conditions = path.tree.kind === 'and' ? path.tree.of : [path.tree]
  const withoutIndex = conditions.filter((part) => part.kind !== 'related' || !part.ids)
  return withoutIndex.length > 0 ? describe(and(withoutIndex)) : conditionWithoutIndex(path.of)
}
