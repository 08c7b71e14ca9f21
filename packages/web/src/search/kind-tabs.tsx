import { Link } from '@tanstack/react-router'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import type { Kind } from './address.ts'
import { kindsFor } from './kind-rights.ts'
import { countsOf, type Search } from './search-data.ts'

/** The kinds of records with their numbers of results. They are links, so that the Back button works. */
export function KindTabs({ search, isExact }: { search: Search; isExact: boolean }) {
  const t = useMessages()
  const allowedKinds = kindsFor(useSession().may)
  return (
    <nav className="tabs" aria-label={t('search.kind')}>
      {allowedKinds.map((kind) => (
        <Link
          key={kind}
          className="tab"
          to="/search"
          search={{
            ...(kind !== allowedKinds[0] && { kind }),
            ...(search.query !== '' && { q: search.query }),
            ...(search.sort === 'best' && { sort: 'best' as const }),
            ...(isExact && { exact: 1 as const }),
          }}
          aria-current={kind === search.kind ? 'page' : undefined}
        >
          {t(`search.${kind}`)} {search.query !== '' && <Count query={search.query} kind={kind} />}
        </Link>
      ))}
    </nav>
  )
}

function Count({ query, kind }: { query: string; kind: Kind }) {
  const formats = useFormats()
  const { may } = useSession()
  const count = useLive(countsOf(query, may)).value?.[kind]
  return count === undefined ? null : <span className="count number">{formats.number(count)}</span>
}
