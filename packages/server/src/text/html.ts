/** HTML from outside, read in bounded time: what mail import and the search index both make of it. */
import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'

/** The parser takes some megabytes of memory, which a service that only reads does not need. */
const load = createRequire(import.meta.url) as (name: 'sanitize-html') => typeof sanitize

/** The longest body an article may have, in characters (reference, section 5.4). */
export const MAX_BODY_LENGTH = 1_500_000

/** Elements whose content is no text of the message. */
export const NON_TEXT: string[] =
  'script style textarea option noscript title template xmp noembed noframes iframe svg math'.split(' ')

/**
 * The text of `html`: tags removed, entities decoded, blocks on lines of their own, cells apart from each other. Of
 * what is longer than {@link MAX_BODY_LENGTH} the beginning; what nests deeper than any mail does comes without its
 * layout.
 */
export function htmlToText(html: string): string {
  const text = clean(laidOut(html.slice(0, MAX_BODY_LENGTH)), TEXT_RULES)
  return tidied(text === null ? stripTags(html.slice(0, MAX_BODY_LENGTH)) : unescaped(text))
}

/**
 * The text of HTML that `sanitizeHtml` has made, the same as `htmlToText` finds, without a parser: every `<` in it begins a
 * tag and every `>` ends one. Documents of the search index are made of it, with each change of a ticket.
 */
export const safeHtmlToText = (html: string): string => tidied(unescaped(laidOut(html).replace(/<[^>]*>/g, '')))

/** Breaks the line at blocks and sets cells apart. */
const laidOut = (html: string): string => html.replace(BLOCKS, '\n$&').replace(CELLS, ' $&')

const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => UNESCAPED[entity] ?? entity)

const tidied = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim()

/** What the rules of the parser leave of `html`; null for what nests too deep to be parsed. */
export function clean(html: string, rules: sanitize.IOptions): string | null {
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > BOMB_DEPTH) throw new TooDeep()
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

/** The text between the tags, found without a parser in one pass; for what no parser can take. */
export function stripTags(html: string): string {
  const pieces: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open === -1 ? html.length : open).trim()
    if (text) pieces.push(text)
    if (open === -1) break
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) + 2 : html.indexOf('>', open)
    if (close <= open) break
    at = close + 1
  }
  return pieces.join(' ')
}

/** The parser's time grows with the square of the depth (1.5 MB of `<b>` took it a minute), so a bomb is given up here. */
const BOMB_DEPTH = 1000

class TooDeep extends Error {}

const BLOCKS =
  /<(?:br|hr|\/?(?:address|article|aside|blockquote|center|d[dlt]|div|fieldset|fig(?:caption|ure)|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|table|tr|ul))\b/gi
const CELLS = /<\/?(?:caption|t[dh])\b/gi

const TEXT_RULES: sanitize.IOptions = { allowedTags: [], allowedAttributes: {}, nonTextTags: NON_TEXT }

const UNESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
