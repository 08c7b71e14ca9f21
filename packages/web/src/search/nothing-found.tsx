import { Link } from '@tanstack/react-router'
import { Empty } from '../components/empty.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { type Kind, readAddress } from './address.ts'
import { kindsFor } from './kind-rights.ts'
import { countsOf, type ResultPage, type Search } from './search-data.ts'

/**
 * Shown instead of an empty list of results: a link to another query, and links to the other kinds of records that the
 * searched one finds; without them, a hint. The arrow keys move between the links as between results.
 */
export function NothingFound({ search, otherQuery }: { search: Search; otherQuery: OtherQuery | undefined }) {
  const t = useMessages()
  const otherKinds = useOtherKinds(search)
  return (
    <Empty icon="search" title={t('search.nothing', { kind: search.kind })} action={<OtherKinds search={search} />}>
      {otherQuery ? (
        <OtherQueryLink search={search} {...otherQuery} />
      ) : otherKinds.length === 0 ? (
        t('search.nothingHelp')
      ) : undefined}
    </Empty>
  )
}

/** The query that was probably meant, or the conditions that plain words were read as. */
interface OtherQuery {
  readonly query: string
  readonly message: 'search.didYouMean' | 'search.readAs'
}

/** Returns the other query that a response names. */
export function otherQueryOf({ did_you_mean: meant, read_as: readAs }: ResultPage): OtherQuery | undefined {
  if (meant !== undefined) return { query: meant, message: 'search.didYouMean' }
  return readAs === undefined ? undefined : { query: readAs, message: 'search.readAs' }
}

export function OtherQueryLink({ search: { kind, sort }, query, message }: OtherQuery & { search: Search }) {
  const t = useMessages()
  const link = (
    <Link key="query" className="link result-query" to="/search" search={readAddress({ kind, sort, q: query })}>
      <code>{query}</code>
    </Link>
  )
  return t.rich(message, { query: link })
}

/** Links to the other kinds of records that the query finds. */
export const OtherKinds = ({ search }: { search: Search }) =>
  useOtherKinds(search).map(([kind, count]) => <OtherKind key={kind} search={search} kind={kind} count={count} />)

/** A link to the results of another kind: "Show 2 people". */
function OtherKind({ search: { query, sort }, kind, count }: { search: Search; kind: Kind; count: number }) {
  const t = useMessages()
  return (
    <Link className="link result-query" to="/search" search={readAddress({ kind, sort, q: query })}>
      {t('search.showOthers', { records: t('search.count', { count, kind }) })}
    </Link>
  )
}

/** The kinds of records, other than that of the search, that its query finds, with their numbers. */
function useOtherKinds({ query, kind }: Search): readonly (readonly [Kind, number])[] {
  const { may } = useSession()
  const counts = useLive(countsOf(query, may)).value
  return kindsFor(may).flatMap((other) => {
    const count = counts?.[other] ?? 0
    return other !== kind && count > 0 ? [[other, count] as const] : []
  })
}
