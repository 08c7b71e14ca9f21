/**
 * Parses the HTML of a message. Nothing in it runs or is requested, because the document is never shown. Styles are
 * kept as `data-style`, because the content policy forbids the attribute even there: `<p style="color: red">` becomes
 * `<p data-style="color: red">`.
 */
export function parseMail(html: string): HTMLElement {
  const inert = html.replace(/<[^>]*>/g, (tag) => tag.replace(/([\s"'/])style(?=\s*=)/gi, '$1data-style'))
  return new DOMParser().parseFromString(inert, 'text/html').body
}

/** Elements that look the same in the page as in an e-mail. A message with other elements is shown in a frame. */
const simpleElements = new Set(
  'A B BLOCKQUOTE BODY BR CODE DEL DIV EM H1 H2 H3 H4 HR I INS LI OL P PRE S SMALL SPAN STRONG SUB SUP U UL'.split(' '),
)

/** Attributes of simple elements. Some, such as `data-quoted`, do not change the look, but mark what an element is. */
const simpleAttributes = new Set([
  'data-mention-user-id',
  'data-quoted',
  'data-signature',
  'data-signature-id',
  'dir',
  'href',
  'lang',
  'rel',
  'target',
  'title',
])

/** Maximum depth of elements that are shown without a frame. */
const MAX_DEPTH = 40

/**
 * Maximum length in characters of a message without a frame. Frames lay out long messages independently of the page.
 */
const MAX_LENGTH = 40_000

/** Returns true if a message can be shown without a frame: it is short, and has only simple elements without styles. */
export function isSimple(body: HTMLElement): boolean {
  return body.innerHTML.length <= MAX_LENGTH && hasSimpleElements(body, 0)
}

const hasSimpleElements = (element: Element, depth: number): boolean =>
  depth < MAX_DEPTH &&
  simpleElements.has(element.tagName) &&
  element.namespaceURI === 'http://www.w3.org/1999/xhtml' &&
  [...element.attributes].every(({ name }) => simpleAttributes.has(name)) &&
  [...element.children].every((child) => hasSimpleElements(child, depth + 1))

/** Schemes of addresses that a link of a message may open. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns the address of a link; undefined unless it has one of these schemes. Others could run code in the page. */
export function safeHref(href: string | null): string | undefined {
  // `URL.parse` would need newer browsers than the oldest supported ones.
  if (href === null || !URL.canParse(href.trim())) return undefined
  const url = new URL(href.trim())
  return schemes.has(url.protocol) ? url.href : undefined
}

/** Returns the kind of a folded part of a message; undefined for text that is not folded. */
export function foldOf(element: Element): 'quoted' | 'signature' | undefined {
  if (element.hasAttribute('data-quoted')) return 'quoted'
  return element.hasAttribute('data-signature') ? 'signature' : undefined
}

/** Returns about how many lines a folded part has: its line breaks and blocks, or its text lines if these are more. */
export function linesOf(element: Element): number {
  const breaks = element.querySelectorAll('br, p, div, li, tr, h1, h2, h3, h4, blockquote').length
  const textLines = (element.textContent ?? '').trim().split('\n').length
  return Math.max(1, breaks, textLines)
}

/** Returns the number of external pictures, which are requested only if the reader allows it. */
export const countRemotePictures = (body: Element): number => body.querySelectorAll('img[data-remote-src]').length
