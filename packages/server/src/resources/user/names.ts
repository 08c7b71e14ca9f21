/** How a person is called: pure rules (reference, section 3.3). */

/** First and last name. */
export interface Name {
  readonly firstname: string
  readonly lastname: string
}

/**
 * Whether a text can be an e-mail address: one `@` with something on both sides, nothing that would need quoting; no
 * longer than mail can be sent to (RFC 5321).
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\/]+$/.test(text)

/**
 * The name that was meant: one of the two alone may hold both ("Quill, Omar", "Omar Quill"); none at all may stand in
 * the address (`omar.quill@...`). What is written in small or in capital letters only gets a capital first letter.
 */
export function nameFrom({ firstname, lastname }: Name, email: string): Name {
  const given = { firstname: firstname.trim(), lastname: lastname.trim() }
  const alone = given.firstname === '' || given.lastname === '' ? given.firstname + given.lastname : undefined
  const split = alone === undefined ? undefined : alone === '' ? inAddress(email) : inOne(alone)
  const { firstname: first, lastname: last } = split ?? given
  return { firstname: capitalised(first), lastname: capitalised(last) }
}

/** What a person is called as a whole (product, section 2); empty for who has no name, address or number. */
export const fullnameOf = ({ firstname, lastname }: Name, email: string, phone: string): string =>
  [firstname, lastname].filter(Boolean).join(' ').slice(0, 250) || email || phone

function inOne(text: string): Name | undefined {
  const [, last, first] = /^([^,]*), +(.*)$/su.exec(text) ?? []
  if (last !== undefined && first !== undefined) return { firstname: first.trim(), lastname: last.trim() }
  const [, before, after] = /^((?:(?:dr|prof)\.\s+)*\S+)\s+(\S.*)$/isu.exec(text) ?? []
  return before === undefined || after === undefined ? undefined : { firstname: before, lastname: after }
}

/** The column of a name holds a hundred characters. */
function inAddress(email: string): Name | undefined {
  const [, first, last] = /^([^.@]+)\.([^@]+)@[^@]+$/.exec(email) ?? []
  return first === undefined || last === undefined
    ? undefined
    : { firstname: first.slice(0, 100), lastname: last.slice(0, 100) }
}

function capitalised(word: string): string {
  if (!/^(\p{Ll}+|\p{Lu}+)$/u.test(word)) return word
  const [head = '', ...rest] = word
  return ofSameLength(head, head.toUpperCase()) + ofSameLength(rest.join(''), rest.join('').toLowerCase())
}

/** Letters that are two in the other case ("ß", "İ") stay as they are: a name grows no longer than its column. */
const ofSameLength = (text: string, cased: string): string =>
  Array.from(cased).length === Array.from(text).length ? cased : text
