import {
  lazy,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { Article } from '../article/article-types.ts'
import { Button } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { useLatest } from '../components/use-latest.ts'
import { bufferKeys } from '../keys/buffered-keys.ts'
import { useMessages } from '../messages/messages.tsx'
import { useDraftKinds } from '../state/drafts.ts'
import type { LocalDraft } from '../state/draft-types.ts'
import type { WritingKind } from '../ticket/presence.tsx'
import type { Ticket } from '../ticket/ticket-types.ts'
import type { ComposerHandle } from './composer.tsx'
import type { MessageKind, MessageStart } from './compose.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PendingMessages } from './pending-messages.tsx'
import { usePendingMessages } from './use-pending-messages.ts'
import './editor.css'
import './message-text.css'

const loadComposer = () => import('./ticket-composer.tsx')
const TicketComposer = lazy(() => loadComposer().then(({ TicketComposer }) => ({ default: TicketComposer })))

/** Milliseconds after which the editor is preloaded, so that the ticket is drawn first. */
const PRELOAD_DELAY = 500

/** Preloads the editor, so that it opens at once. */
function usePreloadedComposer() {
  useEffect(() => {
    // Without a connection, it is loaded when it is opened.
    const timer = setTimeout(() => void loadComposer().catch(() => undefined), PRELOAD_DELAY)
    return () => clearTimeout(timer)
  }, [])
}

/** Functions of the editor for the ticket screen. */
export interface EditorHandle {
  /**
   * Opens the editor.
   * @param about the message to reply to or to forward. Default: for a reply the customer's last message, for a forwarded
   * message the last one that is not internal.
   */
  open: (kind: MessageKind, about?: Article) => void
  /** Inserts a quoted text, as HTML, at the caret. */
  insertQuote: (html: string) => void
  readonly isOpen: boolean
}

interface EditorDockProps {
  ref: Ref<EditorHandle>
  ticket: Ticket
  /** The element at the end of the thread, in which messages that are being sent are shown. */
  threadEnd: HTMLElement | null
  /** Called with the kind of message that the user begins to write, and with null when they stop. */
  onWriting: (kind: WritingKind | null) => void
}

/** The open editor: its initial message, and the reason if the service has refused that message. */
interface Opened extends MessageStart {
  readonly refusal?: string | undefined
  /** The number of times that the editor was opened. A new number makes the editor read the draft again. */
  readonly count: number
}

/** The editor at the bottom of a ticket: a single line until it is opened. */
export const EditorDock = (props: EditorDockProps) => <Dock key={props.ticket.id} {...props} />

function Dock({ ref, ticket, threadEnd, onWriting }: EditorDockProps) {
  const [opened, setOpened] = useState<Opened>()
  const composer = useRef<ComposerHandle>(null)
  const dock = useRef<HTMLDivElement>(null)
  const open = useCallback((start: MessageStart & { refusal?: string | undefined }) => {
    // Keys typed while the code of the editor is loaded go into it.
    bufferKeys()
    setOpened((before) => ({ ...start, count: (before?.count ?? 0) + 1 }))
  }, [])
  const close = useCallback(() => {
    setOpened(undefined)
    onWriting(null)
    // Without a focused field, the shortcuts of the ticket work again.
    ;(document.activeElement as HTMLElement | null)?.blur()
  }, [onWriting])
  const pending = usePendingMessages(ticket.id, (draft, refusal) => open({ kind: draft.kind as MessageKind, refusal }))
  useEditorHandle(ref, { opened, composer, open })
  useDroppedFiles(dock, (files) => {
    if (opened) composer.current?.addFiles(files)
    else open({ kind: 'reply', files })
  })
  const send = (draft: LocalDraft) => {
    close()
    void pending.send(draft)
  }
  usePreloadedComposer()
  useScrollToAdded(threadEnd, pending.messages.length)
  return (
    <div ref={dock} className="composer-dock">
      {threadEnd &&
        createPortal(
          <PendingMessages messages={pending.messages} onUndo={(message) => void pending.undo(message)} />,
          threadEnd,
        )}
      <OfflineNotice />
      {opened ? (
        <Suspense fallback={<div className="composer composer-skeleton" aria-busy="true" />}>
          <TicketComposer
            key={opened.count}
            ref={composer}
            ticket={ticket}
            start={opened}
            refusal={opened.refusal}
            onKind={(kind) => open({ kind })}
            onClose={close}
            onSend={send}
            onWriting={(isWriting) => onWriting(isWriting ? writingKindOf(opened.kind) : null)}
          />
        </Suspense>
      ) : (
        <Openers ticketId={ticket.id} onOpen={(kind) => open({ kind })} />
      )}
    </div>
  )
}

/** Scrolls to the end of the thread when a message is added there. */
function useScrollToAdded(threadEnd: HTMLElement | null, count: number): void {
  const before = useRef(count)
  useLayoutEffect(() => {
    if (count > before.current) threadEnd?.lastElementChild?.scrollIntoView({ block: 'end' })
    before.current = count
  }, [threadEnd, count])
}

/** Returns the kind of message that colleagues are shown. They see forwarding as writing a reply. */
const writingKindOf = (kind: MessageKind): WritingKind => (kind === 'forward' ? 'reply' : kind)

interface HandleParts {
  opened: Opened | undefined
  composer: RefObject<ComposerHandle | null>
  open: (start: MessageStart) => void
}

function useEditorHandle(ref: Ref<EditorHandle>, { opened, composer, open }: HandleParts) {
  useImperativeHandle(ref, () => ({
    open(kind, about) {
      if (opened && opened.kind === kind && about === undefined) return composer.current?.focus()
      open({ kind, about })
    },
    insertQuote(html) {
      if (opened) composer.current?.insert(html)
      else open({ kind: 'reply', quote: html })
    },
    isOpen: opened !== undefined,
  }))
}

/**
 * The closed editor: a button for each kind of message, with a mark if there is a draft. A message is forwarded by its menu
 * or the key F, so the button for forwarding is shown only if there is a draft.
 */
function Openers({ ticketId, onOpen }: { ticketId: number; onOpen: (kind: MessageKind) => void }) {
  const t = useMessages()
  const drafts = useDraftKinds(ticketId)
  const draftMark = (kind: MessageKind) => drafts.has(kind) && <small>{t('editor.draft')}</small>
  return (
    <div
      className="composer openers"
      role="group"
      aria-label={t('editor.answer')}
      onPointerEnter={() => void loadComposer().catch(() => undefined)}
    >
      <Button look="quiet" icon="reply" onClick={() => onOpen('reply')}>
        {t('editor.reply')} {draftMark('reply')} <Key keys="R" />
      </Button>
      {drafts.has('forward') && (
        <Button look="quiet" icon="right" onClick={() => onOpen('forward')}>
          {t('editor.forward')} {draftMark('forward')} <Key keys="F" />
        </Button>
      )}
      <Button look="quiet" icon="lock" onClick={() => onOpen('note')}>
        {t('editor.note')} {draftMark('note')} <Key keys="I" />
      </Button>
      <Button look="quiet" icon="phone" onClick={() => onOpen('phone')}>
        {t('editor.phone')} {draftMark('phone')}
      </Button>
    </div>
  )
}

/** Adds files that are dropped or pasted anywhere in the thread. */
function useDroppedFiles(dock: { readonly current: HTMLElement | null }, onFiles: (files: readonly File[]) => void) {
  const latest = useLatest(onFiles)
  useEffect(() => {
    const thread = dock.current?.parentElement
    if (!thread) return undefined
    const takeFiles = (event: Event, data: DataTransfer | null) => {
      if (event.defaultPrevented || !data?.types.includes('Files')) return
      event.preventDefault()
      if (event.type !== 'dragover') latest.current([...data.files])
    }
    const onDrag = (event: DragEvent) => takeFiles(event, event.dataTransfer)
    const onPaste = (event: ClipboardEvent) => takeFiles(event, event.clipboardData)
    thread.addEventListener('dragover', onDrag)
    thread.addEventListener('drop', onDrag)
    thread.addEventListener('paste', onPaste)
    return () => {
      thread.removeEventListener('dragover', onDrag)
      thread.removeEventListener('drop', onDrag)
      thread.removeEventListener('paste', onPaste)
    }
  }, [dock, latest])
}
