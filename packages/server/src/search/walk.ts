import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Match } from '../db/dialect.ts'
import type { Select } from './select.ts'
import { everyDocument } from './references.ts'
import { joined } from './matching.ts'

/**
 * A branch of a search, which finds some of the hits: through the full-text index, an index of a column, or the order of
 * changes.
 */
export interface Walk {
  readonly match: Match | undefined
  readonly conditions: readonly Condition[]
  /** A few candidate records are known. They are the outer loop, and the index is queried for each. */
  readonly isLed: boolean
  /** The range of change numbers of the hits, as conditions on the change number of a row. */
  readonly part: readonly ((change: RawBuilder<unknown>) => Expression<SqlBool>)[]
  /** Lists of change numbers, each of which contains all hits, so that few rows have to be read. */
  readonly among: readonly Select[]
  /**
   * An alternative for users with few tickets: reading those rows is faster than querying the index for the other
   * conditions.
   */
  readonly ofFewPeople?: Walk | undefined
  /** So few rows that every condition is evaluated on each. */
  readonly isNear?: boolean
}

/** A condition on the rows. */
export interface Condition {
  readonly holds: Expression<SqlBool>
  /** The same, to be evaluated row by row. */
  readonly holdsForRow: Expression<SqlBool>
  /** The same, to be evaluated on few rows. */
  readonly holdsForFew: () => Expression<SqlBool>
  /** Many rows match; finding them in an index would mean sorting them all. */
  readonly isWide: boolean
  /** It lists related records first. */
  readonly isFar: boolean
  /** An index finds the rows in the order of their changes. */
  readonly isListed: boolean
  /** It matches a few known records. */
  readonly isFew: boolean
  /** All rows with its words are listed before the first of them is read. */
  readonly isOfWords: boolean
  /** The change numbers of all rows that match, from an index alone. */
  readonly changes?: Select
  /** Whether the list also contains change numbers of other rows. */
  readonly hasOthers?: boolean
  /** The related users are known by id, at most some hundred. */
  readonly isOfKnown?: boolean
  /** The change numbers of the newest rows that match. */
  readonly newestOf?: NewestOf
}

/** @param part conditions on the change number; `end` rows are wanted. */
export type NewestOf = (end: number, part: Walk['part']) => Select

/** The only condition of a walk, if it is a list of users or organizations. */
export const ofPeopleAlone = ({ match, conditions: [only, another] }: Walk): NewestOf | undefined =>
  match || another ? undefined : only?.newestOf

/** Whether a walk needs only the full-text index. */
export const isWhole = ({ match, conditions, part, among }: Walk): boolean =>
  match !== undefined && conditions.length + part.length + among.length === 0

/** Whether a walk finds all rows that the caller can read. */
export const isEverything = ({ match, conditions, part }: Walk): boolean =>
  match === undefined && conditions.length === 0 && part.length === 0

/** Merges the walks that need only the full-text index. */
export function oneOfWhole(walks: readonly Walk[]): readonly Walk[] {
  const whole = walks.flatMap((walk) => (walk.match && isWhole(walk) ? [walk.match] : []))
  if (whole.length < 2) return walks
  const others = walks.filter((walk) => !isWhole(walk))
  return [{ match: joined('OR', whole), conditions: [], isLed: false, part: [], among: [] }, ...others]
}

/**
 * Whether the full-text index may read many postings for few hits. An exclusion reads all documents, and if nearly all
 * contain the excluded word, hits are rare. A phrase or a prefix in some columns reads all of its positions. Hundreds of
 * words need a lookup each.
 */
export const isFar = ({ match }: Walk): boolean =>
  match !== undefined &&
  (('without' in match && match.of === everyDocument) || isScattered(match) || textsIn(match) > mostTexts)

const mostTexts = 150

const textsIn = (match: Match): number =>
  'text' in match
    ? 1
    : 'without' in match
      ? textsIn(match.of) + textsIn(match.without)
      : match.of.reduce((sum, part) => sum + textsIn(part), 0)

const isScattered = (match: Match): boolean =>
  'without' in match
    ? isScattered(match.of)
    : 'text' in match
      ? match.anywhere !== true && (match.prefix || isPhrase(match.text))
      : match.of.some((part) => isScattered(part))

/**
 * Whether each posting that the index reads is a hit: single words, or alternatives of them. With words joined by AND or
 * NOT, most postings may be no hits.
 */
export const isEachAHit = (walk: Walk): boolean => walk.match !== undefined && !isFar(walk) && isDense(walk.match)

const isDense = (match: Match): boolean =>
  'text' in match ? !isPhrase(match.text) : 'sign' in match && match.sign === 'OR' && match.of.every(isDense)

/** Whether a text has more than one word. Term prefixes consist of private characters. */
const isPhrase = (text: string): boolean => /[^\p{L}\p{M}\p{N}\p{Co}]/u.test(text)
