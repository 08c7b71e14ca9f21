import { useState } from 'react'
import { TextArea } from '../../components/text-area.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'

/** The items of a checklist template, one per line. */
export function ItemsField({ label, error, value, onChange, values }: EditorProps) {
  const a = useAdminTexts()
  // The service sends the texts as `item_texts`, and receives them as `items`.
  const items = (value ?? values['item_texts'] ?? []) as readonly string[]
  // The typed text may have blank lines, which the value does not have.
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && itemsIn(typed).join('\n') === items.join('\n')
  return (
    <TextArea
      {...{ label, error }}
      help={a('items_help')}
      rows={8}
      value={isTyped ? typed : items.join('\n')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(itemsIn(target.value))
      }}
    />
  )
}

const itemsIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
