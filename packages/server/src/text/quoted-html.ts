/** Marks quoted mails and signatures in HTML, so that all clients collapse the same parts. */

type Attributes = Readonly<Record<string, string>>

/** Classes and ids with which mail programs mark the mail that they quote. */
const QUOTE =
  /(?:^|[\s_-])(?:gmail_(?:quote|attr)|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|OutlookMessageHeader|divRplyFwdMsg|appendonsend|x?replyforward|reply-intro)/i

/** Classes and ids with which mail programs mark a signature. */
const SIGNATURE = /(?:^|[\s_-])(?:gmail_signature|moz-signature|protonmail_signature_block|x?Signature)(?:\s|$)/i

/**
 * Returns the attribute that marks an element as a quoted mail or a signature, as its class, id or type shows. Clients cannot
 * rely on these, because sanitizing removes most of them.
 */
export function markOf(tag: string, { class: name = '', id = '', type = '' }: Attributes): Attributes {
  const names = [name, id].map((text) => text.slice(0, MAX_NAME_LENGTH))
  if (tag === 'blockquote' && type.toLowerCase() === 'cite') return { 'data-quoted': '' }
  if (names.some((text) => QUOTE.test(text))) return { 'data-quoted': '' }
  if (names.some((text) => SIGNATURE.test(text))) return { 'data-signature': 'true' }
  return {}
}

/** Maximum number of characters of a class or an id that are compared. */
const MAX_NAME_LENGTH = 500

/** Number of characters before a quotation in which the line that introduces it is looked for. */
const MAX_INTRODUCTION = 400

/**
 * Marks quotations that no attribute identifies, but that follow a colon, as in "Ada wrote:". Other quotations are part of
 * the text.
 * @param safe sanitized HTML, in which every `<` begins a tag.
 */
export function markIntroducedQuotes(safe: string): string {
  return safe.replace(/<blockquote(?![^>]*data-quoted)/g, (tag, offset: number) => {
    const before = safe.slice(Math.max(0, offset - MAX_INTRODUCTION), offset)
    const text = before.replace(/<[^>]*>|&nbsp;/g, ' ').trimEnd()
    return text.endsWith(':') ? `${tag} data-quoted` : tag
  })
}
