import { Moment } from '../components/moment.tsx'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { ChangeSentence } from './change-sentence.tsx'
import { listedChanges } from './changes.ts'
import type { Ticket } from './ticket-types.ts'

/** The history of a ticket, newest first. */
export function HistoryList({ ticket }: { ticket: Ticket }) {
  const fields = useCustomFields('Ticket', 'edit')
  return (
    <section>
      <ol className="history">
        {listedChanges(ticket.history, fields)
          .toReversed()
          .map((change) => (
            <li key={change.id}>
              <span>
                <ChangeSentence {...{ ticket, change, fields }} />
              </span>
              <Moment at={change.created_at} />
            </li>
          ))}
      </ol>
    </section>
  )
}
