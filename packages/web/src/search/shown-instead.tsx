import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.tsx'
import { readAddress } from './address.ts'
import { OtherKinds } from './nothing-found.tsx'
import type { Search } from './search-data.ts'

/**
 * Says that the results are those of the query that was probably meant, with a link that insists on the typed one, and
 * links to the other kinds of records that this one finds.
 */
export function ShownInstead({ search, typed }: { search: Search; typed: string }) {
  const t = useMessages()
  const { query, kind, sort } = search
  const insist = (
    <Link key="typed" className="link" to="/search" search={readAddress({ kind, sort, q: typed, exact: 1 })}>
      <code>{typed}</code>
    </Link>
  )
  return (
    <li className="results-note">
      {t.rich('search.shownInstead', { typed: insist, query: <code key="query">{query}</code> })}{' '}
      <OtherKinds search={{ query: typed, kind, sort }} />
    </li>
  )
}
