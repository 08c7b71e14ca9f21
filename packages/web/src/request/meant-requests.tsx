import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../components/announcer.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { RequestSearch } from './request-search.ts'
import './meant-requests.css'

/** Says that the listed requests are those of the query that was probably meant. The typed one can be searched exactly. */
export function MeantRequests({ search, meant }: { search: RequestSearch; meant: string }) {
  const t = useMessages()
  const { q: typed = '' } = search
  useEffect(() => announce(t('search.shownInstead', { typed, query: meant })), [t, typed, meant])
  const insist = (
    <Link key="typed" className="link" to="." search={{ ...search, exact: 1 as const }}>
      <bdi>{typed}</bdi>
    </Link>
  )
  return (
    <p className="portal-note">
      {t.rich('search.shownInstead', { typed: insist, query: <strong key="query">{meant}</strong> })}
    </p>
  )
}

/** A link to the requests that the query that was probably meant finds. */
export function MeantLink({ search: { show }, meant }: { search: RequestSearch; meant: string }) {
  const t = useMessages()
  const link = (
    <Link key="query" className="link" to="." search={{ q: meant, ...(show && { show }) }}>
      <bdi>{meant}</bdi>
    </Link>
  )
  return t.rich('search.didYouMean', { query: link })
}
