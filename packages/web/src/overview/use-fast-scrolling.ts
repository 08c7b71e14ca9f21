import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds without movement after which scrolling has ended. */
const SETTLE_TIME = 100

/** Maximum milliseconds between two leaps. */
const LEAP_TIME = 50

/**
 * Returns true while a list is scrolled too fast to be read: several leaps in a row over most of its height, as when
 * its scroll bar is dragged. A single leap, such as that of the key End, does not count.
 */
export function useFastScrolling(scroller: RefObject<HTMLElement | null>): boolean {
  const [isFast, setFast] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let last = element.scrollTop
    let leaps = 0
    let movedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = ({ timeStamp }: Event) => {
      const isLeap = Math.abs(element.scrollTop - last) > element.clientHeight / 2
      leaps = isLeap && timeStamp - movedAt < LEAP_TIME ? leaps + 1 : 0
      last = element.scrollTop
      movedAt = timeStamp
      setFast(leaps > 1)
      clearTimeout(timer)
      timer = setTimeout(() => {
        leaps = 0
        setFast(false)
      }, SETTLE_TIME)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [scroller])
  return isFast
}
