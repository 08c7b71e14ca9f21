/**
 * Sanitizes untrusted HTML in bounded time: allows listed tags and attributes only, and nothing that loads from the
 * network.
 */
import type sanitize from 'sanitize-html'
import { markIntroducedQuotes, markOf } from './quoted-html.ts'
import { cleanHtml, MAX_BODY_LENGTH, NON_TEXT, stripTags } from './html.ts'

export interface SanitizeOptions {
  /** Called for each `data:` image; returns its new address, or null to remove the image. By default, images are removed. */
  readonly onDataImage?: (image: DataImage) => string | null
}

/** An image in a `data:` URL. */
export interface DataImage {
  readonly mime_type: string
  readonly data: Buffer
}

/**
 * Sanitizes HTML; the result has at most {@link MAX_BODY_LENGTH} characters, and longer input is cut first. Removes scripts,
 * forms, frames, objects, comments and styles that position or load anything. Links open in a new window without a referrer.
 * The address of a remote image moves to `data-remote-src`, so that reading a mail does not notify its sender; `cid:` images
 * stay. Quoted mails get the attribute `data-quoted`, signatures `data-signature`. Elements inside 100 others lose their
 * tags. HTML that is nested more than 1,000 deep, or that becomes too long, is replaced by its plain text.
 */
export function sanitizeHtml(html: string, options: SanitizeOptions = {}): string {
  const safe = cleanHtml(html, {
    ...RULES,
    transformTags: {
      '*': cleanElement,
      a: openInNewWindow,
      img: (tag, attributes) => cleanImage(tag, attributes, options),
    },
  })
  // The parser writes void elements as XHTML does. Every other `>` in its output is escaped.
  const marked = safe === null ? null : markIntroducedQuotes(safe.replaceAll(' />', '>').trim())
  if (marked !== null && marked.length <= MAX_BODY_LENGTH) return marked
  const text = stripTags(html.slice(0, MAX_BODY_LENGTH))
  return `<pre>${escape(text.slice(0, MAX_BODY_LENGTH / LONGEST_ESCAPE))}</pre>`
}

/**
 * Elements inside this number of others lose their tags. Real mail nests tables about 30 deep. Above `MAX_DEPTH` of
 * `html.ts`, all HTML becomes text.
 */
const NESTING_LIMIT = 100

/** The length of the longest escape, `&quot;`. */
const LONGEST_ESCAPE = 6

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)
}

const TAGS = [
  'p div span br hr blockquote pre code center address h1 h2 h3 h4 h5 h6',
  'a img b strong i em u s del ins sub sup small big tt font q cite abbr',
  'ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th',
].flatMap((line) => line.split(' '))

/**
 * Classes by which existing clients find signatures, quoted mails and their own tables. All others are removed, so that a
 * mail cannot imitate parts of the page that shows it.
 */
const CLASSES = ['js-signatureMarker', 'yahoo_quoted', 'zammad-table']

const RULES: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['dir', 'lang', 'title', 'align', 'style', 'data-quoted', 'data-signature', 'data-signature-id'],
    a: ['href', 'rel', 'target', 'data-mention-user-id'],
    img: ['src', 'alt', 'width', 'height', 'data-remote-src'],
    font: ['color', 'face', 'size'],
    ol: ['start', 'type'],
    table: ['border', 'cellpadding', 'cellspacing', 'width', 'bgcolor'],
    col: ['span', 'width'],
    tr: ['valign', 'bgcolor'],
    td: ['colspan', 'rowspan', 'width', 'height', 'valign', 'bgcolor'],
    th: ['colspan', 'rowspan', 'width', 'height', 'valign', 'bgcolor'],
  },
  allowedClasses: { '*': CLASSES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid'] },
  allowProtocolRelative: false,
  nonTextTags: NON_TEXT,
  nestingLimit: NESTING_LIMIT,
  parseStyleAttributes: false,
}

function openInNewWindow(tagName: string, attributes: sanitize.Attributes): sanitize.Tag {
  if (attributes.href === undefined) return { tagName, attribs: attributes }
  const { rel: _rel, target: _target, ...others } = attributes
  return { tagName, attribs: { ...others, rel: 'nofollow noreferrer noopener', target: '_blank' } }
}

function cleanImage(tagName: string, attributes: sanitize.Attributes, options: SanitizeOptions): sanitize.Tag {
  const { src = '', 'data-remote-src': _claimed, ...others } = attributes
  const address = src.trim()
  if (/^cid:/i.test(address)) return { tagName, attribs: { ...others, src: `cid:${address.slice(4)}` } }
  if (/^https?:\/\//i.test(address)) return { tagName, attribs: { ...others, 'data-remote-src': address } }
  const data = readDataImage(address)
  const source = data && options.onDataImage ? options.onDataImage(data) : null
  return { tagName, attribs: source === null ? others : { ...others, src: source } }
}

/** Reads a `data:` URL with a raster image; other formats may contain scripts. */
function readDataImage(address: string): DataImage | null {
  const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i.exec(address)
  if (!match?.[1]) return null
  const data = Buffer.from(address.slice(match[0].length), 'base64')
  return data.length > 0 ? { mime_type: match[1].toLowerCase(), data } : null
}

/** Properties that format text. Properties that position elements or load resources are missing on purpose. */
const STYLES = new Set(
  [
    'color background-color font-family font-size font-style font-weight line-height white-space text-align text-decoration',
    'text-indent vertical-align list-style-type direction width height max-width padding padding-top padding-right',
    'padding-bottom padding-left margin margin-top margin-right margin-bottom margin-left border border-top border-right',
    'border-bottom border-left border-collapse border-color border-style border-width',
  ].flatMap((line) => line.split(' ')),
)

/** Colors, sizes and names. No backslash (CSS escapes) and no function except `rgb()`. */
const STYLE_VALUE = /^(?:rgba?\([\d\s.,%]{1,40}\)|[\w\s.,%#'+-]){1,200}$/i

/** Maximum number of declarations of a style attribute; further ones are removed. */
const MAX_DECLARATIONS = 40

/** Cleans the style, and marks quoted mails and signatures. */
function cleanElement(tagName: string, attributes: sanitize.Attributes): sanitize.Tag {
  const { attribs } = cleanStyle(tagName, attributes)
  return { tagName, attribs: { ...attribs, ...markOf(tagName, attributes) } }
}

function cleanStyle(tagName: string, attributes: sanitize.Attributes): sanitize.Tag {
  const { style, ...others } = attributes
  if (style === undefined) return { tagName, attribs: attributes }
  const declarations = style
    .split(';', MAX_DECLARATIONS)
    .map((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = declaration
        .slice(colon + 1)
        .replace(/!important/i, '')
        .trim()
      // Negative sizes could move the content out of its place.
      return STYLES.has(property) && STYLE_VALUE.test(value) && !/(?:^|\s)-/.test(value) ? `${property}:${value}` : ''
    })
    .filter(Boolean)
  return { tagName, attribs: declarations.length > 0 ? { ...others, style: declarations.join(';') } : others }
}
