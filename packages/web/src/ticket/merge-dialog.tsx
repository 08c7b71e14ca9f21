import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Combobox } from '../components/combobox.tsx'
import { Dialog } from '../components/dialog.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { findTickets, numberOf } from './find-tickets.ts'
import { MiniTicket } from './mini-ticket.tsx'
import { useOtherTickets } from './other-tickets.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

interface MergeDialogProps {
  ticket: Ticket
  onClose: () => void
}

/** Asks for the target of a merge, and shows the effects on both tickets. A merge cannot be undone. */
export function MergeDialog({ ticket, onClose }: MergeDialogProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const [target, setTarget] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const merge = async () => {
    if (target === undefined) return
    setBusy(true)
    try {
      const response = await client.request<MergeResponse>('PUT', `ticket_merge/${ticket.id}/${target}`)
      if (response.result !== 'success') throw new Error(response.message)
      onClose()
      void navigate({ to: '/tickets/$number', params: { number: target } })
    } catch (error) {
      // A plain `Error` is the one thrown above.
      setFailure(error instanceof Error && error.constructor === Error ? error.message : sentenceOf(t, error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('ticket.mergeTitle', { number: ticket.number })}
      kind="wide"
      onClose={onClose}
      isBusy={isBusy}
      foot={
        <>
          <Button onClick={onClose}>{t('ticket.cancel')}</Button>
          <Button
            look="danger"
            icon="merge"
            isBusy={isBusy}
            disabled={target === undefined}
            onClick={() => void merge()}
          >
            {target === undefined ? t('ticket.merge') : t('ticket.mergeInto', { number: target })}
          </Button>
        </>
      }
    >
      <div className="merge">
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        <TargetField ticket={ticket} onChoose={setTarget} />
        {target === undefined ? (
          <OtherTickets ticket={ticket} onChoose={setTarget} />
        ) : (
          <MergePreview source={ticket} target={target} />
        )}
      </div>
    </Dialog>
  )
}

interface MergeResponse {
  readonly result: 'success' | 'failed'
  readonly message?: string
}

interface ChooseProps {
  ticket: Ticket
  /** @param number of the other ticket. */
  onChoose: (number: string) => void
}

function TargetField({ ticket: { id }, onChoose }: ChooseProps) {
  const t = useMessages()
  const source = useCallback((typed: string, signal: AbortSignal) => findTickets(typed, id, signal), [id])
  return (
    <Combobox
      label={t('ticket.mergeWith')}
      placeholder={t('ticket.mergePlaceholder')}
      source={source}
      onChoose={(option) => onChoose(numberOf(option))}
      isRequired
    />
  )
}

/** The customer's other open tickets, the most likely targets. */
function OtherTickets({ ticket, onChoose }: ChooseProps) {
  const t = useMessages()
  const others = useOtherTickets(ticket)?.records ?? []
  if (others.length === 0) return null
  return (
    <div>
      <h3 className="menu-heading">{t('ticket.othersOfCustomer')}</h3>
      {others.map(({ id, number, title }) => (
        <button
          key={id}
          type="button"
          className="menu-item"
          aria-label={`#${number} ${title}`}
          onClick={() => onChoose(number)}
        >
          <span>
            <bdi>
              #{number} {title}
            </bdi>
          </span>
        </button>
      ))}
    </div>
  )
}

/** The effects of a merge on both tickets. */
function MergePreview({ source, target }: { source: Ticket; target: string }) {
  const t = useMessages()
  const { value, error } = useLive(ticketView(target))
  if (error !== undefined) return <Notice kind="error">{sentenceOf(t, error)}</Notice>
  if (!value) return null
  return (
    <div className="merge-preview" role="status">
      <MiniTicket ticket={value.record} showsNumber />
      <p>
        {t('ticket.mergePreview', {
          source: source.number,
          target: value.number,
          moved: source.articles.length,
          total: source.articles.length + value.articles.length,
        })}
      </p>
      {value.record.customer_id !== source.record.customer_id && (
        <Notice kind="conflict">{t('ticket.mergeOtherCustomer')}</Notice>
      )}
    </div>
  )
}
