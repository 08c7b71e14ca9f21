/** Folded lines of a plain text. The service determines them when it stores a message. */
export interface Fold {
  readonly kind: 'quoted' | 'signature'
  /** The first line, counted from 0. */
  readonly line: number
  /** The number of lines. */
  readonly lines: number
}

/** A part of a plain text, with its lines. */
export interface TextPart {
  readonly kind: 'text' | 'quoted' | 'signature'
  readonly text: string
  readonly lines: number
}

/** Splits a plain text at its folded lines. Folds that overlap or lie outside of the text are left out. */
export function partsOf(body: string, folds: readonly Fold[] = []): TextPart[] {
  const lines = body.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const parts: TextPart[] = []
  let next = 0
  const add = (kind: TextPart['kind'], to: number) => {
    const text = lines.slice(next, to).join('\n').replace(/^\n+/, '').trimEnd()
    if (text !== '') parts.push({ kind, text, lines: text.split('\n').length })
    next = to
  }
  for (const { kind, line, lines: count } of folds.toSorted((a, b) => a.line - b.line)) {
    if (line < next || count < 1 || line >= lines.length) continue
    add('text', line)
    add(kind, Math.min(lines.length, line + count))
  }
  add('text', lines.length)
  return parts
}

/** A piece of a text: words, or an address to open. */
export type TextPiece = string | { readonly text: string; readonly href: string }

/** The part before an @ has at most 64 characters, which bounds the time for each position of the text. */
const address = /\bhttps?:\/\/[^\s<>"]+|\b\w[\w.+-]{0,63}@[\w-]+(?:\.[\w-]+)+/gi

const punctuation = new Set('.,;:!?\'")]}>')

/** Returns the text without punctuation at its end. */
function withoutPunctuation(text: string): string {
  let { length } = text
  while (punctuation.has(text.charAt(length - 1))) length--
  return text.slice(0, length)
}

/** Finds addresses of pages and mailboxes in a text. Punctuation after an address is not a part of it. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutPunctuation(found)
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ text: link, href: link.includes('://') ? link : `mailto:${link}` })
    end = index + link.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}
