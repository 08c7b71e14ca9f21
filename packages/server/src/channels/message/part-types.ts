/** Decides whether a part is text that is shown or a file, and repairs types that leave this open. */
import { fieldIn, setField } from './fields.ts'
import { type Part } from './mime-structure.ts'

/** Returns the type of a part in lower case, or the default type (RFC 2045, 5.2, and RFC 2046, 5.1.5). */
export const typeOf = ({ header, container }: Part): string => {
  const field = fieldIn(header, 'content-type')
  if (field === undefined) return container === 'digest' ? 'message/rfc822' : 'text/plain'
  return /^[^\s;]*/.exec(field)?.[0].toLowerCase() ?? ''
}

/** Returns true if a part is shown as text. */
export const isText = (part: Part): boolean =>
  part.isLeaf && SHOWN.has(typeOf(part)) && dispositionOf(part) !== 'attachment'

const SHOWN = new Set(['text/plain', 'text/html'])

const dispositionOf = ({ header }: Part): string =>
  /^[\w-]*/.exec(fieldIn(header, 'content-disposition') ?? '')?.[0].toLowerCase() ?? ''

/** Returns true if a part has a file name, or a disposition other than inline: unknown ones are attachments (RFC 2183, 2.8). */
function isFile(part: Part): boolean {
  const fields = ['content-type', 'content-disposition'].map((name) => fieldIn(part.header, name) ?? '')
  return !['', 'inline'].includes(dispositionOf(part)) || fields.some((field) => FILE_NAME.test(field))
}

const FILE_NAME = /;\s*(?:file)?name[*\d]*\s*=/i

/**
 * Marks a text that is a file as an attachment if other text precedes it; the parser would add it to that text. Alternatives
 * and the parts of a page may have file names without being files.
 */
export function markFileAsAttachment(part: Part, hasText: boolean): Part {
  if (!hasText || !isText(part) || /^(?:alternative|related)$/.test(part.container) || !isFile(part)) return part
  const parameters = /;.*/.exec(fieldIn(part.header, 'content-disposition') ?? '')?.[0] ?? ''
  return { ...part, header: setField(part.header, 'Content-Disposition', `attachment${parameters}`) }
}

/** Gives a text part a type that the parser shows. */
export function repairTextType(part: Part): Part {
  const field = fieldIn(part.header, 'content-type')
  if (field === undefined) return part
  const type = typeOf(part)
  const shown = shownType(part, type)
  if (shown === type) return part
  // A field such as `charset=utf-8` has parameters but no type.
  const parameters = type.includes('=') ? `; ${field}` : field.slice(type.length)
  return { ...part, header: setField(part.header, 'Content-Type', `${shown}${parameters}`) }
}

/**
 * Returns the type as which a part is to be read. Text without a valid type is plain (RFC 2045, 5.2), and so are unknown
 * subtypes of text (RFC 2046, 4.1.4), except in a `multipart/alternative`, which has another version of the text.
 */
function shownType(part: Part, type: string): string {
  if (type === 'html') return 'text/html'
  if (MISSPELLED.test(type)) return 'text/plain'
  const isUnknown = !/^[\w.+-]+\/[\w.+-]+$/.test(type) || (type.startsWith('text/') && !KNOWN_TEXT.test(type))
  return isUnknown && part.container !== 'alternative' && !isFile(part) ? 'text/plain' : type
}

const MISSPELLED = /^(?:text|plain|(?:plain|application)\/(?:plain|text))$/

/** Known subtypes of text, which are shown in their own way, or are files. */
const KNOWN_TEXT = /^text\/(?:plain|html|calendar|csv|(?:x-)?vcard|directory|rfc822-headers)$/
