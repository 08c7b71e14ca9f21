import { type Resource, visibleFields } from '@deskbell/contract'
import { prefixMarker } from './term-prefix.ts'
import { indexedTimes, timeWords } from './spans.ts'
import { windowOf, windowTerm } from './windows.ts'

/**
 * The terms of references. A document contains the ids of referenced records as terms with a prefix, such as
 * `refcustomer12`, so that "printer, of these customers, in these groups" is a single query of the index. With a
 * condition on the rows instead, every ticket with the word would have to be read: half a million to find the two of a
 * customer. Terms for the time of creation (`spans.ts`) and for windows of changes (`windows.ts`) are in the same
 * column.
 */
export const referenceColumn = 'refs'

/** The columns of a resource that refer to other records. */
export const referencesOf = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([column, { to }]) => (to === undefined ? [] : [column]))

/**
 * Returns true if a reference is to the customer or organization of a ticket. One customer or organization has few
 * tickets.
 */
export const pointsToPeople = (column: string | undefined): column is 'customer_id' | 'organization_id' =>
  column === 'customer_id' || column === 'organization_id'

/**
 * The term of a reference. It has no underscore, which would end the term, and begins with `ref`, so that the prefix
 * index is small.
 */
export const referenceWord = (column: string, id: number): string =>
  `${prefixMarker}ref${column.replace(/_id$/, '').replaceAll('_', '')}${id}`

/** A term that every document has, for queries that only exclude others. */
const always = `${prefixMarker}refs`

/** The text of the reference column for a row. */
export function referenceText(resource: Resource, row: Readonly<Record<string, unknown>>): string {
  const words = referencesOf(resource).flatMap((column) => {
    const id = row[column]
    return typeof id === 'number' ? [referenceWord(column, id)] : []
  })
  const times = indexedTimes(resource).flatMap((column) => {
    const time = row[column]
    return typeof time === 'string' ? timeWords(column, time) : []
  })
  const change = row['change']
  return [always, ...words, ...times, ...(typeof change === 'number' ? [windowTerm(windowOf(change))] : [])].join(' ')
}

/** A full-text condition that matches documents with a reference to a record. */
export const referenceMatch = (column: string, id: number) => ({
  columns: [referenceColumn],
  text: referenceWord(column, id),
  prefix: false,
  anywhere: true as const,
})

/** A full-text condition that matches every document. */
export const everyDocument = { columns: [referenceColumn], text: always, prefix: false, anywhere: true as const }
