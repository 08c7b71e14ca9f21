import { type FocusEvent, useRef, useState } from 'react'
import { HtmlText } from '../article/mail-body.tsx'
import { useMessages } from '../messages/messages.tsx'
import { IconButton } from '../components/button.tsx'
import { useEditing } from '../components/use-editing.ts'
import { RichTextBox } from './rich-text-box.tsx'
import '../components/properties.css'

interface EditedHtmlProps {
  name: string
  /** HTML; empty if there is none. */
  value: string
  /**
   * Called with the new HTML. Without it, the value is read-only. The function that was passed when editing began is
   * called, even if another one has been passed since: it knows the value that the user saw at that time, and can detect a conflict with it.
   */
  onChange?: ((html: string) => void) | undefined
  /** Called when the editor is opened and closed. */
  onEditing?: (isEditing: boolean) => void
}

/** A formatted text that is editable in place. Ctrl+Enter or leaving the editor saves it, Esc cancels. */
export function EditedHtml({ name, value, onChange, onEditing }: EditedHtmlProps) {
  const t = useMessages()
  const { isEditing, button, open, finish } = useEditing({ value, onChange, onEditing })
  if (isEditing) return <HtmlInput {...{ name, value }} onFinish={finish} />
  const text = value !== '' && <HtmlText html={value} title={name} />
  if (!onChange) return <div>{text || '–'}</div>
  const label = t('components.value', { name, value: value === '' ? t('components.add') : t('components.edit') })
  return (
    <div>
      {text}
      {value === '' ? (
        <button ref={button} type="button" className="property" aria-label={label} onClick={open}>
          <span className="is-muted">{t('components.add')}</span>
        </button>
      ) : (
        <IconButton ref={button} isSmall icon="pencil" label={label} onClick={open} />
      )}
    </div>
  )
}

type HtmlInputProps = Pick<EditedHtmlProps, 'name' | 'value'> & { onFinish: (html: string) => void }

function HtmlInput({ name, ...props }: HtmlInputProps) {
  // Changes that arrive during editing affect neither the text nor the value that it is compared with.
  const [{ value, onFinish }] = useState(props)
  const [html, setHtml] = useState(value)
  const isCanceled = useRef(false)
  const onKey = (event: KeyboardEvent) => {
    isCanceled.current = event.key === 'Escape'
    if (!isCanceled.current && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return false
    event.stopPropagation()
    if (event.target instanceof HTMLElement) event.target.blur()
    return true
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onFinish(isCanceled.current ? value : html)
  }
  return (
    <div onBlur={onBlur}>
      <RichTextBox label={name} value={html} onChange={setHtml} onKey={onKey} autoFocus />
    </div>
  )
}
