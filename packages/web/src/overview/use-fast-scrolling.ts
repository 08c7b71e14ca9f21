import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds without movement after which scrolling has ended. */
const SETTLE_TIME = 100

/** Maximum milliseconds between two leaps. */
const LEAP_TIME = 50

/**
 * Returns true while a list is scrolled too fast to be read: several leaps in a row over more than half of its visible
 * height, as when its scroll bar is dragged. A single leap, such as that of the key End, does not count.
 */
export function useFastScrolling(scroller: RefObject<HTMLElement | null>): boolean {
  const [isFast, setFast] = useState(false)
  useEffect(() => (scroller.current ? watchScrolling(scroller.current, setFast) : undefined), [scroller])
  return isFast
}

/** Watches the scrolling of an element. Returns a function that stops watching. */
function watchScrolling(element: HTMLElement, setFast: (isFast: boolean) => void): () => void {
  let last = element.scrollTop
  let leaps = 0
  let movedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    leaps = 0
    setFast(false)
  }
  const onScroll = ({ timeStamp }: Event) => {
    const isLeap = Math.abs(element.scrollTop - last) > element.clientHeight / 2
    leaps = isLeap && timeStamp - movedAt < LEAP_TIME ? leaps + 1 : 0
    last = element.scrollTop
    movedAt = timeStamp
    setFast(leaps > 1)
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLE_TIME)
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    element.removeEventListener('scroll', onScroll)
    clearTimeout(timer)
  }
}
