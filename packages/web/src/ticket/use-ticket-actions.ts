import { useNavigate } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import type { StateChoice } from './choices.ts'
import { searchOf } from './list-position.ts'
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
  readonly runMacro: (id: number, name: string) => void
  readonly split: (articleId: number) => void
  readonly copyLink: () => void
  /** Prints only the thread. */
  readonly print: (options: { withNotes: boolean }) => void
}

/** Returns the actions for a ticket. Changes take effect at once, and a toast offers an undo. */
export function useTicketActions(ticket: Ticket, from: string | undefined): TicketActions {
  const t = useMessages()
  const navigate = useNavigate()
  const listAddress = addressOf(from)

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
  const runMacro = async (macro_id: number, name: string) => {
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

  return {
    listAddress,
    goBack: () => void navigate({ to: listAddress, search: searchOf(from) } as never),
    set,
    setState: ({ id, name }) => set({ state_id: id }, t('ticket.stateSet', { number: ticket.number, state: name })),
    runMacro: (id, name) =>
      void withUndo(t, ticket, () => runMacro(id, name)).catch((error: unknown) => showRefusal(t, error)),
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
 * Attributes that a macro can change. A macro is refused if somebody else has changed one of them meanwhile, and undoing
 * it restores them. Messages and tags stay.
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
