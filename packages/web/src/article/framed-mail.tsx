import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { useMessages } from '../messages/messages.tsx'
import { pathPrefix } from '../state/client.ts'
import { fillMail } from './mail-document.ts'
import { useNear } from './use-near.ts'

/** Maximum height of a frame in pixels. A button below it shows the rest of a longer message. */
export const MAX_HEIGHT = 4000

/** The document of frames whose message may request pictures. Its content policy allows nothing else. */
const documentWithPictures = new URL('mail-frame.html', document.baseURI).href

interface FramedMailProps {
  message: HTMLElement
  /** The name of the frame for screen readers. */
  title: string
  withRemotePictures: boolean
  /** The height of the message in pixels, estimated until it is known. */
  expectedHeight: number
  /** True if the message is visible at first. */
  isNearAtFirst: boolean
}

/**
 * A message in a frame without scripts, as high as its content. Only frames near the visible part exist; the others are
 * replaced by empty elements of the same height.
 */
export function FramedMail({ message, title, withRemotePictures, expectedHeight, isNearAtFirst }: FramedMailProps) {
  const t = useMessages()
  const container = useRef<HTMLDivElement>(null)
  const isNear = useNear(container, isNearAtFirst)
  const [height, setHeight] = useState(expectedHeight)
  const [showsAll, setShowsAll] = useState(false)
  const isCut = height > MAX_HEIGHT && !showsAll
  return (
    <>
      <div ref={container} className="mail-place" style={{ blockSize: isCut ? MAX_HEIGHT : height }}>
        {isNear && <Frame key={String(withRemotePictures)} {...{ message, title, withRemotePictures, setHeight }} />}
      </div>
      {isCut && (
        <Button isSmall onClick={() => setShowsAll(true)}>
          {t('article.showAll')}
        </Button>
      )}
    </>
  )
}

interface FrameProps extends Pick<FramedMailProps, 'message' | 'title' | 'withRemotePictures'> {
  setHeight: (height: number) => void
}

/**
 * The frame. Its first, empty document has the content policy of the page, which allows no external requests. It
 * exists at once, so that the height is known before the message is drawn.
 */
function Frame({ message, title, withRemotePictures, setHeight }: FrameProps) {
  const t = useMessages()
  const frame = useRef<HTMLIFrameElement>(null)
  const fill = useCallback(() => {
    const document = frame.current?.contentDocument
    if (!document?.body || document.body.firstElementChild) return
    const foldLabel = (kind: 'quoted' | 'signature', lines: number) =>
      t(kind === 'quoted' ? 'article.quoted' : 'article.signature', { lines })
    fillMail(document, message, { withRemotePictures, pathPrefix, foldLabel })
    setHeight(heightOf(document))
  }, [message, withRemotePictures, setHeight, t])
  useLayoutEffect(() => {
    if (!withRemotePictures) fill()
  }, [fill, withRemotePictures])
  useFrameContent(frame, setHeight)
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      src={withRemotePictures ? documentWithPictures : undefined}
      onLoad={fill}
    />
  )
}

const heightOf = (document: Document) => Math.ceil(document.body.scrollHeight)

/**
 * Follows the height of the content, and forwards keys to the page, so that shortcuts work while the focus is in the
 * frame.
 */
function useFrameContent(frame: { current: HTMLIFrameElement | null }, setHeight: (height: number) => void) {
  useEffect(() => {
    const element = frame.current
    let stop: (() => void) | undefined
    const follow = () => {
      stop?.()
      stop = element ? followDocument(element, setHeight) : undefined
    }
    follow()
    element?.addEventListener('load', follow)
    return () => {
      element?.removeEventListener('load', follow)
      stop?.()
    }
  }, [frame, setHeight])
}

/** Follows the height of the document, and forwards keys to the page. Returns a function that stops both. */
function followDocument(element: HTMLIFrameElement, setHeight: (height: number) => void): (() => void) | undefined {
  const document = element.contentDocument
  if (!document?.body) return undefined
  const sizes = new ResizeObserver(() => setHeight(heightOf(document)))
  sizes.observe(document.body)
  const onKeyDown = (event: KeyboardEvent) => forwardKey(element, event)
  document.addEventListener('keydown', onKeyDown)
  return () => {
    sizes.disconnect()
    document.removeEventListener('keydown', onKeyDown)
  }
}

/** Forwards a key to the page, except those that operate links in the frame. */
function forwardKey(frame: HTMLIFrameElement, event: KeyboardEvent): void {
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event
  if (key === 'Tab' || key === 'Enter' || key === ' ') return
  const copy = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
  })
  if (!frame.dispatchEvent(copy)) event.preventDefault()
}
