import type { Editor } from '@tiptap/core'
import { useId, useRef } from 'react'
import { FieldHelp } from '../../components/field.tsx'
import { RichText } from '../../editor/rich-text.tsx'
import type { EditorProps } from '../records/record-list-spec.ts'
import '../../editor/editor.css'

const ignore = () => undefined
const noKey = () => false

/** A field for formatted text, with the same editor as messages. */
export function HtmlField({ label, help, error, value, onChange }: EditorProps) {
  const id = useId()
  const editor = useRef<Editor | null>(null)
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="input html-field" data-invalid={error !== undefined || undefined}>
        <RichText
          editorRef={editor}
          label={label}
          text={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onCaret={ignore}
          onKey={noKey}
          onFiles={ignore}
          onReady={ignore}
        />
      </div>
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
