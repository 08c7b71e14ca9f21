/** Converts untrusted HTML to text in bounded time. */
import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'

/** Loads the parser on demand, because it takes some megabytes of memory. */
const load = createRequire(import.meta.url) as (name: 'sanitize-html') => typeof sanitize

/** The longest body of an article, in characters. */
export const MAX_BODY_LENGTH = 1_500_000

/** Elements whose content is not text. */
export const NON_TEXT: string[] =
  'script style textarea option noscript title template xmp noembed noframes iframe svg math'.split(' ')

/**
 * Converts HTML to text: removes tags, decodes entities, puts blocks on separate lines and spaces between cells. Reads
 * the first {@link MAX_BODY_LENGTH} characters. Of HTML that is nested too deeply, only
 * the tags are removed.
 */
export function htmlToText(html: string): string {
  const text = cleanHtml(insertBreaks(html.slice(0, MAX_BODY_LENGTH)), TEXT_RULES)
  return collapseWhitespace(text === null ? stripTags(html.slice(0, MAX_BODY_LENGTH)) : unescapeEntities(text))
}

/**
 * Converts the output of `sanitizeHtml` to the same text as `htmlToText`, but without a parser: in sanitized HTML, every
 * `<` begins a tag and every `>` ends one. Runs for the search document at every change of a ticket, so it must be fast.
 */
export const safeHtmlToText = (html: string): string =>
  collapseWhitespace(unescapeEntities(insertBreaks(html).replace(/<[^>]*>/g, '')))

/** Inserts line breaks before blocks and spaces before cells. */
const insertBreaks = (html: string): string => html.replace(BLOCKS, '\n$&').replace(CELLS, ' $&')

const unescapeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => UNESCAPED[entity] ?? entity)

const collapseWhitespace = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim()

/** Sanitizes HTML by rules. Returns null if it is nested too deeply. */
export function cleanHtml(html: string, rules: sanitize.IOptions): string | null {
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > MAX_DEPTH) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    return load('sanitize-html')(html.slice(0, MAX_BODY_LENGTH), { ...rules, onOpenTag, onCloseTag })
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/** Removes tags in one pass without a parser, for HTML that is nested too deeply or becomes too long when it is sanitized. */
export function stripTags(html: string): string {
  const texts: string[] = []
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    const text = html.slice(position, open === -1 ? html.length : open).trim()
    if (text) texts.push(text)
    if (open === -1) break
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) + 2 : html.indexOf('>', open)
    if (close <= open) break
    position = close + 1
  }
  return texts.join(' ')
}

/** The nesting limit. The time of the parser grows with the square of the depth: 1.5 MB of `<b>` took a minute. */
const MAX_DEPTH = 1000

class TooDeep extends Error {}

/** Matches the beginning of a tag that is a line break in text. */
export const BLOCKS: RegExp =
  /<(?:br|hr|\/?(?:address|article|aside|blockquote|center|d[dlt]|div|fieldset|fig(?:caption|ure)|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|table|tr|ul))\b/gi
/** Matches the beginning of a tag that is a space in text. */
export const CELLS: RegExp = /<\/?(?:caption|t[dh])\b/gi

const TEXT_RULES: sanitize.IOptions = { allowedTags: [], allowedAttributes: {}, nonTextTags: NON_TEXT }

const UNESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
