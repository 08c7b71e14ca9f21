import { useEffect, useRef } from 'react'
import { announce } from '../components/announcer.tsx'
import { LoadError } from '../components/load-error.tsx'
import { Loading, Skeleton } from '../components/loading.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession, useUser } from '../state/session.tsx'
import { setListOrder } from '../ticket/list-position.ts'
import { useLive } from '../state/use-live.ts'
import { ResultPages } from './result-pages.tsx'
import { NothingFound, OtherQueryLink, otherQueryOf } from './nothing-found.tsx'
import { storeSearch } from './recent-searches.ts'
import { countsOf, type ResultPage, searchView, keyOf, type Search } from './search-data.ts'
import { ResultChangeButton } from './result-change-button.tsx'
import { MeantQueryNote } from './meant-query-note.tsx'
import { type StableResults, useStableResults } from './use-stable-results.ts'

interface ResultsProps {
  /** The search whose results are shown. */
  search: Search
  /** True if the query in the box is wrong, and the results belong to the previous one. */
  isOutdated: boolean
}

/** The results of a search. They stay while the next ones are requested. */
export function Results({ search, isOutdated }: ResultsProps) {
  const t = useMessages()
  const { value, error } = useLive(searchView(search, 1))
  const { may } = useSession()
  const shown = useStableResults(search, value, () => {
    const counts = countsOf(search.query, may)
    void counts.refresh().catch(() => undefined)
  })
  useSearchDone(search, value)
  useListOrder(shown)
  if (error !== undefined && !value && !isOutdated) return <Failed search={search} error={error} />
  if (!shown) return isOutdated ? null : <ResultsLoading />
  const { total_count: count } = shown.results
  const otherQuery = otherQueryOf(shown.results)
  const { kind, typed } = shown.search
  if (count === 0 && !isOutdated) {
    return (
      <>
        <ResultChangeButton {...shown} />
        <NothingFound search={shown.search} otherQuery={otherQuery} />
      </>
    )
  }
  return (
    <>
      {!isOutdated && <ResultChangeButton {...shown} />}
      <ResultPages
        key={keyOf(shown.search)}
        {...shown}
        isOutdated={isOutdated}
        label={isOutdated ? t('search.resultsBefore') : t('search.count', { count, kind })}
        isBusy={value === undefined}
      >
        {isOutdated && (
          <li className="results-note">
            {t.rich('search.foundBefore', { query: <code>{shown.search.query}</code>, count, kind })}
          </li>
        )}
        {!isOutdated && typed !== undefined && <MeantQueryNote search={shown.search} typed={typed} />}
        {!isOutdated && otherQuery && (
          <li className="results-note">
            <OtherQueryLink search={shown.search} {...otherQuery} />
          </li>
        )}
      </ResultPages>
    </>
  )
}

function Failed({ search, error }: { search: Search; error: unknown }) {
  const t = useMessages()
  const retry = () =>
    void searchView(search, 1)
      .refresh()
      .catch(() => undefined)
  return <LoadError title={t('search.failed')} error={error} onRetry={retry} />
}

/** Announces the count to screen readers, and stores the search among the recent ones. */
function useSearchDone({ query, kind, typed }: Search, results: ResultPage | undefined) {
  const t = useMessages()
  const { id } = useUser()
  const count = results?.total_count
  const announced = useRef<string>(undefined)
  useEffect(() => {
    const key = JSON.stringify([kind, query, typed])
    if (count === undefined || announced.current === key) return
    announced.current = key
    const explanation = typed === undefined ? '' : `${t('search.shownInstead', { typed, query })} `
    announce(`${explanation}${t('search.count', { count, kind })}`)
    storeSearch(id, { query, kind, count, at: new Date().toISOString() })
  }, [count, query, kind, typed, t, id])
}

/** Stores the order of the tickets, so that an opened ticket has links to the previous and the next one. */
function useListOrder(shown: StableResults | undefined) {
  const t = useMessages()
  const results = shown?.results
  const kind = shown?.search.kind
  useEffect(() => {
    if (!results || kind !== 'tickets') return
    const numbers = results.record_ids.flatMap((id) => results.assets.Ticket?.[id]?.number ?? [])
    setListOrder('search', numbers, t('search.title'), { count: results.total_count })
  }, [results, kind, t])
}

/** Skeletons with the size of results. */
function ResultsLoading() {
  const t = useMessages()
  return (
    <Loading label={t('search.loading')}>
      <div className="results">
        {[28, 40, 22, 34, 30, 26].map((width) => (
          <div key={width} className="result">
            <span />
            <Skeleton width={`${width}rem`} />
            <span />
            <p className="snippet">
              <Skeleton width="80%" />
            </p>
          </div>
        ))}
      </div>
    </Loading>
  )
}
