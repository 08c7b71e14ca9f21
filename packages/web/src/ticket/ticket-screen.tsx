import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadError } from '../components/load-error.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useTitle } from '../components/use-title.ts'
import { useMessages } from '../messages/messages.tsx'
import { reportView } from '../state/recent-tickets.ts'
import { useLive } from '../state/use-live.ts'
import { positionOf, setViewed } from './list-position.ts'
import { isGone, preloadTicket, ticketView } from './ticket-data.ts'
import { NoTicket } from './no-ticket.tsx'
import { TicketGone } from './ticket-gone.tsx'
import { TicketPage } from './ticket-page.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'

/** The screen of the ticket whose number is in the address. */
export function TicketScreen() {
  const t = useMessages()
  const { number } = useParams({ from: '/signed-in/tickets/$number' })
  const { from } = useSearch({ from: '/signed-in/tickets/$number' })
  const view = ticketView(number)
  const { value: ticket, error } = useLive(view)
  const listPosition = positionOf(from, number)
  const navigate = useNavigate()
  const open = (next: string) =>
    void navigate({
      to: '/tickets/$number',
      params: { number: next },
      search: from === undefined ? {} : { from },
    })

  useEffect(() => {
    if (from !== undefined) setViewed(from, number)
  }, [from, number])
  useNeighbors(listPosition?.previous, listPosition?.next, ticket !== undefined)
  useViewed(ticket?.id)
  useTitle(ticket ? `#${ticket.number} ${ticket.title}` : `#${number}`)

  if (isGone(error)) return ticket ? <TicketGone ticket={ticket} /> : <NoTicket number={number} />
  if (ticket) return <TicketPage key={ticket.id} {...{ ticket, from, listPosition }} onOpen={open} />
  if (error !== undefined) {
    return (
      <>
        <PageBar title={t('ticket.loading', { number })} />
        <LoadError
          title={t('ticket.notLoaded', { number })}
          error={error}
          onRetry={() => void view.refresh().catch(() => undefined)}
        />
      </>
    )
  }
  return <TicketSkeleton number={number} />
}

/** Milliseconds after which the neighbors of a ticket are preloaded, so that the ticket is drawn first. */
const PRELOAD_DELAY = 100

/** Preloads the neighbors of a ticket, so that J and K open them at once. */
function useNeighbors(previous: string | undefined, next: string | undefined, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    const preload = () => {
      if (next !== undefined) preloadTicket(next)
      if (previous !== undefined) preloadTicket(previous)
    }
    const timer = setTimeout(preload, PRELOAD_DELAY)
    return () => clearTimeout(timer)
  }, [previous, next, isShown])
}

/** Reports that the user has viewed the ticket, when it is opened and when it is left. */
function useViewed(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    const report = () => void reportView(id).catch(() => undefined)
    report()
    return report
  }, [id])
}
