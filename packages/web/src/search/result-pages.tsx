import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { classes } from '../components/classes.ts'
import { useMessages } from '../messages/messages.tsx'
import { useLive } from '../state/use-live.ts'
import { ResultRow } from './result-row.tsx'
import { type ResultPage, searchView, keyOf, PER_PAGE, type Search } from './search-data.ts'
import { useScrollState } from './use-scroll-state.ts'

interface PageProps {
  search: Search
  /** The first page. */
  results: ResultPage
}

interface ResultPagesProps extends PageProps {
  label: string
  isBusy?: boolean
  /** True if the results belong to an earlier query than the one in the box. */
  isOutdated?: boolean
  /** Elements before the results. */
  children?: ReactNode
}

/** The loaded pages, and a button for the next one. */
export function ResultPages({
  search,
  results,
  label,
  isBusy = false,
  isOutdated = false,
  children,
}: ResultPagesProps) {
  const t = useMessages()
  const { list, pages, setPages } = useScrollState(keyOf(search))
  const left = results.total_count - pages * PER_PAGE
  return (
    <ol
      ref={list}
      className={classes('results', isOutdated && 'is-outdated')}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      {children}
      <Rows search={search} results={results} />
      {Array.from({ length: pages - 1 }, (_, index) => (
        <LaterPage key={index + 2} search={search} page={index + 2} />
      ))}
      {left > 0 && (
        <li className="results-more">
          <Button onClick={() => setPages(pages + 1)}>{t('search.more', { count: Math.min(left, PER_PAGE) })}</Button>
        </li>
      )}
    </ol>
  )
}

function LaterPage({ search, page }: { search: Search; page: number }) {
  const { value } = useLive(searchView(search, page))
  return value ? <Rows search={search} results={value} /> : null
}

const Rows = ({ search, results }: PageProps) =>
  results.record_ids.map((id) => (
    <li key={id}>
      <ResultRow id={id} kind={search.kind} results={results} />
    </li>
  ))
