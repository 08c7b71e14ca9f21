import { findFieldPath, type Names } from './names.ts'

/** A field before an operator of another search language. */
export interface Comparand {
  readonly written: string
  /** The number of characters before the value. A comparison such as `<5` is a value. */
  readonly length: number
  readonly isExcluded: boolean
}

const PATTERN =
  /^(?<written>[\p{L}_][\p{L}\p{N}_.]*)(?: *(?<sign>!?[=~]|<>) *(?=[\p{L}\p{N}"])| +(?:LIKE|CONTAINS) +(?=")| +IN +(?=\()|(?=[<>]=?[\p{L}\p{N}"]))/u

/** Returns the field at the beginning of a text such as `assignee = nils`, `group!=Sales`, `title LIKE "%x%"` or `status<solved`. */
export function comparandAt(text: string, names: Names): Comparand | undefined {
  const [all, written = '', sign = ''] = PATTERN.exec(text) ?? []
  if (all === undefined || findFieldPath(written, names) === undefined) return undefined
  return { written, length: Array.from(all).length, isExcluded: sign === '<>' || sign.startsWith('!') }
}

/** The parts of a query in SQL or JQL around its conditions, and orders in the form of a field. */
const clauses = [
  /^\s*SELECT\s.+?\sFROM\s+\S+\s+WHERE\s/su,
  /\sORDER\s+BY\s.*$/su,
  /(?<=^|\s)(?:order_?by|sort(?:_?by)?):\s*\S+/giu,
]

/**
 * Returns a text in which clauses that are no conditions are spaces, and texts in single quotes after an operator have
 * double ones. The other characters keep their places.
 */
export const withoutClauses = (text: string): string =>
  clauses
    .reduce((rest, clause) => rest.replace(clause, (found) => ' '.repeat(found.length)), text)
    .replaceAll(/(?<=[=~:]\s*|\sLIKE\s+|\sCONTAINS\s+)'([^'"]*)'/gu, '"$1"')
