import type { Editor } from '@tiptap/core'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classes } from '../components/classes.ts'
import { useLatest } from '../components/use-latest.ts'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper, DraftState } from '../state/draft-keeper.ts'
import type { NewArticle, DraftContent } from '../state/draft-types.ts'
import type { Values } from './fill-in.ts'
import { FileList } from './file-list.tsx'
import { LinkField } from './link-field.tsx'
import { RichText } from './rich-text.tsx'
import { useSuggestions } from './suggestions.tsx'
import type { SuggestWord } from './suggest.ts'
import { type Formats, formatsAt, Tools } from './tools.tsx'
import { type Edit, useEdit } from './use-edit.ts'
import { type Files, useFiles } from './use-files.ts'

/** Functions of a composer for its parent. */
export interface ComposerHandle {
  readonly insert: (html: string) => void
  readonly focus: () => void
  readonly addFiles: (files: readonly File[]) => void
}

interface ComposerProps {
  ref?: Ref<ComposerHandle> | undefined
  keeper: DraftKeeper
  state: DraftState
  /** The initial content. */
  initial: DraftContent
  /** Returns the values of the placeholders in text modules. */
  placeholderValues: () => Values
  /** True if the cursor is in the text at first. */
  autoFocus?: boolean
  /** Initial files. */
  initialFiles?: readonly File[] | undefined
  /** Elements above the text, such as tabs, notices and recipients. */
  top: ReactNode
  /** Returns the elements below the text, after the toolbar. */
  foot: (content: DraftContent, edit: Edit, files: Files) => ReactNode
  /** Handles a key before the text does. Returns true if it handled the key. */
  onKey: (event: KeyboardEvent, files: Files) => boolean
}

/**
 * A form for a message: its text and files, and the elements of its parent. The message is saved as a draft while it is
 * written.
 */
export function Composer(props: ComposerProps) {
  const { ref, keeper, state, initial, placeholderValues, autoFocus = true, initialFiles, top, foot, onKey } = props
  const t = useMessages()
  const editor = useRef<Editor>(null)
  const [formats, setFormats] = useState<Formats>({})
  const [word, setWord] = useState<SuggestWord>()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const content = state.draft?.writing ?? initial
  const edit = useEdit(keeper, initial)
  const files = useFiles(content, edit, state.draft !== undefined)
  const { onKey: onSuggestionKey, list } = useSuggestions(editor, word, placeholderValues)
  useInitialFiles(initialFiles, files)
  const editArticle = (change: Partial<NewArticle>) =>
    edit((current) => ({ ...current, new_article: { ...current.new_article, ...change } }))
  const focus = () => editor.current && focusEnd(editor.current)
  useImperativeHandle(ref, () => ({
    insert: (html) => editor.current?.chain().focus().insertContent(html).run(),
    focus,
    addFiles: files.add,
  }))
  const handleKey = (event: KeyboardEvent) => {
    if (onSuggestionKey(event)) return true
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      setLinkOpen(true)
      return true
    }
    return onKey(event, files)
  }
  return (
    <div
      className={classes('composer', content.new_article.internal && 'is-internal')}
      onKeyDown={(event) => handleKeyOutsideText(event.nativeEvent, editor, handleKey)}
    >
      <div className="composer-body">
        {top}
        <RichText
          editorRef={editor}
          label={t('editor.message')}
          text={content.new_article.body}
          onChange={(body) => editArticle({ body })}
          onCaret={(current, wordAtCaret, isTyped) => {
            setFormats((before) => (isEqual(before, formatsAt(current)) ? before : formatsAt(current)))
            setWord((before) => wordAfter(before, wordAtCaret, isTyped))
          }}
          onKey={handleKey}
          onFiles={files.add}
          onReady={(current) => autoFocus && focusEnd(current)}
        />
        {list}
        {isLinkOpen && <LinkField editor={editor} onClose={() => setLinkOpen(false)} />}
        <FileList files={files} />
      </div>
      <div className="composer-foot">
        <Tools editor={editor} formats={formats} onLink={() => setLinkOpen(true)} onFiles={files.add} />
        {foot(content, edit, files)}
      </div>
    </div>
  )
}

/**
 * Handles the keys for sending and leaving in fields and buttons of the composer. Ctrl+K, which adds a link in the
 * text, opens the palette there.
 */
function handleKeyOutsideText(
  event: KeyboardEvent,
  editor: { current: Editor | null },
  handle: (event: KeyboardEvent) => boolean,
) {
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey || event.key === 'Escape')) return
  if (event.target instanceof Node && editor.current?.view.dom.contains(event.target)) return
  if (event.key.toLowerCase() !== 'k' && handle(event)) event.preventDefault()
}

/** Moves the focus to the end of the text, synchronously, so that the next key goes into the text. */
function focusEnd(editor: Editor): void {
  editor.commands.setTextSelection(editor.state.doc.content.size)
  editor.view.focus()
}

/** Returns the word for which suggestions are shown. Only typing begins them, not a caret at a word of a restored draft. */
function wordAfter(
  before: SuggestWord | undefined,
  word: SuggestWord | undefined,
  isTyped: boolean,
): SuggestWord | undefined {
  if (before?.from === word?.from && before?.typed === word?.typed) return before
  return isTyped || before?.from === word?.from ? word : undefined
}

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

function useInitialFiles(initialFiles: readonly File[] | undefined, { add }: Files) {
  const latest = useLatest(add)
  useEffect(() => {
    if (initialFiles) latest.current(initialFiles)
  }, [initialFiles, latest])
}
