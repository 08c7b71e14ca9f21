import {
  isMisspellingOf,
  partsOfError,
  quotedValue,
  readLeniently,
  type Resource,
  type SearchErrorCode,
  type SearchErrorParts,
} from '@deskbell/contract'

/** An error in a query, and its position. */
export interface Mistake extends SearchErrorParts {
  /** The wrong part. Offsets count UTF-16 code units, like the text fields of browsers. */
  readonly start: number
  readonly end: number
}

/** The way in which a search treats a wrong part of its query. */
export type Reading = 'words' | 'phrase' | 'ignored'

/** Errors whose part a search leaves out, such as a parenthesis without a counterpart. */
const ignored: ReadonlySet<SearchErrorCode> = new Set([
  'close',
  'depth',
  'length',
  'nul',
  'open',
  'patterns',
  'phrase_text',
  'term_after',
  'term_before',
  'term_inside',
  'term_inside_unclosed',
  'terms',
])

/** Returns the way in which a search treats a wrong part. */
export const readingOf = ({ code }: SearchErrorParts): Reading =>
  code === 'quote' ? 'phrase' : ignored.has(code) ? 'ignored' : 'words'

/**
 * Returns the first error of a query that the page can detect. It reads the query leniently, with the same code as the
 * service.
 * @param resourceOf returns a resource by its name, with custom fields.
 */
export function mistakeIn(
  query: string,
  resource: Resource,
  resourceOf: (name: string) => Resource,
): Mistake | undefined {
  const [error] = readLeniently(query, { resources: [resource], resourceNamed: resourceOf }).mistakes
  return error && locateMistake(query, partsOfError(query, error))
}

/** Returns the first part that a lenient search read in another way, such as an invalid value for its field. */
export const noticedMistake = (query: string, notices: readonly SearchErrorParts[] = []): Mistake | undefined =>
  notices[0] && locateMistake(query, notices[0])

/** Returns the error for which the service refused a query, such as an invalid value for its field. */
export function refusedMistake(query: string, error: unknown): Mistake | undefined {
  const { body } = (error ?? {}) as { body?: { details?: readonly Partial<SearchErrorParts>[] } }
  const parts = body?.details?.[0]
  return isComplete(parts) ? locateMistake(query, parts) : undefined
}

const isComplete = (parts: Partial<SearchErrorParts> | undefined): parts is SearchErrorParts =>
  parts?.code !== undefined && parts.column !== undefined

function locateMistake(query: string, parts: SearchErrorParts): Mistake {
  const start = offsetOf(query, parts.column)
  const end = offsetOf(query, parts.column + parts.length)
  const part = query.slice(start, end)
  // The nearest fields may be quite different if the part is not meant as a field: `printer: blank`.
  const isOffered = (name: string) => parts.code !== 'field_unknown' || isMisspellingOf(name, part)
  return { ...parts, start, end, nearest: parts.nearest.filter(isOffered) }
}

/** Returns the offset of a column. Columns count characters from 1. */
const offsetOf = (query: string, column: number) =>
  Array.from(query)
    .slice(0, column - 1)
    .join('').length

/** Replaces the wrong part of a query. */
export function correctQuery(query: string, { start, end, code }: Mistake, correction: string): string {
  return query.slice(0, start) + (code === 'field_unknown' ? correction : quotedValue(correction)) + query.slice(end)
}
