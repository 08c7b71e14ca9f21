import { type RefObject, useEffect } from 'react'
import type { EditorHandle } from '../editor/editor-dock.tsx'
import { bufferKeys, releaseKeys } from '../keys/buffered-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import { useChoices } from './choices.ts'
import { closingOf } from './closing.ts'
import { toggleFolded, stepThroughMessages } from './message-focus.ts'
import type { ListPosition } from './list-position.ts'
import type { TicketRights } from './rights.ts'
import type { OpenDialog, OpenPart } from './open-parts.ts'
import type { Ticket } from './ticket-types.ts'
import type { TicketActions } from './use-ticket-actions.ts'

interface TicketKeysOptions {
  ticket: Ticket
  listPosition: ListPosition | undefined
  rights: TicketRights
  editor: RefObject<EditorHandle | null>
  scroller: RefObject<HTMLDivElement | null>
  actions: TicketActions
  onOpen: (number: string) => void
  openPart: (part: OpenPart | undefined) => void
  openDialog: (dialog: OpenDialog | undefined) => void
  togglePanel: () => void
}

/** Handles the shortcuts of a ticket. Actions that the agent may not perform have none. */
export function useTicketKeys(options: TicketKeysOptions): void {
  const { listPosition, rights, editor, scroller, actions, onOpen, openDialog, togglePanel } = options
  const openPart = (part: OpenPart) => {
    // Keys typed until the part has the focus go into it.
    bufferKeys()
    options.openPart(part)
  }
  const { previous, next } = listPosition ?? {}
  const close = useClose(options)
  useKeys('ticket', {
    ...(next !== undefined && { nextTicket: () => onOpen(next) }),
    ...(previous !== undefined && { previousTicket: () => onOpen(previous) }),
    nextMessage: () => stepThroughMessages(scroller.current, 1),
    previousMessage: () => stepThroughMessages(scroller.current, -1),
    unfold: () => toggleFolded(scroller.current),
    panel: togglePanel,
    back: actions.goBack,
    ...(rights.mayAnswer && {
      reply: () => editor.current?.open('reply'),
      note: () => editor.current?.open('note'),
      forward: () => editor.current?.open('forward'),
    }),
    ...(rights.mayChange && {
      closeOrReopen: close,
      setState: () => openPart('state'),
      setPriority: () => openPart('priority'),
      setOwner: () => openPart('owner'),
      setGroup: () => openPart('group'),
      setTags: () => openPart('tags'),
      macro: () => {
        bufferKeys()
        openDialog('macros')
      },
      link: () => openPart('links'),
    }),
  })
  // Handles the keys typed after the one that opened the ticket from a list.
  useEffect(releaseKeys, [])
}

/** Closes or reopens the ticket at once if there is one state for it; otherwise asks for the state. */
function useClose({
  ticket,
  actions,
  openDialog,
}: Pick<TicketKeysOptions, 'ticket' | 'actions' | 'openDialog'>): (() => void) | undefined {
  const { targets } = closingOf(useChoices(), ticket.record.state_id)
  const [first] = targets
  if (!first) return undefined
  return () => (targets.length === 1 ? actions.setState(first) : openDialog('close'))
}
