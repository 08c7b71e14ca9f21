import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.tsx'
import { readAddress } from './address.ts'
import { OtherKinds } from './nothing-found.tsx'
import type { Search } from './search-data.ts'

/**
 * Says that the results are those of the query that was probably meant, with a link that searches for the typed one, and
 * links to the other kinds of records that the typed one finds.
 */
export function MeantQueryNote({ search, typed }: { search: Search; typed: string }) {
  const t = useMessages()
  const { query, kind, sort } = search
  // With `exact`, the typed query is searched as it is.
  const typedLink = (
    <Link key="typed" className="link" to="/search" search={readAddress({ kind, sort, q: typed, exact: 1 })}>
      <code>{typed}</code>
    </Link>
  )
  return (
    <li className="results-note">
      {t.rich('search.shownInstead', { typed: typedLink, query: <code key="query">{query}</code> })}{' '}
      <OtherKinds search={{ query: typed, kind, sort }} />
    </li>
  )
}
