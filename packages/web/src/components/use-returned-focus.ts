import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for the button that opens a value for editing. It gets the focus after editing, unless the focus has moved
 * elsewhere.
 */
export function useReturnedFocus(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}
