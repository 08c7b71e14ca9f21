import type { RefObject } from 'react'
import type { EditorHandle } from '../editor/editor-dock.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { useChoices } from './choices.ts'
import { toggleFolded, walkEntries } from './entry-focus.ts'
import type { Place } from './place.ts'
import type { TicketRights } from './rights.ts'
import type { OpenDialog, OpenPart } from './open-parts.ts'
import type { Ticket } from './ticket-types.ts'
import type { TicketActions } from './use-ticket-actions.ts'

interface TicketKeysOptions {
  ticket: Ticket
  place: Place | undefined
  rights: TicketRights
  editor: RefObject<EditorHandle | null>
  scroller: RefObject<HTMLDivElement | null>
  actions: TicketActions
  onOpen: (number: string) => void
  openPart: (part: OpenPart | undefined) => void
  openDialog: (dialog: OpenDialog | undefined) => void
  togglePanel: () => void
}

/** Handles the keys of a ticket. What the agent may not do has no key. */
export function useTicketKeys(options: TicketKeysOptions): void {
  const { place, rights, editor, scroller, actions, onOpen, openPart, openDialog, togglePanel } = options
  const { previous, next } = place ?? {}
  const close = useClose(options)
  useKeys('ticket', {
    ...(next !== undefined && { nextTicket: () => onOpen(next) }),
    ...(previous !== undefined && { previousTicket: () => onOpen(previous) }),
    nextMessage: () => walkEntries(scroller.current, 1),
    previousMessage: () => walkEntries(scroller.current, -1),
    unfold: () => toggleFolded(scroller.current),
    panel: togglePanel,
    back: actions.goBack,
    ...(rights.mayAnswer && {
      reply: () => editor.current?.open('reply'),
      note: () => editor.current?.open('note'),
      forward: () => editor.current?.open('forward'),
    }),
    ...(rights.mayChange && {
      close,
      setState: () => openPart('state'),
      setPriority: () => openPart('priority'),
      setOwner: () => openPart('owner'),
      setGroup: () => openPart('group'),
      setTags: () => openPart('tags'),
      macro: () => openDialog('macros'),
      link: () => openPart('links'),
    }),
  })
}

/** Closes at once where there is one closed state; otherwise asks for it. */
function useClose({ ticket, actions, openDialog }: TicketKeysOptions): () => void {
  const { states } = useChoices()
  const closed = states.filter(({ isActive, type }) => isActive && type === 'closed')
  const isClosed = closed.some(({ id }) => id === ticket.record.state_id)
  const [first] = closed
  return () => {
    if (isClosed || !first) return
    if (closed.length === 1) actions.setState(first)
    else openDialog('close')
  }
}
