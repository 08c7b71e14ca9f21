import { useLayoutEffect, useRef, useState } from 'react'

/** Where the results of a search were left. */
interface Place {
  readonly pages: number
  /** Pixels. */
  readonly scroll: number
  /** The address of the result that had the focus. */
  readonly focused: string | undefined
}

const places = new Map<string, Place>()

/** Returns how many pages of a search are shown. Those who come back find them as they were left. @param key the search */
export function usePlace(key: string) {
  const list = useRef<HTMLOListElement>(null)
  const [pages, setPages] = useState(() => places.get(key)?.pages ?? 1)
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const place = places.get(key)
    if (place) current.scrollTop = place.scroll
    if (place?.focused !== undefined)
      current.querySelector<HTMLElement>(`a[href="${CSS.escape(place.focused)}"]`)?.focus()
  }, [key])
  useLayoutEffect(() => {
    const { current } = list
    return () => {
      const focused = current?.contains(document.activeElement)
        ? document.activeElement?.getAttribute('href')
        : undefined
      if (current) places.set(key, { pages, scroll: current.scrollTop, focused: focused ?? undefined })
    }
  })
  return { list, pages, setPages }
}
