import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../components/announcer.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { RequestSearch } from './request-search.ts'
import './meant-query.css'

/** Says that the list shows the results of the query that was probably meant, with a link that searches for the typed one. */
export function MeantQueryNote({ search, meant }: { search: RequestSearch; meant: string }) {
  const t = useMessages()
  const { q: typed = '' } = search
  useEffect(() => announce(t('search.shownInstead', { typed, query: meant })), [t, typed, meant])
  const typedLink = (
    <Link key="typed" className="link" to="." search={{ ...search, exact: 1 as const }}>
      <bdi>{typed}</bdi>
    </Link>
  )
  return (
    <p className="portal-note">
      {t.rich('search.shownInstead', { typed: typedLink, query: <strong key="query">{meant}</strong> })}
    </p>
  )
}

/** A link that searches for the query that was probably meant. */
export function MeantQueryLink({ search: { show }, meant }: { search: RequestSearch; meant: string }) {
  const t = useMessages()
  const link = (
    <Link key="query" className="link" to="." search={{ q: meant, ...(show && { show }) }}>
      <bdi>{meant}</bdi>
    </Link>
  )
  return t.rich('search.didYouMean', { query: link })
}
