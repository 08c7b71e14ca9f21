import { findFieldPath, type Names } from './names.ts'

/** A field before an operator of another search language. */
export interface Comparand {
  /** The name of the field as it is written. */
  readonly written: string
  /** Number of characters before the value. A comparison such as `<5` is part of the value. */
  readonly length: number
  readonly isExcluded: boolean
}

/** A field with an operator: `status=`, `group !=`, `title LIKE "`, `status IN (`, and before `<` or `>` the field alone. */
const COMPARAND =
  /^(?<written>[\p{L}_][\p{L}\p{N}_.]*)(?: *(?<sign>!?[=~]|<>) *(?=[\p{L}\p{N}"])| +(?:LIKE|CONTAINS) +(?=")| +IN +(?=\()|(?=[<>]=?[\p{L}\p{N}"]))/u

/**
 * Returns the field at the beginning of a text such as `assignee = nils`, `group!=Sales`, `title LIKE "%x%"` or
 * `status<solved`.
 */
export function comparandAt(text: string, names: Names): Comparand | undefined {
  const [match, written = '', sign = ''] = COMPARAND.exec(text) ?? []
  if (match === undefined || findFieldPath(written, names) === undefined) return undefined
  return { written, length: Array.from(match).length, isExcluded: sign === '<>' || sign.startsWith('!') }
}

/** Clauses of SQL and JQL around the conditions of a query, and sort orders that look like a field. */
const ignoredClauses = [
  /^\s*SELECT\s.+?\sFROM\s+\S+\s+WHERE\s/su,
  /\sORDER\s+BY\s.*$/su,
  /(?<=^|\s)(?:order_?by|sort(?:_?by)?):\s*\S+/giu,
]

/**
 * Replaces clauses that are not conditions with spaces, and single quotes after an operator with double quotes. The positions
 * of the other characters do not change.
 */
export const withoutClauses = (text: string): string =>
  ignoredClauses
    .reduce((rest, clause) => rest.replace(clause, (match) => ' '.repeat(match.length)), text)
    .replaceAll(/(?<=[=~:]\s*|\sLIKE\s+|\sCONTAINS\s+)'([^'"]*)'/gu, '"$1"')

/** Minimum number of words of a sentence, without `or`. */
const MIN_SENTENCE = 4

/**
 * Returns true for a text that was probably pasted: several words with at most one `or`, and without operators, fields,
 * quotes and parentheses.
 */
export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/u)
  const others = words.filter((word) => word !== 'or')
  if (others.length < MIN_SENTENCE || words.length - others.length > 1) return false
  return !/:\S|["()=~<>]|(?:^|\s)(?:AND|OR|NOT|&&|\|\||[-+!]\S+)(?=\s|$)/u.test(text)
}
