import { useState } from 'react'
import { useReturnedFocus } from './use-returned-focus.ts'

interface Editing<Value> {
  value: Value
  onChange?: ((value: Value) => void) | undefined
  /** Called when the field is opened and closed. */
  onEditing?: ((isEditing: boolean) => void) | undefined
}

/**
 * The state of a value that is editable in place: whether its field is open, a ref for the button that opens it, and
 * functions to open the field, and to close it with a value.
 */
export function useEditing<Value>({ value, onChange, onEditing }: Editing<Value>) {
  const [isEditing, setEditing] = useState(false)
  const setOpen = (isOpen: boolean) => {
    setEditing(isOpen)
    onEditing?.(isOpen)
  }
  return {
    isEditing,
    button: useReturnedFocus(isEditing),
    open: () => setOpen(true),
    finish: (edited: Value) => {
      setOpen(false)
      if (edited !== value) onChange?.(edited)
    },
  }
}
