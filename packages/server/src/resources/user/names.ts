/** Names of users, as pure functions. */

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
 * Derives first and last name: splits a single given part ("Quill, Omar", "Omar Quill"), or takes both from the address
 * (`omar.quill@...`). Words in only lower or only upper case are capitalized.
 */
export function nameFrom({ firstname, lastname }: Name, email: string): Name {
  const given = { firstname: firstname.trim(), lastname: lastname.trim() }
  const alone = given.firstname === '' || given.lastname === '' ? given.firstname + given.lastname : undefined
  const split = alone === undefined ? undefined : alone === '' ? inAddress(email) : inOne(alone)
  const { firstname: first, lastname: last } = split ?? given
  return { firstname: capitalise(first), lastname: capitalise(last) }
}

/** Returns the full name: first and last name, else the address, else the phone number, else an empty text. */
export const fullnameOf = ({ firstname, lastname }: Name, email: string, phone: string): string =>
  [firstname, lastname].filter(Boolean).join(' ').slice(0, 250) || email || phone

function inOne(text: string): Name | undefined {
  const [, last, first] = /^([^,]*), +(.*)$/su.exec(text) ?? []
  if (last !== undefined && first !== undefined) return { firstname: first.trim(), lastname: last.trim() }
  const [, before, after] = /^((?:(?:dr|prof)\.\s+)*\S+)\s+(\S.*)$/isu.exec(text) ?? []
  return before === undefined || after === undefined ? undefined : { firstname: before, lastname: after }
}

/** Reads a name from an address; each part is cut to the 100 characters of its column. */
function inAddress(email: string): Name | undefined {
  const [, first, last] = /^([^.@]+)\.([^@]+)@[^@]+$/.exec(email) ?? []
  return first === undefined || last === undefined
    ? undefined
    : { firstname: first.slice(0, 100), lastname: last.slice(0, 100) }
}

function capitalise(word: string): string {
  if (!/^(\p{Ll}+|\p{Lu}+)$/u.test(word)) return word
  const [head = '', ...rest] = word
  return ofSameLength(head, head.toUpperCase()) + ofSameLength(rest.join(''), rest.join('').toLowerCase())
}

/** Keeps the original text if another case is longer ("ß", "İ"), so that a name still fits its column. */
const ofSameLength = (text: string, cased: string): string =>
  Array.from(cased).length === Array.from(text).length ? cased : text
