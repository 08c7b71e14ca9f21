import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'
import './properties.css'

interface EditedTextProps {
  name: string
  /** The value as the text of its input field; empty if there is none. */
  value: string
  /** The value as formatted text. Default: the value. */
  shown?: string
  /**
   * Called with the new text. Without it, the value is read-only. The function passed at the beginning of editing is
   * called, so that it compares with the value shown at that time.
   */
  onChange?: ((value: string) => void) | undefined
  isLong?: boolean
  /** Called when the field is opened and closed. */
  onEditing?: (isEditing: boolean) => void
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'datetime-local'
}

/** A text that is editable in place: pressing it opens a field; Enter and leaving the field save, Esc cancels. */
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
  // Changes that arrive during editing affect neither the text nor the value that it is compared with.
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
    // The focus follows the press that opened the field.
    autoFocus: true,
  }
  return isLong ? <textarea {...common} rows={5} /> : <input {...common} type={type} />
}
