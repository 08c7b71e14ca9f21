import type { StoredContent } from '../../db/files.ts'
import type { PictureSize } from './picture-size.ts'

/** A file whose content is stored. */
export interface NewFile {
  readonly filename: string
  /** Content-ID without angle brackets; null if nothing refers to the file. */
  readonly content_id: string | null
  readonly preferences: Readonly<Record<string, string>>
  readonly content: StoredContent
}

/** Returns the `preferences` of an attachment, with the keys that existing clients expect. */
export function filePreferences(
  mime_type: string,
  content_id: string | null,
  inline: boolean,
  size?: PictureSize,
): Record<string, string> {
  return {
    'Content-Type': mime_type,
    'Mime-Type': mime_type,
    ...(content_id === null ? {} : { 'Content-ID': content_id }),
    'Content-Disposition': inline ? 'inline' : 'attachment',
    ...(size && { width: String(size.width), height: String(size.height) }),
  }
}

/**
 * Returns a file name without its path, shortened to 200 characters and its extension; empty if nothing but dots is left.
 * Spaces replace control characters, separators of lines and paragraphs, and characters that reverse the direction of writing:
 * these could display `gpj.exe` as `exe.jpg`.
 */
export function safeFilename(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ')
    .toWellFormed()
    .trim()
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,20})?$/.exec(plain) ?? []
  // The second replacement removes half of a character that was cut at the limit.
  const shortened = stem.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '') + extension
  return /^\.*$/.test(shortened) ? '' : shortened
}

/** Normalizes a Content-ID: removes angle brackets, and decodes `&amp;` and URL escapes. */
export function contentId(text: string): string {
  const plain = text.trim().replace(/^<|>$/g, '').replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** A file that the text of an article shows as a picture. */
export interface InlinePicture {
  readonly id: number
  readonly preferences: NewFile['preferences']
}

/**
 * Replaces `cid:` links to pictures of the article by their addresses, and adds the sizes of the pictures, so that the
 * layout of a page does not change when they are loaded. Links to missing pictures stay.
 */
export function linkPictures(
  html: string,
  pictures: ReadonlyMap<string, InlinePicture>,
  ticket: number,
  article: number,
): string {
  if (pictures.size === 0) return html
  return html.replace(/<img ([^>]*?)src="cid:([^"]*)"([^>]*)/g, (whole, before: string, id: string, rest: string) => {
    const file = pictures.get(contentId(id))
    if (file === undefined) return whole
    const address = `/api/v1/ticket_attachment/${ticket}/${article}/${file.id}?view=inline`
    return `<img ${sizeAttributes(before + rest, file)}${before}src="${address}"${rest}`
  })
}

/** Returns the attributes for the size of a picture. If the text has only the width, the height is computed from it. */
function sizeAttributes(attributes: string, { preferences: { width, height } }: InlinePicture): string {
  if (width === undefined || height === undefined || /\bheight=/.test(attributes)) return ''
  const declaredWidth = /\bwidth="?([^"\s]*)/.exec(attributes)?.[1]
  if (declaredWidth === undefined) return `width="${width}" height="${height}" `
  return /^\d+$/.test(declaredWidth)
    ? `height="${Math.round((Number(declaredWidth) * Number(height)) / Number(width))}" `
    : ''
}
