import { type Resource, visibleFields } from '@deskbell/contract'
import { prefixMarker } from './term-prefix.ts'
import { indexedTimes, timeWords } from './spans.ts'

/**
 * To whom a ticket belongs stands in its document too, as marked words such as `refcustomer12`, so that "printer, of these
 * customers, in these groups" is one question to the index. With a condition on the rows instead, every ticket with
 * the word would have to be read: half a million, to find the two of a customer. When it was made stands there too: see `spans.ts`.
 */
export const referenceColumn = 'refs'

/** The columns of a resource that point to other records. */
export const referencesOf = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([column, { to }]) => (to === undefined ? [] : [column]))

/** Whether a reference says to whom a ticket belongs. What belongs to one of them is little. */
export const pointsToPeople = (column: string | undefined): column is 'customer_id' | 'organization_id' =>
  column === 'customer_id' || column === 'organization_id'

/** The word for a reference. Without an underscore, which would end it; with a common beginning, for the prefix index. */
export const referenceWord = (column: string, id: number): string =>
  `${prefixMarker}ref${column.replace(/_id$/, '').replaceAll('_', '')}${id}`

/** A word that every document has, to take others away from. */
const always = `${prefixMarker}refs`

/** The text of the column for a row. */
export function referenceText(resource: Resource, row: Readonly<Record<string, unknown>>): string {
  const words = referencesOf(resource).flatMap((column) => {
    const id = row[column]
    return typeof id === 'number' ? [referenceWord(column, id)] : []
  })
  const times = indexedTimes(resource).flatMap((column) => {
    const time = row[column]
    return typeof time === 'string' ? timeWords(column, time) : []
  })
  return [always, ...words, ...times].join(' ')
}

/** What matches a reference to one of these. */
export const referenceMatch = (column: string, id: number) => ({
  columns: [referenceColumn],
  text: referenceWord(column, id),
  prefix: false,
  anywhere: true as const,
})

/** What every document matches. */
export const everyDocument = { columns: [referenceColumn], text: always, prefix: false, anywhere: true as const }
