/**
 * Field names that no query can contain. They mark a text that looks like a ticket number or a phone number; the value is
 * a phrase with the text as written. If no ticket has the number, the service searches the words of the text instead. For a
 * phone number, it searches the words and the people with this number.
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

/**
 * A number of a ticket that is the whole query, in groups of digits (`672 103`, `ticket 672.103`) or after a word
 * (`no. 672103`). A query of digits alone stays a word, which the service looks up as a number, too.
 */
const groupedNumber = new RegExp(
  String.raw`^(?!\d+$)(?:(?:${ticketWords})[\s:#-]*)?(?:(?:${numberWords})\b[\s.:#]*)?[1-9]\d{0,2}(?:[ .-]?\d{3}){1,2}\s*$`,
  'iu',
)

/** The ways to write a phone number. */
const phoneNumbers = [
  // `+49 170 1234567`, `0170/1234567`
  /^(?:\+|0)(?:[\s()/.-]{0,3}\d){6,15}(?=[\s,;)]|$)/u,
  // `(030) 1234567`
  /^\(\+?\d{2,6}\)(?:[\s/.-]{0,3}\d){4,12}(?=[\s,;)]|$)/u,
  // In American groups: `555-123-4567`
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
