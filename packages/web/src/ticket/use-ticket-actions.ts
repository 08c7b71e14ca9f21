import { useNavigate } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import type { StateChoice } from './choices.ts'
import { searchOf } from './list-position.ts'
import type { Values } from '../state/save-unless-changed.ts'
import type { Ticket } from './ticket-types.ts'
import { offerToRestore, showRefusal } from './undo.ts'
import { saveOrWait, seenValues } from './waiting-change.ts'
import { performAction } from './perform-action.ts'

/** The actions for a whole ticket. */
export interface TicketActions {
  /** The address of the list from which the ticket was opened. */
  readonly listAddress: string
  readonly goBack: () => void
  /** Saves values, and shows a text about it. */
  readonly set: (values: Values, text: string) => void
  readonly setState: (state: StateChoice) => void
  readonly runMacro: (id: number, name: string) => void
  readonly split: (articleId: number) => void
  readonly copyLink: () => void
  /** Prints only the thread. */
  readonly print: (what: { withNotes: boolean }) => void
}

/** Returns the actions for a ticket. They take effect at once, and a toast offers an undo. */
export function useTicketActions(ticket: Ticket, from: string | undefined): TicketActions {
  const t = useMessages()
  const navigate = useNavigate()
  const listAddress = addressOf(from)

  /** Runs a change of the ticket, and offers to restore the attributes. */
  const change = async (work: () => Promise<unknown>, attributes: readonly string[], text: string) => {
    try {
      const result = await work()
      if (result === 'waits')
        return void toasts.show({ icon: 'offline', text: t('ticket.changeWaits', { number: ticket.number }) })
      if (result) return void toasts.show({ isError: true, icon: 'alert', text: t('ticket.notOverwritten') })
      offerToRestore(t, ticket, attributes, text)
    } catch (error) {
      showRefusal(t, error)
    }
  }
  const set = (values: Values, text: string) => void change(() => saveOrWait(values, ticket), Object.keys(values), text)
  const runMacro = async (macro_id: number, name: string) => {
    const isDone = await performAction(t, ticket, {
      method: 'POST',
      path: 'tickets/mass_macro',
      json: { ticket_ids: [ticket.id], macro_id },
      part: 'title',
      text: 'action.runMacro',
      name,
      seen: seenValues(ticket, macroAttributes),
    })
    if (isDone) offerToRestore(t, ticket, macroAttributes, t('ticket.macroRun', { name }))
  }

  return {
    listAddress,
    goBack: () => void navigate({ to: listAddress, search: searchOf(from) } as never),
    set,
    setState: ({ id, name }) => set({ state_id: id }, t('ticket.stateSet', { number: ticket.number, state: name })),
    runMacro: (id, name) => void runMacro(id, name),
    split: (split) => void navigate({ to: '/tickets/new', search: { split } }),
    copyLink: () =>
      void copyLink(ticket).then(
        () => toasts.show({ icon: 'link', text: t('ticket.linkCopied') }),
        (error: unknown) => showRefusal(t, error),
      ),
    print: ({ withNotes }) => print(withNotes),
  }
}

/** The attributes that undoing a macro restores. Messages and tags stay. */
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
