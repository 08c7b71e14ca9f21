/** Reads and replaces the fields of headers. */

/** Returns the transfer encoding in a header, in lower case; empty if the content is not encoded. */
export const encodingOf = (header: string): string =>
  /base64|quoted-printable/i.exec(fieldIn(header, 'content-transfer-encoding') ?? '')?.[0].toLowerCase() ?? ''

/** Replaces the first field of this name in a header, or adds the field at the start. */
export function setField(header: string, name: string, value: string): string {
  const match = fieldPattern(name).exec(header)
  const field = `${name}: ${value}`
  if (!match) return header === '' ? field : `${field}\n${header}`
  return header.slice(0, match.index) + field + header.slice(match.index + match[0].length)
}

/** Returns the value of the first field with this name in a header, in one line; undefined if there is none. */
export function fieldIn(header: string, name: string): string | undefined {
  return fieldPattern(name)
    .exec(header)?.[1]
    ?.replace(/[\r\n]+/g, '')
    .trim()
}

/** Returns the values of all fields with this name in a header, each in one line. */
export const fieldsIn = (header: string, name: string): string[] =>
  [...header.matchAll(new RegExp(fieldPattern(name), 'gim'))].map(([, value = '']) =>
    value.replace(/[\r\n]+/g, '').trim(),
  )

const patterns = new Map<string, RegExp>()

function fieldPattern(name: string): RegExp {
  const pattern = patterns.get(name) ?? new RegExp(`^${name}[ \\t]*:(.*(?:\\r?\\n[ \\t].*)*)`, 'im')
  patterns.set(name, pattern)
  return pattern
}
