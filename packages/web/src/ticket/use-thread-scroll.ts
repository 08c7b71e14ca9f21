import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which the end of a thread counts as visible. */
const FOOT_DISTANCE = 80

/**
 * Opens a thread at a wanted entry, or at its end. If the end is visible, a new message is scrolled into view;
 * otherwise it is counted.
 * @param wanted the id of the element at which the thread opens.
 * @param articles the number of messages.
 */
export function useThreadScroll(
  scroller: RefObject<HTMLDivElement | null>,
  wanted: string | undefined,
  articles: number,
) {
  const isAtFoot = useRef(true)
  const count = useRef(articles)
  const [seen, setSeen] = useState(articles)

  useLayoutEffect(() => {
    const target = wanted === undefined ? null : document.getElementById(wanted)
    if (target) target.scrollIntoView({ block: 'start' })
    else scrollToEnd(scroller.current)
    isAtFoot.current = isFootInSight(scroller.current)
  }, [scroller, wanted])

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const follow = () => {
      isAtFoot.current = isFootInSight(element)
      if (isAtFoot.current) setSeen(count.current)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  useKeptEnd(scroller, isAtFoot)

  useLayoutEffect(() => {
    if (articles > count.current && isAtFoot.current) {
      scrollToEnd(scroller.current)
      setSeen(articles)
    }
    count.current = articles
  }, [scroller, articles])

  return {
    newMessages: Math.max(0, articles - seen),
    showNew: () => {
      setSeen(articles)
      scrollToEnd(scroller.current)
    },
  }
}

/**
 * Keeps the end visible while pictures and frames of a newly opened thread get their size, until the user scrolls or
 * types.
 */
function useKeptEnd(scroller: RefObject<HTMLDivElement | null>, isAtFoot: RefObject<boolean>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element?.firstElementChild) return undefined
    const sizes = new ResizeObserver(() => {
      if (isAtFoot.current) scrollToEnd(element)
    })
    sizes.observe(element.firstElementChild)
    const stop = () => sizes.disconnect()
    for (const name of ['pointerdown', 'keydown', 'wheel'] as const)
      addEventListener(name, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const name of ['pointerdown', 'keydown', 'wheel'] as const) removeEventListener(name, stop)
    }
  }, [scroller, isAtFoot])
}

const scrollToEnd = (element: HTMLElement | null): void => element?.scrollTo({ top: element.scrollHeight })

const isFootInSight = (element: HTMLElement | null): boolean =>
  element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < FOOT_DISTANCE
