import type { Match, Words } from './dialect.ts'

/** A question in the language of the index. Words of the same columns share one list of them. */
export function matchText(match: Match): string {
  if ('text' in match) return `${columnsText(match)}${wordsText(match)}`
  if ('without' in match) {
    const steps = inSteps(match.without).map((some) => ` NOT (${matchText(some)})`)
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
    byColumns.set(columnsText(part), texts.add(wordsText(part)))
  }
  const words = [...byColumns].map(([columns, texts]) => `${columns}(${[...texts].join(` ${match.sign} `)})`)
  // What is nested goes first: behind an operator it would take three places on the parser's small stack instead of one.
  return [...others, ...words].join(` ${match.sign} `)
}

/**
 * Alternatives that are taken away in turn, each time twice as many: of many alternatives the index moves all lists for
 * each document, and of those that are left after the first few there are hardly any.
 */
function inSteps(match: Match): readonly Match[] {
  if (!('sign' in match) || match.sign === 'AND') return [match]
  const steps: Match[] = []
  for (let from = 0; from < match.of.length; from = 2 * from + 1) {
    steps.push({ sign: 'OR', of: match.of.slice(from, 2 * from + 1) })
  }
  return steps
}

const columnsText = ({ columns, anywhere }: Words): string => (anywhere ? '' : `{${columns.join(' ')}} : `)

/** A quoted text is cut into words by the index itself, so that both sides agree on what a word is. */
const wordsText = ({ text, prefix }: Words): string => `"${text.replaceAll('"', '""')}"${prefix ? ' *' : ''}`
