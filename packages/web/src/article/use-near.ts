import { type RefObject, useEffect, useState } from 'react'

/** Returns true if an element is visible in the thread, or at most one height of the thread away. */
export function useNear(element: RefObject<Element | null>, isNearAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isNearAtFirst)
  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: target.closest('.thread-scroll'),
      rootMargin: '100% 0px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
