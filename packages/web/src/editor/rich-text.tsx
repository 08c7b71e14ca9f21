import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef } from 'react'
import { useLatest } from '../components/use-latest.ts'
import { Mention } from './mention.ts'
import { type SuggestWord, wordAtCaret } from './suggest.ts'
import { Tables } from './table.ts'

/** Handles a key before the editor does. Returns true if it handled the key. */
export type KeyHandler = (event: KeyboardEvent) => boolean

interface RichTextProps {
  /** Receives the editor, for the toolbar. */
  editorRef: RefObject<Editor | null>
  label: string
  /** The id of the element with the help or the error. */
  describedBy?: string | undefined
  /** The text, as HTML. */
  text: string
  onChange: (html: string) => void
  /**
   * Called when the formats or the caret change, with the word at the caret if there are suggestions for it.
   * @param isTyped true if the user has changed the text.
   */
  onCaret: (editor: Editor, word: SuggestWord | undefined, isTyped: boolean) => void
  onKey: KeyHandler
  onFiles: (files: readonly File[]) => void
  onReady: (editor: Editor) => void
}

/** An editor for formatted text. Pasted text keeps only the formats that the editor supports. */
export function RichText({ label, describedBy, text, editorRef, ...handlers }: RichTextProps) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useLatest(handlers)
  const emitted = useRef(text)
  useEffect(() => {
    const editor = createEditor(container.current as HTMLElement, emitted, latest)
    editorRef.current = editor
    latest.current.onReady(editor)
    return () => {
      editorRef.current = null
      editor.destroy()
    }
  }, [editorRef, latest])
  useEffect(() => {
    // Drafts from another device and messages that are taken back replace the text. Typed text comes back unchanged.
    if (text === emitted.current) return
    emitted.current = text
    editorRef.current?.commands.setContent(text, { emitUpdate: false })
  }, [text, editorRef])
  useEffect(() => {
    editorRef.current?.view.dom.setAttribute('aria-label', label)
  }, [label, editorRef])
  useEffect(() => {
    const { dom } = editorRef.current?.view ?? {}
    if (describedBy === undefined) dom?.removeAttribute('aria-describedby')
    else dom?.setAttribute('aria-describedby', describedBy)
  }, [describedBy, editorRef])
  return <div ref={container} className="composer-text" />
}

type HandlersRef = RefObject<Omit<RichTextProps, 'label' | 'describedBy' | 'text' | 'editorRef'>>

function createEditor(element: HTMLElement, emitted: RefObject<string>, latest: HandlersRef): Editor {
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
      Tables,
    ],
    content: emitted.current,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', class: 'message-text', dir: 'auto' },
      handleKeyDown: (_, event) => latest.current.onKey(event),
      handlePaste: (_, event) => handleFiles(event.clipboardData, latest.current.onFiles),
      handleDrop: (_, event) => handleFiles(event.dataTransfer, latest.current.onFiles),
    },
    onUpdate: ({ editor }) => {
      emitted.current = editor.isEmpty ? '' : editor.getHTML()
      latest.current.onChange(emitted.current)
    },
    onTransaction: ({ editor, transaction }) => {
      // `setContent` above sets `preventUpdate` for a restored draft, which was not typed.
      const isTyped = transaction.docChanged && transaction.getMeta('preventUpdate') !== true
      latest.current.onCaret(editor, wordAtCaret(editor), isTyped)
    },
  })
}

/**
 * Passes on the files of a paste or drop. Returns false if there are none, or if the data contains HTML, which is
 * pasted then: some programs copy a text together with a picture of it.
 */
function handleFiles(data: DataTransfer | null, onFiles: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0 || data?.types.includes('text/html')) return false
  onFiles(files)
  return true
}
