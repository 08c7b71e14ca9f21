import { foldOf, linesOf, safeHref } from './mail-html.ts'
import sheet from './mail-frame.css?inline'

/** Options for filling the document of a frame. */
export interface MailOptions {
  /** True if external pictures are requested. */
  readonly withRemotePictures: boolean
  /** The path below which the service is reached, for pictures that it stores. */
  readonly pathPrefix: string
  /** Returns the label of a folded part. */
  readonly foldLabel: (kind: 'quoted' | 'signature', lines: number) => string
}

/** Elements that messages do not need. Most of them would have no effect in the frame. */
const forbidden =
  'script, style, link, meta, base, template, noscript, iframe, frame, object, embed, applet, portal, form, input, ' +
  'button, select, textarea, svg, math, audio, video, source, track, picture'

/**
 * Attributes that stay. `parseMail` sets `data-style`, which has the styles. The service sets
 * `data-remote-src`, the address of an external picture, and `data-quoted` and `data-signature`, which mark the parts to
 * fold.
 */
const allowedAttributes = new Set(
  (
    'align alt bgcolor border cellpadding cellspacing color colspan data-quoted data-remote-src data-signature data-style dir face ' +
    'height href lang rowspan size span src start title type valign width'
  ).split(' '),
)

/**
 * Writes a message into the document of a frame, without unwanted elements and attributes. Even if one were missed, it
 * could do no harm: the sandbox of the frame allows no scripts, and the content policy of its document restricts requests.
 */
export function fillMail(document: Document, message: HTMLElement, options: MailOptions): void {
  const view = document.defaultView
  if (!view) return
  const styles = new view.CSSStyleSheet()
  styles.replaceSync(sheet)
  document.adoptedStyleSheets = [styles]
  const clean = message.cloneNode(true) as HTMLElement
  for (const element of clean.querySelectorAll(forbidden)) element.remove()
  for (const element of clean.querySelectorAll('*')) cleanElement(element, options)
  const body = document.importNode(clean, true)
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) applyStyle(element)
  for (const element of body.querySelectorAll('[data-quoted], [data-signature]')) fold(element, options)
  document.body.replaceChildren(...body.childNodes)
}

function cleanElement(element: Element, { withRemotePictures, pathPrefix }: MailOptions): void {
  for (const name of element.getAttributeNames()) {
    if (!allowedAttributes.has(name)) element.removeAttribute(name)
  }
  if (element.tagName === 'IMG') cleanPicture(element, withRemotePictures, pathPrefix)
  else element.removeAttribute('src')
  if (element.tagName === 'A') cleanLink(element)
}

/** Style functions that request pictures, and escapes that could hide them. */
const requestingStyle = /url|image|src|\\/i

/** Sets styles through the DOM, because the content policy forbids the attribute `style`. */
function applyStyle(element: HTMLElement): void {
  const style = element.dataset['style'] ?? ''
  if (!requestingStyle.test(style)) element.style.cssText = style
  delete element.dataset['style']
}

function cleanPicture(picture: Element, withRemotePictures: boolean, pathPrefix: string): void {
  const stored = picture.getAttribute('src')
  const remote = withRemotePictures ? safeHref(picture.getAttribute('data-remote-src')) : undefined
  if (stored?.startsWith('/api/v1/ticket_attachment/')) picture.setAttribute('src', pathPrefix + stored)
  else if (remote !== undefined) picture.setAttribute('src', remote)
  else picture.removeAttribute('src')
}

function cleanLink(link: Element): void {
  const href = safeHref(link.getAttribute('href'))
  if (href === undefined) return link.removeAttribute('href')
  link.setAttribute('href', href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noreferrer noopener nofollow')
  link.setAttribute('title', href)
}

/** Folds a quoted part or signature into a line that opens it. Parts within a folded one are left as they are. */
function fold(element: Element, { foldLabel }: MailOptions): void {
  const kind = foldOf(element)
  if (!kind || element.parentElement?.closest('details')) return
  const document = element.ownerDocument
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = foldLabel(kind, linesOf(element))
  element.replaceWith(details)
  details.append(summary, element)
}
