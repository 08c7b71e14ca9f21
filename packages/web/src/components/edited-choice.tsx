import { useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import type { Option } from './option-list.tsx'
import { Picker } from './picker.tsx'
import './properties.css'

interface EditedChoiceProps {
  name: string
  options: readonly Option[]
  chosen: readonly (number | string)[]
  /** The names of the chosen values; empty if there are none. */
  text: string
  /** Called with a chosen option. Without it, the value is read-only. */
  onChoose?: ((option: Option) => void) | undefined
  isMultiple?: boolean
  /** Called when the list is opened and closed. */
  onEditing?: (isEditing: boolean) => void
}

/** One or more values from a list, editable in place: pressing the value opens the list. */
export function EditedChoice({
  name,
  options,
  chosen,
  text,
  onChoose,
  isMultiple = false,
  onEditing,
}: EditedChoiceProps) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const content = text === '' ? <span className="is-muted">{t('components.none')}</span> : <bdi>{text}</bdi>
  if (!onChoose) return <span className="property is-long is-fixed">{content}</span>
  return (
    <Picker
      {...{ options, chosen, isMultiple, onChoose }}
      label={name}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        setOpen(isNowOpen)
        onEditing?.(isNowOpen)
      }}
      button={
        <button
          type="button"
          className="property is-long"
          aria-label={t('components.value', { name, value: text || t('components.none') })}
        >
          {content}
        </button>
      }
    />
  )
}
