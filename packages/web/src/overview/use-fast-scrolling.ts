import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds after which a list that does not move any more is read again. */
const rest = 100

/** Milliseconds within which the next leap follows. */
const haste = 50

/**
 * Returns true while a list is scrolled too fast to be read: by most of its height several times in a row, as when
 * its scroll bar is dragged. A single leap, such as that of the key End, does not count.
 */
export function useFastScrolling(scroller: RefObject<HTMLElement | null>): boolean {
  const [isLeaping, setLeaping] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let last = element.scrollTop
    let leaps = 0
    let movedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = ({ timeStamp }: Event) => {
      const isLeap = Math.abs(element.scrollTop - last) > element.clientHeight / 2
      leaps = isLeap && timeStamp - movedAt < haste ? leaps + 1 : 0
      last = element.scrollTop
      movedAt = timeStamp
      setLeaping(leaps > 1)
      clearTimeout(timer)
      timer = setTimeout(() => {
        leaps = 0
        setLeaping(false)
      }, rest)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [scroller])
  return isLeaping
}
