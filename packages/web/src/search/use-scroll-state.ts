import { useLayoutEffect, useRef, useState } from 'react'

/** The shown results of a search, and the position of the user in them. */
interface ScrollState {
  /** The number of loaded pages of results. */
  readonly pages: number
  /** Pixels. */
  readonly scroll: number
  /** The address of the focused result. */
  readonly focused: string | undefined
}

const scrollStates = new Map<string, ScrollState>()

/**
 * Returns the number of loaded pages of a search, its setter, and the ref for the list of results. If the user returns to
 * the search, the pages, the scroll position and the focus are as before.
 * @param key identifies the search.
 */
export function useScrollState(key: string) {
  const list = useRef<HTMLOListElement>(null)
  const [pages, setPages] = useState(() => scrollStates.get(key)?.pages ?? 1)
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const state = scrollStates.get(key)
    if (state) current.scrollTop = state.scroll
    if (state?.focused !== undefined)
      current.querySelector<HTMLElement>(`a[href="${CSS.escape(state.focused)}"]`)?.focus()
  }, [key])
  useLayoutEffect(() => {
    const { current } = list
    return () => {
      const focused = current?.contains(document.activeElement)
        ? document.activeElement?.getAttribute('href')
        : undefined
      if (current) scrollStates.set(key, { pages, scroll: current.scrollTop, focused: focused ?? undefined })
    }
  })
  return { list, pages, setPages }
}
