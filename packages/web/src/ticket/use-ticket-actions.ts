import { useNavigate, useRouter } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import type { StateChoice } from './choices.ts'
import { type ListPosition, searchOf } from './list-position.ts'
import { attributesSetBy, type Macro, tagsChangedBy, useMacros } from './macros.ts'
import type { Values } from '../state/save-unless-changed.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'
import { undoableChange, showRefusal, type Undoable, withUndo } from './undo.ts'
import { saveOrWait, seenValues } from './waiting-change.ts'
import { performAction } from './perform-action.ts'
import { addTag, removeTag } from './use-tag-actions.ts'

/** The actions for a whole ticket. */
export interface TicketActions {
  /** The address of the list from which the ticket was opened. */
  readonly listAddress: string
  readonly goBack: () => void
  /** Saves values, and shows a text about the change. */
  readonly set: (values: Values, text: string) => void
  readonly setState: (state: StateChoice) => void
  /** Runs a macro, and then opens the next ticket of the list if the macro says so. */
  readonly runMacro: (id: Macro['id']) => void
  readonly split: (articleId: number) => void
  readonly copyLink: () => void
  /** Prints only the thread. */
  readonly print: (options: { withNotes: boolean }) => void
}

interface TicketActionsOptions {
  ticket: Ticket
  /** The list from which the ticket was opened: the link of an overview, or `search`. */
  from: string | undefined
  listPosition: ListPosition | undefined
  onOpen: (number: string) => void
}

/** Returns the actions for a ticket. Changes take effect at once, and a toast offers an undo. */
export function useTicketActions({ ticket, from, listPosition, onOpen }: TicketActionsOptions): TicketActions {
  const t = useMessages()
  const navigate = useNavigate()
  const router = useRouter()
  const macros = useMacros(ticket)
  const listAddress = addressOf(from)
  const goBack = () => void navigate({ to: listAddress, search: searchOf(from) } as never)

  /** Saves values, and offers to restore the former values. */
  const save = async (values: Values, text: string): Promise<Undoable | undefined> => {
    const result = await saveOrWait(values, ticket)
    if (!result) return undoableChange(t, ticket, Object.keys(values), text)
    if (result === 'waits') toasts.show({ icon: 'offline', text: t('ticket.changeWaits', { number: ticket.number }) })
    else toasts.show({ isError: true, icon: 'alert', text: t('ticket.notOverwritten') })
    return undefined
  }
  const set = (values: Values, text: string) =>
    void withUndo(t, ticket, () => save(values, text)).catch((error: unknown) => showRefusal(t, error))
  const performMacro = async (macro: Macro) => {
    const { id: macro_id, name } = macro
    const isDone = await performAction(t, ticket, {
      method: 'POST',
      path: 'tickets/mass_macro',
      json: { ticket_ids: [ticket.id], macro_id },
      // A macro that waits is shown below the title.
      part: 'title',
      text: 'action.runMacro',
      name,
      // The macro is not run if somebody else has changed one of these attributes meanwhile.
      seen: seenValues(ticket, attributesSetBy(macro, ticket)),
    })
    return isDone ? undoableMacro(t, macro, ticket) : undefined
  }
  const runMacro = async (macro: Macro) => {
    const { pathname } = router.state.location
    const isDone = await withUndo(t, ticket, () => performMacro(macro))
    // The user may have opened another screen meanwhile.
    if (!isDone || macro.ux_flow_next_up === 'none' || router.state.location.pathname !== pathname) return
    if (listPosition?.next !== undefined) onOpen(listPosition.next)
    else if (from !== undefined) goBack()
  }

  return {
    listAddress,
    goBack,
    set,
    setState: ({ id, name }) => set({ state_id: id }, t('ticket.stateSet', { number: ticket.number, state: name })),
    runMacro: (id) => {
      const macro = macros.find((other) => other.id === id)
      if (macro) runMacro(macro).catch((error: unknown) => showRefusal(t, error))
    },
    split: (split) => void navigate({ to: '/tickets/new', search: { split } }),
    copyLink: () =>
      void copyLink(ticket).then(
        () => toasts.show({ icon: 'link', text: t('ticket.linkCopied') }),
        (error: unknown) => showRefusal(t, error),
      ),
    print: ({ withNotes }) => print(withNotes),
  }
}

/** Returns a macro that was run as a change whose undo restores attributes and tags. Its notes and subscriptions stay. */
function undoableMacro(t: Messages, macro: Macro, before: Ticket): Undoable {
  const after = ticketView(before.number).snapshot().value ?? before
  const { added, removed } = tagsChangedBy(macro, before, after)
  const text = t('ticket.macroRun', { name: macro.name })
  const attributes = undoableChange(t, before, attributesSetBy(macro, before), text)
  return {
    text,
    undo: async () => {
      if (!(await attributes.undo())) return false
      for (const tag of added) await removeTag(t, before, tag)
      for (const tag of removed) await addTag(t, before, tag)
      return true
    },
  }
}

/** The address of a list: an overview, a search, or the first overview. */
function addressOf(from: string | undefined): string {
  if (from === undefined) return '/'
  return from === 'search' ? '/search' : `/overviews/${from}`
}

async function copyLink({ number }: Ticket): Promise<void> {
  const address = new URL(`tickets/${number}`, document.baseURI).href
  await navigator.clipboard.writeText(address)
}

/** Prints the thread, optionally with internal notes. */
function print(withNotes: boolean): void {
  document.documentElement.dataset['print'] = withNotes ? 'with-notes' : 'public'
  window.print()
  delete document.documentElement.dataset['print']
}
