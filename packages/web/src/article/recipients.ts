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
      const match = /^(.*)<([^<>]*)>$/s.exec(part)
      const address = (match?.[2] ?? part).trim()
      const name = unquote((match?.[1] ?? '').trim())
      return { name: name || address, address }
    })
}

/** Splits a header at its commas, except those within quotation marks, which belong to a name. */
function splitAtCommas(header: string): string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  for (let index = 0; index < header.length; index++) {
    const character = header[index] as string
    if (character === '\\' && isQuoted) part += character + (header[++index] ?? '')
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
