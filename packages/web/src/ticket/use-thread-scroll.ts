import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which the end of a thread counts as visible. */
const END_DISTANCE = 80

/**
 * Opens a thread at a wanted entry, or at its end. If the end is visible, new messages and changes are scrolled into
 * view; otherwise new messages are counted.
 * @param wanted the id of the element at which the thread opens.
 * @param articles the number of messages.
 * @param changes the number of changes.
 */
export function useThreadScroll(
  scroller: RefObject<HTMLDivElement | null>,
  wanted: string | undefined,
  articles: number,
  changes: number,
) {
  const isAtEnd = useRef(true)
  const count = useRef(articles)
  const changeCount = useRef(changes)
  const [seen, setSeen] = useState(articles)

  useLayoutEffect(() => {
    const target = wanted === undefined ? null : document.getElementById(wanted)
    if (target) target.scrollIntoView({ block: 'start' })
    else scrollToEnd(scroller.current)
    isAtEnd.current = isEndVisible(scroller.current)
  }, [scroller, wanted])

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const follow = () => {
      isAtEnd.current = isEndVisible(element)
      if (isAtEnd.current) setSeen(count.current)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  useKeptEnd(scroller, isAtEnd)

  useLayoutEffect(() => {
    if ((articles > count.current || changes > changeCount.current) && isAtEnd.current) {
      scrollToEnd(scroller.current)
      setSeen(articles)
    }
    count.current = articles
    changeCount.current = changes
  }, [scroller, articles, changes])

  return {
    newMessages: Math.max(0, articles - seen),
    showNew: () => {
      setSeen(articles)
      scrollToEnd(scroller.current)
    },
  }
}

/**
 * Keeps the end visible when the thread gets another height, such as by the editor, and while pictures and frames of a
 * newly opened thread get their size, until the user scrolls or types.
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
