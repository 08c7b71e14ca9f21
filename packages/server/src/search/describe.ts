import type { Bound, ColumnLeaf, PatternWord, Related, TextLeaf } from './bound.ts'
import { referenceColumn } from './references.ts'
import { prefixMarker } from './term-prefix.ts'

/** Maximum number of shown items of a list. */
const MAX_SHOWN = 8

/** Formats a query tree as one line for people. */
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

/** Joins texts; if there are many, only the first `MAX_SHOWN`, with the number of the others. */
export const cut = (parts: readonly string[], separator: string): string =>
  parts.length <= MAX_SHOWN
    ? parts.join(separator)
    : `${parts.slice(0, MAX_SHOWN).join(separator)}${separator}${parts.length - MAX_SHOWN} more`

function textOf({ columns, text, prefix, custom }: TextLeaf): string {
  // The terms of this column, such as ids of referenced records, begin with a marker that cannot be printed.
  if (columns[0] === referenceColumn) return `term ${text.replaceAll(prefixMarker, '')}`
  // A search without a field has many columns, which are not listed.
  const where = custom ? `custom field ${custom.id}: ` : columns.length > 3 ? '' : `${columns.join(', ')}: `
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
    case 'contains':
      return `${column} contains ${test.text}`
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
