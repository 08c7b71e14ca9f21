import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import type { IconName } from '../icon/shapes.ts'
import { useMessages } from '../messages/messages.tsx'

/** The active formats at the caret. */
export type Formats = { readonly [name in FormatName]?: boolean }
type FormatName = 'bold' | 'italic' | 'bulletList' | 'blockquote' | 'link'

/** Returns the active formats at the caret. */
export const formatsAt = (editor: Editor): Formats => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  bulletList: editor.isActive('bulletList'),
  blockquote: editor.isActive('blockquote'),
  link: editor.isActive('link'),
})

interface Tool {
  readonly name: FormatName
  readonly icon: IconName
  readonly keys?: string
  readonly run: (editor: Editor) => void
}

const tools: readonly Tool[] = [
  { name: 'bold', icon: 'bold', keys: 'Ctrl B', run: (editor) => void editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: 'italic', keys: 'Ctrl I', run: (editor) => void editor.chain().focus().toggleItalic().run() },
  { name: 'bulletList', icon: 'list', run: (editor) => void editor.chain().focus().toggleBulletList().run() },
  { name: 'blockquote', icon: 'quote', run: (editor) => void editor.chain().focus().toggleBlockquote().run() },
]

interface ToolsProps {
  editor: RefObject<Editor | null>
  formats: Formats
  onLink: () => void
  onFiles: (files: readonly File[]) => void
}

/** The toolbar of a text: formats, a link, files, text modules. Arrows move between its buttons. */
export function Tools({ editor, formats, onLink, onFiles }: ToolsProps) {
  const t = useMessages()
  const fileInput = useRef<HTMLInputElement>(null)
  const run = (tool: Tool) => editor.current && tool.run(editor.current)
  return (
    // Its buttons take the focus, one at a time.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="composer-tools" role="toolbar" aria-label={t('editor.tools')} onKeyDown={moveRovingFocus}>
      {tools.map((tool, index) => (
        <IconButton
          key={tool.name}
          isSmall
          icon={tool.icon}
          label={t(`editor.${tool.name}`)}
          title={tool.keys ? `${t(`editor.${tool.name}`)} (${tool.keys})` : t(`editor.${tool.name}`)}
          aria-pressed={formats[tool.name] ?? false}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => run(tool)}
        />
      ))}
      <IconButton
        isSmall
        icon="link"
        label={t('editor.link')}
        title={`${t('editor.link')} (Ctrl K)`}
        aria-pressed={formats.link ?? false}
        tabIndex={-1}
        onClick={onLink}
      />
      <span className="rule" />
      <IconButton
        isSmall
        icon="clip"
        label={t('editor.attach')}
        tabIndex={-1}
        onClick={() => fileInput.current?.click()}
      />
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        isSmall
        look="quiet"
        icon="text"
        tabIndex={-1}
        title={t('editor.textModules')}
        onClick={() => editor.current?.chain().focus().insertContent('::').run()}
      >
        <span className="only-wide">{t('editor.text')}</span> <Key keys="::" />
      </Button>
    </div>
  )
}

/** Moves the focus by arrows, Home and End. Tab returns to the button that had the focus last. */
function moveRovingFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const current = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const step = getComputedStyle(event.currentTarget).direction === 'ltr' ? 1 : -1
  const indexes: Record<string, number> = { ArrowRight: current + step, ArrowLeft: current - step, Home: 0, End: -1 }
  const index = indexes[event.key]
  if (index === undefined) return
  event.preventDefault()
  const next = buttons.at(index % buttons.length)
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next?.focus()
}
