import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for a list. An item that is added at its end gets the focus, in its first field. */
export function useFocusOnAdded(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count === before.current + 1) {
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    }
    before.current = count
  }, [count])
  return list
}
