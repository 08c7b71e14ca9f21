import { Dialog } from '../components/dialog.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { TicketRow } from './row-types.ts'
import type { Bulk } from './use-bulk.ts'

interface RefusedDialogProps {
  bulk: Bulk
  rowOf: (id: number) => TicketRow | undefined
  onClose: () => void
}

/** Lists the tickets that a change was refused for, with the reasons. */
export function RefusedDialog({ bulk: { refused }, rowOf, onClose }: RefusedDialogProps) {
  const t = useMessages()
  return (
    <Dialog title={t('overview.refusedTitle', { count: refused.size })} onClose={onClose}>
      <ul className="refused-list">
        {[...refused].map(([id, reason]) => (
          <li key={id}>
            <RefusedTicket row={rowOf(id)} />
            <span className="refused-reason">{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The link to a ticket in the list of refusals; nothing if the user may not read the ticket. */
function RefusedTicket({ row }: { row: TicketRow | undefined }) {
  return (
    row && (
      <a className="link" href={`tickets/${row.number}`} target="_blank" rel="noopener">
        <bdi>
          #{row.number} {row.title}
        </bdi>
      </a>
    )
  )
}
