import type { Editor } from '@tiptap/core'
import { type RefObject, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { useMessages } from '../messages/messages.tsx'

interface LinkFieldProps {
  editor: RefObject<Editor | null>
  onClose: () => void
}

/** Asks for the address of a link at the caret. An empty address removes the link. */
export function LinkField({ editor, onClose }: LinkFieldProps) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const href = (editor.current?.getAttributes('link')['href'] as string | undefined) ?? ''
  const close = () => {
    onClose()
    editor.current?.commands.focus()
  }
  const save = () => {
    const current = editor.current
    const typed = field.current?.value.trim() ?? ''
    const address = typed && !/^[a-z]+:/i.test(typed) ? `https://${typed}` : typed
    if (current) setLink(current, address)
    close()
  }
  return (
    <div
      className="composer-link"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') save()
        else close()
      }}
    >
      <TextField ref={field} label={t('editor.linkAddress')} defaultValue={href} inputMode="url" autoFocus />
      <Button isSmall onClick={save}>
        {t('editor.setLink')}
      </Button>
    </div>
  )
}

function setLink(editor: Editor, address: string): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (!address) chain.unsetLink().run()
  else if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
  } else chain.setLink({ href: address }).run()
}
