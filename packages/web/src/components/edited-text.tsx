import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { FieldHelp } from './field.tsx'
import { useEditing } from './use-editing.ts'
import './properties.css'

interface EditedTextProps {
  name: string
  /** The value as the text of its input field; empty if there is none. */
  value: string
  /** The value as it is displayed. Default: `value`. */
  text?: string
  /**
   * Called with the new text. Without it, the value is read-only. The function that was passed when editing began is
   * called, even if another one has been passed since: it knows the value that the user saw at that time, and can detect a conflict with it.
   */
  onChange?: ((value: string) => void) | undefined
  isLong?: boolean
  /** Called when the field is opened and closed. */
  onEditing?: (isEditing: boolean) => void
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'datetime-local'
}

/**
 * A text that is editable in place: pressing it opens a field. Leaving the field or Enter saves (in a long text,
 * Ctrl+Enter), Esc cancels.
 */
export function EditedText({
  name,
  value,
  text = value,
  onChange,
  isLong = false,
  type = 'text',
  onEditing,
}: EditedTextProps) {
  const t = useMessages()
  const { isEditing, button, open, finish } = useEditing({ value, onChange, onEditing })
  const className = isLong ? 'property is-long' : 'property'
  if (!onChange) {
    return <span className={`${className} is-fixed`}>{text === '' ? '–' : <bdi>{text}</bdi>}</span>
  }
  if (isEditing) return <TextInput {...{ name, value, isLong, type }} onFinish={finish} />
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={t('components.value', { name, value: text || t('components.add') })}
      onClick={open}
    >
      {text === '' ? <span className="is-muted">{t('components.add')}</span> : <bdi>{text}</bdi>}
    </button>
  )
}

type TextInputProps = Required<Pick<EditedTextProps, 'name' | 'value' | 'isLong' | 'type'>> & {
  onFinish: (text: string) => void
}

type Input = HTMLInputElement | HTMLTextAreaElement

function TextInput({ name, isLong, type, ...props }: TextInputProps) {
  // Changes that arrive during editing affect neither the text nor the value that it is compared with.
  const [{ value, onFinish }] = useState(props)
  // Without an edit, the value stays as it is, even if it has spaces at its ends.
  const isEdited = useRef(false)
  const { help, error, isComplete } = useCompleteness(type)
  const onKeyDown = (event: KeyboardEvent<Input>) => {
    const { currentTarget: input } = event
    if (event.key === 'Escape') {
      input.value = value
      isEdited.current = false
    } else if (event.key !== 'Enter' || (isLong && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (isComplete(input)) input.blur()
  }
  const inputProps = {
    ...error,
    className: 'input',
    'aria-label': name,
    defaultValue: value,
    onKeyDown,
    onInput: () => void (isEdited.current = true),
    onBlur: ({ target }: { target: Input }) =>
      isComplete(target) && onFinish(isEdited.current ? target.value.trim() : value),
    // The user has just pressed the button that opens the field.
    autoFocus: true,
  }
  return (
    <>
      {isLong ? <textarea {...inputProps} rows={5} /> : <input {...inputProps} type={type} />}
      {help}
    </>
  )
}

const incompleteTexts: { readonly [type in NonNullable<EditedTextProps['type']>]?: TextName } = {
  number: 'components.notANumber',
  date: 'components.incompleteDate',
  'datetime-local': 'components.incompleteTime',
}

/**
 * Checks an input before its value is used. The browser returns an empty value for an incomplete date, so the field stays
 * open with the typed text and says what is missing.
 */
function useCompleteness(type: NonNullable<EditedTextProps['type']>) {
  const t = useMessages()
  const id = useId()
  const [isIncomplete, setIncomplete] = useState(false)
  const text = incompleteTexts[type]
  const isComplete = ({ validity }: Input): boolean => {
    setIncomplete(validity.badInput)
    return !validity.badInput
  }
  if (!isIncomplete || !text) return { isComplete }
  return {
    isComplete,
    error: { 'aria-invalid': true, 'aria-describedby': id },
    help: (
      <span role="alert">
        <FieldHelp id={id} error={t(text)} />
      </span>
    ),
  }
}
