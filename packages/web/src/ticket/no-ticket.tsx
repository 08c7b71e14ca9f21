import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'

/** What stands in the place of a ticket that does not exist, or not for this person. */
export function NoTicket({ number }: { number: string }) {
  const t = useMessages()
  return (
    <>
      <PageBar title={t('ticket.loading', { number })} />
      <Empty icon="inbox" title={t('ticket.notFound', { number })}>
        {t('ticket.notFoundHelp')}
      </Empty>
    </>
  )
}
