import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDebounced } from '../components/use-debounced.ts'
import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { useMessages } from '../messages/messages.tsx'
import { CustomerName } from './customer-name.tsx'
import { findSimilarRequests } from './request-data.ts'
import type { RequestRecord } from './request-types.ts'
import { lastMessageAt } from './status.ts'

/** Milliseconds after the last key until similar requests are searched. */
const DEBOUNCE = 500

/** Minimum length of a title, in characters. Shorter ones match too much. */
const MIN_TITLE = 4

/**
 * Up to three requests that the customer may read and that contain words of a title. The layout reserves space for
 * them.
 */
export function SimilarRequests({ title }: { title: string }) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const found = useSimilar(useDebounced(title.trim(), DEBOUNCE))
  if (found.length === 0) return null
  return (
    <div className="similar-requests" role="status">
      <span>{t('request.similar')}</span>
      <ul>
        {found.map((request) => (
          <li key={request.id}>
            <Link className="link" to="/requests/$number" params={{ number: request.number }} target="_blank">
              <bdi>{request.title}</bdi>
            </Link>{' '}
            <span>
              {t.rich('request.similarFacts', {
                customer: <CustomerName request={request} />,
                at: formats.moment(new Date(lastMessageAt(request)), now),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useSimilar(title: string): readonly RequestRecord[] {
  const [found, setFound] = useState<readonly RequestRecord[]>([])
  useEffect(() => {
    let isCurrent = true
    const search = async () => {
      // Similar requests are only a hint; the form works without them.
      const records = title.length < MIN_TITLE ? [] : await findSimilarRequests(title).catch(() => [])
      if (isCurrent) setFound(records)
    }
    void search()
    return () => {
      isCurrent = false
    }
  }, [title])
  return found
}
