import { useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { Combobox } from './combobox.tsx'
import type { Option } from './option-list.tsx'
import type { OptionSource } from './use-found-options.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import './properties.css'

interface EditedRecordProps {
  name: string
  /** The options found for a typed text. A function must keep its identity between renders. */
  source: OptionSource
  /** The chosen record; undefined if there is none. */
  value: Option | undefined
  /**
   * Called with the chosen record, or undefined to remove it. Without it, the value is read-only. The function that was
   * passed when editing began is called, even if another one has been passed since: it knows the value that the user saw
   * at that time, and can detect a conflict with it.
   */
  onChange?: ((chosen: Option | undefined) => void) | undefined
  /** Called when the field is opened and closed. */
  onEditing?: (isEditing: boolean) => void
}

/** A record that is editable in place: pressing its name opens a field that finds others. Esc and leaving it cancel. */
export function EditedRecord({ name, source, value, onChange, onEditing }: EditedRecordProps) {
  const t = useMessages()
  const [editing, setEditing] = useState<{ readonly onChange: typeof onChange }>()
  const open = () => {
    setEditing({ onChange })
    onEditing?.(true)
  }
  const close = () => {
    setEditing(undefined)
    onEditing?.(false)
  }
  const button = useReturnedFocus(editing !== undefined)
  const choose = (option: Option | undefined) => {
    close()
    editing?.onChange?.(option)
  }
  const content = value ? <bdi>{value.name}</bdi> : <span className="is-muted">{t('components.none')}</span>
  if (!onChange) return <span className="property is-fixed">{content}</span>
  if (editing) {
    return (
      <div
        role="presentation"
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <Combobox
          label={name}
          isLabelHidden
          autoFocus
          cancelsOnLeave
          {...{ source, value }}
          onChoose={choose}
          onClear={() => choose(undefined)}
        />
      </div>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      className="property"
      aria-label={t('components.value', { name, value: value?.name ?? t('components.none') })}
      onClick={open}
    >
      {content}
    </button>
  )
}
