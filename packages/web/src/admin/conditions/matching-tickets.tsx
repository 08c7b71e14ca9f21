import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../components/sentence-of.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'

interface Matches {
  readonly total: number
  readonly first: readonly { readonly id: number; readonly number: string; readonly title: string }[]
}

/** Milliseconds without a change after which the tickets are counted. */
const DEBOUNCE = 400

interface MatchingTicketsProps {
  /** Undefined for an incomplete condition, whose tickets are not counted. */
  condition: unknown
}

/** The number of tickets that match a condition now and that the user may see, with links to the five changed last. */
export function MatchingTickets({ condition }: MatchingTicketsProps) {
  const a = useAdminTexts()
  if (condition !== undefined) return <CountedTickets condition={condition} />
  return (
    <div className="matching-tickets">
      <p role="status">{a('matching_incomplete')}</p>
    </div>
  )
}

function CountedTickets({ condition }: MatchingTicketsProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const json = JSON.stringify(condition)
  const settled = useDebounced(json, DEBOUNCE)
  const [result, setResult] = useState<{ json: string; tickets?: Matches; error?: unknown }>()
  useEffect(() => {
    const controller = new AbortController()
    const count = async () => {
      try {
        const tickets = await findMatching(JSON.parse(settled), controller.signal)
        if (!controller.signal.aborted) setResult({ json: settled, tickets })
      } catch (error) {
        if (!controller.signal.aborted) setResult({ json: settled, error })
      }
    }
    void count()
    return () => controller.abort()
  }, [settled])
  const { tickets, error } = result ?? {}
  return (
    <div className="matching-tickets" aria-busy={result?.json !== json || undefined}>
      <p role="status">
        {error !== undefined ? sentenceOf(t, error) : tickets && a('matching_tickets', { count: tickets.total })}
      </p>
      {tickets && error === undefined && (
        <ul>
          {tickets.first.map(({ id, number, title }) => (
            <li key={id}>
              <Link to="/tickets/$number" params={{ number }} target="_blank">
                <span className="number">{number}</span> <bdi>{title}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

async function findMatching(condition: object, signal: AbortSignal): Promise<Matches> {
  interface SearchResponse {
    readonly total_count: number
    readonly record_ids: readonly number[]
    readonly assets: { readonly Ticket?: Readonly<Record<number, Matches['first'][number]>> }
  }
  const json = { condition, full: true, with_total_count: true, per_page: 5, sort_by: 'updated_at', order_by: 'desc' }
  const response = await client.request<SearchResponse>('POST', 'tickets/search', { json, signal })
  return { total: response.total_count, first: response.record_ids.flatMap((id) => response.assets.Ticket?.[id] ?? []) }
}
