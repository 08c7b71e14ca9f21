import type { Editor } from '@tiptap/core'
import { useRef } from 'react'
import { type KeyHandler, RichText } from './rich-text.tsx'
import './editor.css'
import './message-text.css'
import './rich-text-box.css'

interface RichTextBoxProps {
  label: string
  /** HTML. */
  value: string
  onChange: (html: string) => void
  onKey?: KeyHandler
  isInvalid?: boolean
  /** The id of the element with the help or the error. */
  describedBy?: string | undefined
  autoFocus?: boolean
}

/** A box for formatted text, with the same editor as messages, but without files and suggestions. */
export function RichTextBox(props: RichTextBoxProps) {
  const { label, value, onChange, onKey = noKey, isInvalid, describedBy, autoFocus } = props
  const editor = useRef<Editor | null>(null)
  return (
    <div className="input rich-text-box" data-invalid={isInvalid || undefined}>
      <RichText
        editorRef={editor}
        {...{ label, describedBy, onChange, onKey }}
        text={value}
        onCaret={ignore}
        onFiles={ignore}
        onReady={(current) => autoFocus && current.commands.focus('end')}
      />
    </div>
  )
}

const ignore = () => undefined
const noKey = () => false
