import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for the button that opens a value for editing. It gets the focus after editing, unless the focus has moved
 * elsewhere.
 */
export function useReturnedFocus(isEdited: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body) button.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return button
}
