import type { Match, Phrase } from './dialect.ts'

/** Returns the condition in the query syntax of FTS5. Phrases of the same columns share one column filter. */
export function matchText(match: Match): string {
  if ('text' in match) return `${columnsText(match)}${phraseText(match)}`
  if ('without' in match) {
    const steps = inSteps(match.without).map((step) => ` NOT (${matchText(step)})`)
    return `(${matchText(match.of)})${steps.join('')}`
  }
  const byColumns = new Map<string, Set<string>>()
  const others: string[] = []
  for (const part of match.of) {
    if (!('text' in part)) {
      others.push(`(${matchText(part)})`)
      continue
    }
    const texts = byColumns.get(columnsText(part)) ?? new Set()
    byColumns.set(columnsText(part), texts.add(phraseText(part)))
  }
  const words = [...byColumns].map(([columns, texts]) => `${columns}(${[...texts].join(` ${match.operator} `)})`)
  // Nested conditions come first, because the parser's stack is small: a nested condition takes one entry of it at the
  // beginning, and three after an operator.
  return [...others, ...words].join(` ${match.operator} `)
}

/**
 * Splits the operands of an excluded OR into groups of 1, 2, 4, ... operands, each of which is excluded by a NOT of its
 * own. For each document that is left, FTS5 advances the posting lists of all operands of a NOT; after the first small
 * groups, hardly any documents are left.
 */
function inSteps(match: Match): readonly Match[] {
  if ('without' in match) return inSteps(match.of).map((of) => ({ ...match, of }))
  if (!('operator' in match) || match.operator === 'AND') return [match]
  const steps: Match[] = []
  for (let start = 0; start < match.of.length; start = 2 * start + 1) {
    steps.push({ operator: 'OR', of: match.of.slice(start, 2 * start + 1) })
  }
  return steps
}

const columnsText = ({ columns, columnsImplied }: Phrase): string => (columnsImplied ? '' : `{${columns.join(' ')}} : `)

/** Quotes the text, so that FTS5 splits it into words by the same rules as the indexed texts. */
const phraseText = ({ text, prefix }: Phrase): string => `"${text.replaceAll('"', '""')}"${prefix ? ' *' : ''}`
