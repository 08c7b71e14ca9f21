import { type Resource, visibleFields } from '@deskbell/contract'
import { prefixMarker } from './term-prefix.ts'
import { indexedTimes, timeWords } from './spans.ts'
import { windowOf, windowTerm } from './windows.ts'

/**
 * The column with the terms of references. A document contains the ids of referenced records as terms with a prefix, such as
 * `refcustomer12`, so that "printer, of these customers, in these groups" is a single query of the index. With a
 * condition on the rows instead, every ticket with the word would have to be read: half a million tickets to find the two
 * of a customer. Terms for the time of creation (`spans.ts`) and for windows of changes (`windows.ts`) are in the same
 * column.
 */
export const referenceColumn = 'refs'

/** The columns of a resource that refer to other records. */
export const referencesOf = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([column, { to }]) => (to === undefined ? [] : [column]))

/**
 * Returns true for a reference to the customer or organization of a ticket. Each of them has few tickets, so conditions
 * on these references select few rows.
 */
export const pointsToPeople = (column: string | undefined): column is 'customer_id' | 'organization_id' =>
  column === 'customer_id' || column === 'organization_id'

/**
 * The term of a reference. It has no underscore, which would end the term. All these terms begin with `ref`, so that
 * they add only few entries to the prefix index.
 */
export const referenceWord = (column: string, id: number): string =>
  `${prefixMarker}ref${column.replace(/_id$/, '').replaceAll('_', '')}${id}`

/** A term that every document has, for queries that only exclude documents. */
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
  columnsImplied: true as const,
})

/** A full-text condition that matches every document. */
export const everyDocument = { columns: [referenceColumn], text: always, prefix: false, columnsImplied: true as const }
