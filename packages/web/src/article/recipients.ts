/** A recipient of a message, as named in its header. */
export interface Recipient {
  readonly name: string
  readonly address: string
}

/** Reads the recipients of a header: `Ada Lovelace <ada@x.example>, "Bo, the second" <bo@x.example>`. */
export function recipientsIn(header: string | null | undefined): Recipient[] {
  return splitAtCommas(header ?? '')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const found = /^(.*)<([^<>]*)>$/s.exec(part)
      const address = (found?.[2] ?? part).trim()
      const name = unquote((found?.[1] ?? '').trim())
      return { name: name || address, address }
    })
}

/** Commas within quotation marks and angle brackets belong to a name. */
function splitAtCommas(header: string): string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  for (let at = 0; at < header.length; at++) {
    const character = header[at] as string
    if (character === '\\' && isQuoted) part += character + (header[++at] ?? '')
    else if (character === ',' && !isQuoted) {
      parts.push(part)
      part = ''
    } else {
      if (character === '"') isQuoted = !isQuoted
      part += character
    }
  }
  return [...parts, part]
}

const unquote = (name: string) => name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1')
