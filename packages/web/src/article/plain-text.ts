/** Lines of a plain text that are folded. The service determines them when it stores a message. */
export interface Fold {
  readonly kind: 'quoted' | 'signature'
  /** The first line, counted from 0. */
  readonly line: number
  /** The number of lines. */
  readonly lines: number
}

/** A part of a plain text, with the number of its lines. */
export interface TextPart {
  readonly kind: 'text' | 'quoted' | 'signature'
  readonly text: string
  readonly lines: number
}

/** Splits a plain text at its folded lines. Folds that overlap an earlier one or lie outside the text are ignored. */
export function partsOf(body: string, folds: readonly Fold[] = []): TextPart[] {
  const lines = body.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const parts: TextPart[] = []
  let start = 0
  const addPart = (kind: TextPart['kind'], end: number) => {
    const text = lines.slice(start, end).join('\n').replace(/^\n+/, '').trimEnd()
    if (text !== '') parts.push({ kind, text, lines: text.split('\n').length })
    start = end
  }
  for (const { kind, line, lines: count } of folds.toSorted((a, b) => a.line - b.line)) {
    if (line < start || count < 1 || line >= lines.length) continue
    addPart('text', line)
    addPart(kind, Math.min(lines.length, line + count))
  }
  addPart('text', lines.length)
  return parts
}

/** A piece of a text: plain words, or an address that becomes a link. */
export type TextPiece = string | { readonly text: string; readonly href: string }

/**
 * Addresses of pages and mailboxes. The part before an @ has at most 64 characters, which bounds the time for each
 * position of the text.
 */
const address = /\bhttps?:\/\/[^\s<>"]+|\b\w[\w.+-]{0,63}@[\w-]+(?:\.[\w-]+)+/gi

const punctuation = new Set('.,;:!?\'")]}>')

/** Returns the text without punctuation at its end. */
function withoutPunctuation(text: string): string {
  let { length } = text
  while (punctuation.has(text.charAt(length - 1))) length--
  return text.slice(0, length)
}

/** Splits a text at its addresses of pages and mailboxes. Punctuation after an address is not a part of it. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(address)) {
    const link = withoutPunctuation(match)
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ text: link, href: link.includes('://') ? link : `mailto:${link}` })
    end = index + link.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}
