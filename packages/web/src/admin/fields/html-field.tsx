import { useId } from 'react'
import { FieldHelp, helpIdOf } from '../../components/field.tsx'
import { RichTextBox } from '../../editor/rich-text-box.tsx'
import type { EditorProps } from '../records/record-list-spec.ts'

/** A field for formatted text, with the same editor as messages. */
export function HtmlField({ label, help, error, value, onChange }: EditorProps) {
  const id = useId()
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <RichTextBox
        {...{ label, onChange }}
        value={typeof value === 'string' ? value : ''}
        isInvalid={error !== undefined}
        describedBy={helpIdOf(id, { help, error })}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
