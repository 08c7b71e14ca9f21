import type { Match } from '../../db/dialect.ts'
import type { Bound, ColumnLeaf, PatternWord, Related, TextLeaf } from '../bound.ts'
import { referenceColumn } from '../references.ts'
import { prefixMarker } from '../term-prefix.ts'
import { isDense } from './index-query.ts'
import type { AccessPath } from './plan.ts'

/** Longer lists are cut. */
const MAX_SHOWN = 8

/** Writes a tree as a query of one line. */
export function describe(tree: Bound): string {
  switch (tree.kind) {
    case 'all':
      return 'everything'
    case 'none':
      return 'nothing'
    case 'and':
    case 'or':
      return `(${cut(tree.of.map(describe), tree.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT ${describe(tree.of)}`
    case 'text':
      return textOf(tree)
    case 'pattern':
      return `pattern in ${tree.columns.join(', ')}`
    case 'column':
      return columnOf(tree)
    case 'related':
      return relatedOf(tree)
    case 'changes':
      return `${tree.of.length} known rows`
    case 'view':
      return `rows of view ${tree.index + 1} of the caller`
  }
}

const cut = (parts: readonly string[], sign: string): string =>
  parts.length <= MAX_SHOWN
    ? parts.join(sign)
    : `${parts.slice(0, MAX_SHOWN).join(sign)}${sign}${parts.length - MAX_SHOWN} more`

function textOf({ columns, text, prefix, custom }: TextLeaf): string {
  const where = custom ? `custom field ${custom.id}: ` : columns.length > 3 ? '' : `${columns.join(', ')}: `
  if (columns[0] === referenceColumn) return `term ${text.replaceAll(prefixMarker, '')}`
  return `${where}"${text}"${prefix ? '*' : ''}`
}

function columnOf({ column, test }: ColumnLeaf): string {
  switch (test.is) {
    case 'equal':
      return `${column} = ${test.value}`
    case 'among':
      return `${column} in ${cut(test.ids.map(String), ', ')}`
    case 'one of':
      return `${column} in ${cut(test.texts, ', ')}`
    case 'like':
      return `${column} like "${test.pattern}"`
    case 'digits':
      return `${column} ends with the digits ${test.digits}`
    case 'set':
      return `${column} is set`
    case 'words':
      return `${column} has ${test.words.map(patternOf).join(' ')}${test.prefix ? '*' : ''}`
    case 'number':
    case 'long number':
    case 'between': {
      const { from, to } = test
      const ends = [
        ...(from ? [`${from.inclusive ? '>=' : '>'} ${from.value}`] : []),
        ...(to ? [`${to.inclusive ? '<=' : '<'} ${to.value}`] : []),
      ]
      return `${column}${test.is === 'long number' ? ' (over 15 digits)' : ''} ${ends.join(' and ')}`
    }
  }
}

const patternOf = (word: PatternWord): string =>
  word.map((part) => (part.kind === 'text' ? part.text : part.kind === 'run' ? '*' : '?')).join('')

function relatedOf({ to, by, many, of, ids, count }: Related): string {
  if (ids && by !== undefined) return `${by} in ${cut(ids.map(String), ', ')}`
  return `${by ?? many ?? to}${count === undefined ? '' : ` (${count} of them)`} where ${describe(of)}`
}

/** Writes an expression of the full-text index as a query of one line. */
function describeMatch(match: Match): string {
  if ('text' in match) {
    const where = match.anywhere ? '' : `${cut(match.columns, ', ')}: `
    return `${where}"${match.text.replaceAll(prefixMarker, '')}"${match.prefix ? '*' : ''}`
  }
  if ('without' in match) return `(${describeMatch(match.of)} NOT ${describeMatch(match.without)})`
  return `(${cut(match.of.map(describeMatch), ` ${match.sign} `)})`
}

/** Writes an access path, a line for each step, the first step last. */
export function explainPath(path: AccessPath, depth = 0): string[] {
  const line = `${'  '.repeat(depth)}${stepOf(path)} (cost ${Math.round(path.cost)})`
  if (path.kind === 'merge') return [line, ...path.of.flatMap((one) => explainPath(one, depth + 1))]
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
      return `index of ${path.column}, change: the newest rows of ${path.ids.length} records`
    case 'words':
      return `full-text index, ${isDense(path.match) ? 'each posting' : 'window by window'}: ${describeMatch(path.match)}`
    case 'scan':
      return 'scan of all rows by change'
    case 'filter':
      return `filter, row by row: ${describe(path.tree)}`
    case 'index filter':
      return `${path.keeps ? 'keep' : 'drop'} by the full-text index: ${describeMatch(path.match)}${path.otherwise ? `, else row by row: ${describe(path.otherwise)}` : ''}`
    case 'merge':
      return 'merge of alternatives'
  }
}

/** Returns the condition that is checked row by row on rows that a scan or common words find; undefined if there is none. */
export function conditionWithoutIndex(path: AccessPath): string | undefined {
  if (path.kind === 'merge') return path.of.map(conditionWithoutIndex).find((found) => found !== undefined)
  if (path.kind === 'index filter') return path.otherwise ? describe(path.otherwise) : conditionWithoutIndex(path.of)
  return path.kind === 'filter' ? describe(path.tree) : undefined
}
