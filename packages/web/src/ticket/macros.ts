import { useMessages, withTranslatedNames } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import type { Ticket } from './ticket-types.ts'

/** A named set of changes. */
export interface Macro {
  readonly id: number
  readonly name: string
  readonly active: boolean
  /** What it does, such as `{"ticket.state_id": {"value": "4"}}`. */
  readonly perform: {
    readonly [action: string]: unknown
    readonly 'ticket.tags'?: { readonly value: string | readonly string[] }
  }
  /** The groups on whose tickets it can run; empty for all groups. */
  readonly group_ids: readonly number[]
  /** The ticket that is shown afterwards. All values but `none` mean the next one of the list. */
  readonly ux_flow_next_up: 'none' | 'next_task' | 'next_from_overview'
}

/** The source of all macros. */
export const macrosSource = {
  key: 'macros',
  load: () => client.request<Macro[]>('GET', 'macros?per_page=1000'),
  events: ['macro.*'],
}

/** Returns the macros for a ticket; empty until they are loaded. */
export function useMacros(ticket: Ticket): readonly Macro[] {
  const t = useMessages()
  const macros = useLive(client.live(macrosSource)).value ?? []
  return withTranslatedNames(t, macros).filter(
    ({ active, group_ids: ids }) => active && (ids.length === 0 || ids.includes(ticket.record.group_id)),
  )
}

/** Returns the names of the attributes of a ticket that a macro sets. */
export const attributesSetBy = ({ perform }: Macro, { record }: Ticket): string[] =>
  Object.keys(record).filter((name) => `ticket.${name}` in perform)

/** Returns the tags that a macro has added to a ticket and removed from it; other tags may have been changed by others. */
export function tagsChangedBy({ perform }: Macro, before: Ticket, after: Ticket) {
  const names = [perform['ticket.tags']?.value ?? []].flat().join().toLowerCase().split(',')
  const named = new Set(names.map((name) => name.trim()))
  const missingIn = (others: readonly string[]) => (tag: string) =>
    named.has(tag.toLowerCase()) && !others.includes(tag)
  return { added: after.tags.filter(missingIn(before.tags)), removed: before.tags.filter(missingIn(after.tags)) }
}
