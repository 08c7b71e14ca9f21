import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef } from 'react'
import { useLatest } from '../components/use-latest.ts'
import { Mention } from './mention.ts'
import type { Caret } from './suggest.ts'
import { wordAtCaret } from './suggest.ts'

/** What the keys of an editor do beyond editing. Each returns true if it used the key. */
export type KeyHandler = (event: KeyboardEvent) => boolean

interface RichTextProps {
  /** Where the editor is put, for tools. */
  editorRef: RefObject<Editor | null>
  label: string
  /** The text, as HTML. */
  text: string
  onChange: (html: string) => void
  /** Called when formats or the caret change, with the word that asks for suggestions. */
  onCaret: (editor: Editor, caret: Caret | undefined) => void
  onKey: KeyHandler
  onFiles: (files: readonly File[]) => void
  onReady: (editor: Editor) => void
}

/** A text with formats. Pasted text keeps the formats that the editor knows, and nothing else. */
export function RichText({ label, text, editorRef, ...handlers }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useLatest(handlers)
  const emitted = useRef(text)
  useEffect(() => {
    const editor = create(place.current as HTMLElement, emitted, latest)
    editorRef.current = editor
    latest.current.onReady(editor)
    return () => {
      editorRef.current = null
      editor.destroy()
    }
  }, [editorRef, latest])
  useEffect(() => {
    // Typed text comes back as it is; what another device wrote, or an undo brings, replaces the text.
    if (text === emitted.current) return
    emitted.current = text
    editorRef.current?.commands.setContent(text, { emitUpdate: false })
  }, [text, editorRef])
  useEffect(() => {
    editorRef.current?.view.dom.setAttribute('aria-label', label)
  }, [label, editorRef])
  return <div ref={place} className="composer-text" />
}

type Latest = RefObject<Omit<RichTextProps, 'label' | 'text' | 'editorRef'>>

function create(element: HTMLElement, emitted: RefObject<string>, latest: Latest): Editor {
  return new Editor({
    element,
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: false,
        horizontalRule: false,
        codeBlock: false,
        link: { openOnClick: false, autolink: true, protocols: ['http', 'https', 'mailto', 'tel'] },
      }),
      Mention,
    ],
    content: emitted.current,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', class: 'message-text', dir: 'auto' },
      handleKeyDown: (_, event) => latest.current.onKey(event),
      handlePaste: (_, event) => takeFiles(event.clipboardData, latest.current.onFiles),
      handleDrop: (_, event) => takeFiles(event.dataTransfer, latest.current.onFiles),
    },
    onUpdate: ({ editor }) => {
      emitted.current = editor.isEmpty ? '' : editor.getHTML()
      latest.current.onChange(emitted.current)
    },
    onTransaction: ({ editor }) => latest.current.onCaret(editor, wordAtCaret(editor)),
  })
}

/** Takes files from a paste or a drop. Text that programs copy together with a picture of it stays text. */
function takeFiles(data: DataTransfer | null, onFiles: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0 || data?.types.includes('text/html')) return false
  onFiles(files)
  return true
}
