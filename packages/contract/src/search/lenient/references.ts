/**
 * The fields of terms for ticket numbers and phone numbers, which only a lookup in the desk can resolve. No query can name
 * these fields. The value is a phrase with the text as written. If the desk has no such ticket or phone number, the words
 * of the text are searched.
 */
export const TICKET_NUMBER = '#'
export const PHONE_NUMBER = '+'

/** Words before the number of a ticket. */
const [ticketWords, numberWords] = ['ticket|case|request|incident|anfrage|vorgang', 'no|nr|number|nummer']

/** A number of a ticket: `#67012`, `ticket 67012`, `case no. 67012`, `[Ticket#67012]`. */
const ticketNumber = new RegExp(
  String.raw`^(?:#|\[?(?:${ticketWords})[\s:#-]+(?:(?:${numberWords}|id)\b[\s.:#]*)?)\d{1,18}\]?(?=[\s.,;:!?)]|$)`,
  'iu',
)

/** A number of a ticket in groups of digits, alone in a query: `672 103`, `ticket 672.103`, `no. 672103`. */
const groupedNumber = new RegExp(
  String.raw`^(?!\d+$)(?:(?:${ticketWords})[\s:#-]*)?(?:(?:${numberWords})\b[\s.:#]*)?[1-9]\d{0,2}(?:[ .-]?\d{3}){1,2}\s*$`,
  'iu',
)

/** A phone number: with a country code, with a leading zero, or in American groups (`555-123-4567`). */
const phoneNumbers = [
  /^(?:\+|0)(?:[\s()/.-]{0,3}\d){6,15}(?=[\s,;)]|$)/u,
  /^\(\+?\d{2,6}\)(?:[\s/.-]{0,3}\d){4,12}(?=[\s,;)]|$)/u,
  /^\d{3}[ .-]\d{3}[ .-]\d{4}(?=[\s,;)]|$)/u,
]

/** Returns a reference at the beginning of a text. @param isWhole true if the text is the whole query. */
export function referenceAt(text: string, isWhole: boolean): { field: string; text: string } | undefined {
  const [number] = (isWhole ? groupedNumber.exec(text) : null) ?? ticketNumber.exec(text) ?? []
  if (number !== undefined) return { field: TICKET_NUMBER, text: number }
  for (const spelling of phoneNumbers) {
    const [phone] = spelling.exec(text) ?? []
    if (phone !== undefined) return { field: PHONE_NUMBER, text: phone }
  }
  return undefined
}
