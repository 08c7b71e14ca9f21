import { type RefObject, useEffect, useState } from 'react'

/** Returns true while the head of a ticket, with its title, is scrolled out of view. */
export function useHeadHidden(scroller: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const root = scroller.current
    const head = root?.querySelector('.ticket-head')
    if (!root || !head) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const newest = entries.at(-1)
        if (newest) setHidden(!newest.isIntersecting)
      },
      { root },
    )
    observer.observe(head)
    return () => observer.disconnect()
  }, [scroller])
  return isHidden
}
