import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The row of a list that keyboard navigation starts from. */
export interface Cursor {
  /** Counted from 0. */
  readonly place: number
  /** Moves to a place, scrolls it into view, and focuses its row. */
  readonly goTo: (place: number) => void
  /** Sets the place after a row has received the focus. */
  readonly set: (place: number) => void
}

interface Options {
  readonly scroller: RefObject<HTMLElement | null>
  /** The place at which the cursor starts. */
  readonly initialPlace: number
  /** True if the row at `initialPlace` gets the focus as soon as it is drawn, as after returning to the list. */
  readonly focusesInitialPlace: boolean
  readonly scrollTo: (place: number) => void
}

/** Returns the cursor of a list. Distant rows are drawn a moment after the list is scrolled, and get the focus then. */
export function useCursor({ scroller, initialPlace, focusesInitialPlace, scrollTo }: Options): Cursor {
  const [place, set] = useState(initialPlace)
  const pendingFocus = useRef(focusesInitialPlace ? initialPlace : undefined)
  useEffect(() => {
    if (pendingFocus.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${pendingFocus.current}"]`)
    if (!row) return
    pendingFocus.current = undefined
    row.focus({ preventScroll: true })
  })
  const goTo = useCallback(
    (next: number) => {
      pendingFocus.current = next
      set(next)
      scrollTo(next)
      const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)
      row?.focus({ preventScroll: true })
      if (row) pendingFocus.current = undefined
    },
    [scroller, scrollTo],
  )
  return { place, goTo, set }
}
