/**
 * Reads the HTML of a message. Nothing in it runs or is requested: a parsed document is not shown anywhere. Styles are
 * kept as `data-style`, because the content policy refuses the attribute even where nothing is shown.
 */
export function parseMail(html: string): HTMLElement {
  const inert = html.replace(/<[^>]*>/g, (tag) => tag.replace(/([\s"'/])style(?=\s*=)/gi, '$1data-style'))
  return new DOMParser().parseFromString(inert, 'text/html').body
}

/** Elements that look the same in the page as in a mail. Anything else is shown in a frame of its own. */
const simpleElements = new Set(
  'A B BLOCKQUOTE BODY BR CODE DEL DIV EM H1 H2 H3 H4 HR I INS LI OL P PRE S SMALL SPAN STRONG SUB SUP U UL'.split(' '),
)

/** Attributes of simple elements. Those that are not shown, such as `data-quoted`, tell what an element is. */
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

/** The deepest nesting of elements that is shown without a frame. */
const MAX_DEPTH = 40

/** Longer messages, in characters, are shown in a frame, which lays them out apart from the page. */
const MAX_LENGTH = 40_000

/** Returns true if a message consists of plain paragraphs, lists and links, without a look of its own. */
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

/** Returns the address of a link, or undefined for one that could do something in this page. */
export function safeHref(href: string | null): string | undefined {
  if (href === null) return undefined
  const url = URL.parse(href.trim())
  return url && schemes.has(url.protocol) ? url.href : undefined
}

/** What is folded in a message; undefined for its own text. */
export function foldOf(element: Element): 'quoted' | 'signature' | undefined {
  if (element.hasAttribute('data-quoted')) return 'quoted'
  return element.hasAttribute('data-signature') ? 'signature' : undefined
}

/** The number of lines that a folded part has, as a reader would count them. */
export function linesOf(element: Element): number {
  const breaks = element.querySelectorAll('br, p, div, li, tr, h1, h2, h3, h4, blockquote').length
  const written = (element.textContent ?? '').trim().split('\n').length
  return Math.max(1, breaks, written)
}

/** The number of pictures that are requested from elsewhere once a reader asks for it. */
export const countRemotePictures = (body: Element): number => body.querySelectorAll('img[data-remote-src]').length
