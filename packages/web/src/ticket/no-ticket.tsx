import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Shown instead of a ticket that does not exist, or that the user may not see. */
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
