import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'
import './properties.css'

interface EditedTextProps {
  name: string
  /** The value as its field takes it; empty if there is none. */
  value: string
  /** The value as people read it. Default: the value. */
  shown?: string
  /**
   * Receives another text. Without it, the value is only shown. The function that was passed when editing began is called,
   * so that it compares with the value that was shown then.
   */
  onChange?: ((value: string) => void) | undefined
  isLong?: boolean
  /** Called when the field is opened and closed. */
  onEditing?: (isEditing: boolean) => void
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'datetime-local'
}

/** A text that is edited in its place: pressing it opens a field, Enter and leaving it save, Esc does not. */
export function EditedText({
  name,
  value,
  shown = value,
  onChange,
  isLong = false,
  type = 'text',
  onEditing,
}: EditedTextProps) {
  const t = useMessages()
  const [isEdited, setEditedHere] = useState(false)
  const setEdited = (next: boolean) => {
    setEditedHere(next)
    onEditing?.(next)
  }
  const button = useReturnedFocus(isEdited)
  const finish = (text: string) => {
    setEdited(false)
    if (text !== value) onChange?.(text)
  }
  const className = isLong ? 'property is-long' : 'property'
  if (!onChange) {
    return <span className={`${className} is-fixed`}>{shown === '' ? '–' : <bdi>{shown}</bdi>}</span>
  }
  if (isEdited) return <TextInput {...{ name, value, isLong, type }} onFinish={finish} />
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={t('components.value', { name, value: shown || t('components.add') })}
      onClick={() => setEdited(true)}
    >
      {shown === '' ? <span className="is-muted">{t('components.add')}</span> : <bdi>{shown}</bdi>}
    </button>
  )
}

type TextInputProps = Required<Pick<EditedTextProps, 'name' | 'value' | 'isLong' | 'type'>> & {
  onFinish: (text: string) => void
}

function TextInput({ name, isLong, type, ...props }: TextInputProps) {
  // What arrives while the user writes changes neither the text nor what it is compared with.
  const [{ value, onFinish }] = useState(props)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.value = value
    else if (event.key !== 'Enter' || (isLong && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.blur()
  }
  const common = {
    className: 'input',
    'aria-label': name,
    defaultValue: value,
    onKeyDown,
    onBlur: ({ target }: { target: { value: string } }) => onFinish(target.value.trim()),
    // The field was pressed to be edited.
    autoFocus: true,
  }
  return isLong ? <textarea {...common} rows={5} /> : <input {...common} type={type} />
}
