import { useNavigate, useRouter } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import type { StateChoice } from './choices.ts'
import { type ListPosition, searchOf } from './list-position.ts'
import { type Macro, useMacros } from './macros.ts'
import type { Values } from '../state/save-unless-changed.ts'
import type { Ticket } from './ticket-types.ts'
import { undoableChange, showRefusal, type Undoable, withUndo } from './undo.ts'
import { saveOrWait, seenValues } from './waiting-change.ts'
import { performAction } from './perform-action.ts'

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
  const performMacro = async ({ id: macro_id, name }: Macro) => {
    const isDone = await performAction(t, ticket, {
      method: 'POST',
      path: 'tickets/mass_macro',
      json: { ticket_ids: [ticket.id], macro_id },
      // A macro that waits is shown below the title.
      part: 'title',
      text: 'action.runMacro',
      name,
      seen: seenValues(ticket, macroAttributes),
    })
    return isDone ? undoableChange(t, ticket, macroAttributes, t('ticket.macroRun', { name })) : undefined
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

/**
 * A macro is not run if somebody else has changed one of these attributes meanwhile, and undoing it restores them. Its
 * other effects, such as a new title, tags and messages, stay.
 */
const macroAttributes = ['state_id', 'owner_id', 'group_id', 'priority_id']

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
