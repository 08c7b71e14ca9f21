import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { Dialog } from '../components/dialog.tsx'
import { EditorDock, type EditorHandle } from '../editor/editor-dock.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useWide } from './use-wide.ts'
import { PropertiesStrip } from './properties-strip.tsx'
import type { ListPosition } from './list-position.ts'
import { usePresence, type WritingKind } from './presence.tsx'
import { rightsOf } from './rights.ts'
import type { OpenDialog, OpenPart } from './open-parts.ts'
import { SidePanel } from './side-panel.tsx'
import { Thread } from './thread.tsx'
import { TicketBar } from './ticket-bar.tsx'
import { useHeadHidden } from './use-head-hidden.ts'
import { useRecheck } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'
import { useTicketActions } from './use-ticket-actions.ts'
import { useTicketCommands } from './use-ticket-commands.ts'
import { useTicketKeys } from './use-ticket-keys.ts'
import './ticket.css'

const MergeDialog = lazy(() => import('./merge-dialog.tsx').then(({ MergeDialog }) => ({ default: MergeDialog })))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then(({ DeleteDialog }) => ({ default: DeleteDialog })))
const AccessDialog = lazy(() => import('./access-dialog.tsx').then(({ AccessDialog }) => ({ default: AccessDialog })))
const TraceDialog = lazy(() => import('./trace/trace-dialog.tsx').then(({ TraceDialog }) => ({ default: TraceDialog })))

interface TicketPageProps {
  ticket: Ticket
  /** The list from which the ticket was opened: the link of an overview, or `search`. */
  from: string | undefined
  listPosition: ListPosition | undefined
  onOpen: (number: string) => void
}

/** A ticket: its bar, its thread with the editor at the bottom, and its panel. */
export function TicketPage({ ticket, from, listPosition, onOpen }: TicketPageProps) {
  const rights = rightsOf(useSession(), ticket)
  const [writing, setWriting] = useState<WritingKind | null>(null)
  const others = usePresence(ticket.id, writing)
  useRecheck(ticket.number)
  const editor = useRef<EditorHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  /** The element at the end of the thread, in which the editor shows messages that are being sent. */
  const [threadEnd, setThreadEnd] = useState<HTMLElement | null>(null)
  const [part, setPart] = useState<OpenPart>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [isPanelHidden, setPanelHidden] = useState(false)
  const isWide = useWide()
  const isHeadHidden = useHeadHidden(scroller)
  const actions = useTicketActions({ ticket, from, listPosition, onOpen })
  const openPart = (next: OpenPart | undefined) => {
    setPart(next)
    if (next === undefined) return
    setPanelHidden(false)
    if (!isWide) setDialog('panel')
  }
  const closeDialog = () => setDialog(undefined)
  const panel = <SidePanel ticket={ticket} open={part} setOpen={openPart} />
  useTicketKeys({
    ticket,
    listPosition,
    rights,
    editor,
    scroller,
    actions,
    onOpen,
    openPart,
    openDialog: setDialog,
    togglePanel: () => (isWide ? setPanelHidden(!isPanelHidden) : setDialog('panel')),
  })
  useTicketCommands({ ticket, rights, editor, actions, openPart, openDialog: setDialog })
  return (
    <>
      <TicketBar
        {...{ ticket, from, listPosition, others, rights, actions, onOpen, dialog, isHeadHidden }}
        openDialog={setDialog}
      />
      <PropertiesStrip ticket={ticket} onOpen={openPart} onDetails={() => setDialog('panel')} />
      <div className={isPanelHidden ? 'ticket-page is-alone' : 'ticket-page'}>
        <div className="thread-side">
          <Thread
            {...{ ticket, rights, scroller }}
            endRef={setThreadEnd}
            onReply={(article: Article) => editor.current?.open('reply', article)}
            onForward={(article: Article) => editor.current?.open('forward', article)}
          />
          {rights.mayAnswer && <EditorDock ref={editor} {...{ ticket, threadEnd }} onWriting={setWriting} />}
        </div>
        {isWide && !isPanelHidden && <PanelArea>{panel}</PanelArea>}
      </div>
      {dialog === 'panel' && !isWide && <PanelSheet onClose={closeDialog}>{panel}</PanelSheet>}
      <Dialogs ticket={ticket} dialog={dialog} onDeleted={actions.goBack} onClose={closeDialog} />
    </>
  )
}

interface DialogsProps {
  ticket: Ticket
  dialog: OpenDialog | undefined
  onDeleted: () => void
  onClose: () => void
}

const Dialogs = ({ ticket, dialog, onDeleted, onClose }: DialogsProps) => (
  <Suspense>
    {dialog === 'merge' && <MergeDialog {...{ ticket, onClose }} />}
    {dialog === 'delete' && <DeleteDialog {...{ ticket, onDeleted, onClose }} />}
    {dialog === 'access' && <AccessDialog {...{ ticket, onClose }} />}
    {dialog === 'trace' && <TraceDialog {...{ ticket, onClose }} />}
  </Suspense>
)

function PanelArea({ children }: { children: ReactNode }) {
  const t = useMessages()
  return (
    <aside className="side-panel" aria-label={t('ticket.panel')}>
      {children}
    </aside>
  )
}

function PanelSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useMessages()
  return (
    <Dialog title={t('ticket.panel')} kind="sheet-end" onClose={onClose} className="panel-sheet">
      <div className="side-panel">{children}</div>
    </Dialog>
  )
}
