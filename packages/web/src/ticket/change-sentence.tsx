import type { ReactNode } from 'react'
import { useCustomText } from '../components/custom-field.tsx'
import { type CustomField, historyValue } from '../components/custom-fields.ts'
import { nameOf } from '../format/names.ts'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { fieldOf, textNameOf } from './changes.ts'
import type { HistoryItem, Ticket } from './ticket-types.ts'

interface ChangeSentenceProps {
  ticket: Ticket
  change: HistoryItem
  /** The custom fields of tickets. */
  fields: readonly CustomField[]
}

const bold = (parts: ReactNode) => <b>{parts}</b>

/** Describes a change in a sentence: "Jonas set the state to **open**". */
export function ChangeSentence({ ticket, change, fields }: ChangeSentenceProps) {
  const t = useMessages()
  const values = useChangeValues(ticket, change, fields)
  const sentence = textNameOf(change, fields)
  if (!sentence) return null
  const author = ticket.person(change.created_by_id)
  return t.rich(sentence, {
    b: bold,
    who: (
      <b key="who">
        <bdi>{author ? nameOf(author) : t('ticket.theService')}</bdi>
      </b>
    ),
    name: fieldOf(change, fields)?.display ?? '',
    ...values,
    // Both select a variant of the sentence: "Jonas released the ticket", "Jonas took the ticket".
    // In the history, `-` stands for no owner.
    isEmpty: String(values.to === '' || values.to === '-'),
    isOwn: String(change.id_to !== undefined && change.id_to === change.created_by_id),
  })
}

/** Returns the values of a change as text. */
function useChangeValues(ticket: Ticket, change: HistoryItem, fields: readonly CustomField[]) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const textOf = useCustomText()
  const { attribute, value_from = '', value_to = '', id_from, id_to } = change
  const field = fieldOf(change, fields)
  const displayed = (text: string, id: number | null | undefined): string => {
    if (field) return textOf(field, historyValue(field, text))
    if (attribute === 'pending_time' && text !== '') return formats.dayAndTime(new Date(text), now)
    if (attribute === 'state' || attribute === 'priority') return t.recordName(text)
    if (attribute === 'owner' || attribute === 'customer') return personName(ticket, id) ?? text
    if (attribute === 'link') return ticket.links.find(({ ticket }) => ticket.id === id)?.ticket.number ?? ''
    return text
  }
  return { from: displayed(value_from, id_from), to: displayed(value_to, id_to) }
}

function personName(ticket: Ticket, id: number | null | undefined): string | undefined {
  const person = ticket.person(id ?? 0)
  return person && nameOf(person)
}
