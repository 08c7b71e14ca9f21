import { Empty } from '../components/empty.tsx'
import { useMessages } from '../messages/messages.tsx'

/** What stands in the place of a ticket that does not exist, or not for this person. */
export function NoTicket({ number }: { number: string }) {
  const t = useMessages()
  return (
    <Empty icon="inbox" title={t('ticket.notFound', { number })}>
      {t('ticket.notFoundHelp')}
    </Empty>
  )
}
