import { Loading, Skeleton } from '../components/loading.tsx'
import { useMessages } from '../messages/messages.tsx'

/** A placeholder with the size of a ticket that is being loaded. */
export function TicketSkeleton({ number }: { number: string }) {
  const t = useMessages()
  return (
    <Loading label={t('ticket.loading', { number })}>
      <div className="page-bar" />
      <div className="ticket-page">
        <div className="thread-side">
          <div className="thread-scroll">
            <div className="thread">
              <div className="ticket-head">
                <Skeleton width="60%" height="1.25rem" />
                <Skeleton width="30%" />
              </div>
              {[5, 3, 6].map((lines) => (
                <SkeletonEntry key={lines} lines={lines} />
              ))}
            </div>
          </div>
        </div>
        <div className="side-panel" />
      </div>
    </Loading>
  )
}

const SkeletonEntry = ({ lines }: { lines: number }) => (
  <div className="entry">
    <Skeleton width="2rem" height="2rem" />
    <div className="entry-card entry-body">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '40%' : '100%'} />
      ))}
    </div>
  </div>
)
