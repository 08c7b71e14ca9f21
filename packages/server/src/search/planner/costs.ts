import type { Bound } from '../bound.ts'
import { pointsToPeople } from '../references.ts'

/** The estimated number of postings of words whose hits have not been counted. */
export const USUAL_HITS = 100_000
/** The estimated number of rows that refer to one user or organization, and to one record of another kind. */
export const ROWS_OF_ONE = { people: 10, others: 200_000 }
/** Checking words on a row takes about three times as long as reading it. */
export const WORDS_FACTOR = 3

/** The estimated number of rows that refer to one of some records. */
export const rowsWith = (column: string, ids: readonly number[]): number =>
  ids.length * (pointsToPeople(column) ? ROWS_OF_ONE.people : ROWS_OF_ONE.others)

/** The estimated number of rows that terms other than words find: references, and times. */
export function rowsOf(part: Bound): number {
  if (part.kind === 'or') return part.of.reduce((sum, one) => sum + rowsOf(one), 0)
  const isReference = part.kind === 'related' && part.by !== undefined && part.ids !== undefined
  return isReference ? rowsWith(part.by, part.ids) : ROWS_OF_ONE.others
}

/** True for references to people, because these have few tickets. */
export const hasFewRows = (part: Bound): boolean => rowsOf(part) < USUAL_HITS
