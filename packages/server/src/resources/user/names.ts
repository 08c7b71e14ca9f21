/** Pure functions for the names of users. */

/** First and last name. */
export interface Name {
  readonly firstname: string
  readonly lastname: string
}

/**
 * Returns true if a text is an e-mail address: one `@` with text on both sides, no characters that need quoting, and at most
 * 254 characters (RFC 5321).
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\/]+$/.test(text)

/**
 * Derives first and last name. If only one of them is known, it is split ("Quill, Omar", "Omar Quill"); if none is known,
 * both are taken from the address (`omar.quill@...`). A part that is a single word in only lower or only upper case is
 * capitalized.
 */
export function nameFrom({ firstname, lastname }: Name, email: string): Name {
  const trimmed = { firstname: firstname.trim(), lastname: lastname.trim() }
  const { firstname: first, lastname: last } = completeName(trimmed, email) ?? trimmed
  return { firstname: capitalize(first), lastname: capitalize(last) }
}

/** Returns both parts of an incomplete name; undefined if the name is complete, or the other part cannot be derived. */
function completeName({ firstname, lastname }: Name, email: string): Name | undefined {
  if (firstname !== '' && lastname !== '') return undefined
  const onlyPart = firstname + lastname
  return onlyPart === '' ? nameInAddress(email) : splitName(onlyPart)
}

/** Returns the full name: first and last name, otherwise the address, otherwise the phone number, otherwise an empty text. */
export const fullnameOf = ({ firstname, lastname }: Name, email: string, phone: string): string =>
  [firstname, lastname].filter(Boolean).join(' ').slice(0, 250) || email || phone

/** Splits a name at its comma or first space. Titles belong to the first name: `Dr. Omar` in `Dr. Omar Quill`. */
function splitName(text: string): Name | undefined {
  const [, last, first] = /^([^,]*), +(.*)$/su.exec(text) ?? []
  if (last !== undefined && first !== undefined) return { firstname: first.trim(), lastname: last.trim() }
  const [, before, after] = /^((?:(?:dr|prof)\.\s+)*\S+)\s+(\S.*)$/isu.exec(text) ?? []
  return before === undefined || after === undefined ? undefined : { firstname: before, lastname: after }
}

/** Reads a name from an address; each part is cut to the 100 characters of its column. */
function nameInAddress(email: string): Name | undefined {
  const [, first, last] = /^([^.@]+)\.([^@]+)@[^@]+$/.exec(email) ?? []
  return first === undefined || last === undefined
    ? undefined
    : { firstname: first.slice(0, 100), lastname: last.slice(0, 100) }
}

function capitalize(word: string): string {
  if (!/^(\p{Ll}+|\p{Lu}+)$/u.test(word)) return word
  const [firstLetter = '', ...rest] = word
  return ofSameLength(firstLetter, firstLetter.toUpperCase()) + ofSameLength(rest.join(''), rest.join('').toLowerCase())
}

/** Returns the text in the other case, or unchanged if that would be longer ("ß", "İ"), so that a name still fits its column. */
const ofSameLength = (text: string, cased: string): string =>
  Array.from(cased).length === Array.from(text).length ? cased : text
