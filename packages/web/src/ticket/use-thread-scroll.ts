import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which the end of a thread counts as visible. */
const END_DISTANCE = 80

/**
 * Opens a thread at a wanted entry, or at its end. If the end is visible, new messages and changes are scrolled into
 * view; otherwise new messages are counted.
 * @param wantedId the id of the element at which the thread opens.
 * @param articleCount the number of messages.
 * @param changeCount the number of changes.
 */
export function useThreadScroll(
  scroller: RefObject<HTMLDivElement | null>,
  wantedId: string | undefined,
  articleCount: number,
  changeCount: number,
) {
  const isAtEnd = useRef(true)
  const lastArticleCount = useRef(articleCount)
  const lastChangeCount = useRef(changeCount)
  const [seen, setSeen] = useState(articleCount)

  useLayoutEffect(() => {
    const target = wantedId === undefined ? null : document.getElementById(wantedId)
    if (target) target.scrollIntoView({ block: 'start' })
    else scrollToEnd(scroller.current)
    isAtEnd.current = isEndVisible(scroller.current)
  }, [scroller, wantedId])

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const follow = () => {
      isAtEnd.current = isEndVisible(element)
      if (isAtEnd.current) setSeen(lastArticleCount.current)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  useKeptEnd(scroller, isAtEnd)

  useLayoutEffect(() => {
    if ((articleCount > lastArticleCount.current || changeCount > lastChangeCount.current) && isAtEnd.current) {
      scrollToEnd(scroller.current)
      setSeen(articleCount)
    }
    lastArticleCount.current = articleCount
    lastChangeCount.current = changeCount
  }, [scroller, articleCount, changeCount])

  return {
    newMessages: Math.max(0, articleCount - seen),
    showNew: () => {
      setSeen(articleCount)
      scrollToEnd(scroller.current)
    },
  }
}

/**
 * Keeps the end visible when the height of the visible part changes, for example because the editor opens. In a newly
 * opened thread, also keeps it visible while pictures and frames get their size, until the user clicks, scrolls or
 * types.
 */
function useKeptEnd(scroller: RefObject<HTMLDivElement | null>, isAtEnd: RefObject<boolean>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    return observeSize(element, () => isAtEnd.current && scrollToEnd(element))
  }, [scroller, isAtEnd])
  useEffect(() => {
    const element = scroller.current
    if (!element?.firstElementChild) return undefined
    const stop = observeSize(element.firstElementChild, () => isAtEnd.current && scrollToEnd(element))
    for (const name of ['pointerdown', 'keydown', 'wheel'] as const)
      addEventListener(name, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const name of ['pointerdown', 'keydown', 'wheel'] as const) removeEventListener(name, stop)
    }
  }, [scroller, isAtEnd])
}

/** Calls a function when an element changes its size, and once at first. Returns a function that stops. */
function observeSize(element: Element, onSize: () => void): () => void {
  const sizes = new ResizeObserver(onSize)
  sizes.observe(element)
  return () => sizes.disconnect()
}

const scrollToEnd = (element: HTMLElement | null): void => element?.scrollTo({ top: element.scrollHeight })

const isEndVisible = (element: HTMLElement | null): boolean =>
  element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < END_DISTANCE
