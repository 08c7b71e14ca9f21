import { LoadError } from '../components/load-error.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { ResultPages } from '../search/result-pages.tsx'
import { ResultChangeButton } from '../search/result-change-button.tsx'
import { searchView, type Search } from '../search/search-data.ts'
import { useStableResults } from '../search/use-stable-results.ts'
import { useLive } from '../state/use-live.ts'
import { TicketsLoading } from './record-loading.tsx'
import '../search/results.css'

/** The tickets that match a query, open ones first. */
export function RecordTickets({ query }: { query: string }) {
  const t = useMessages()
  const closed = 'state.state_type.name:(closed OR merged)'
  return (
    <div className="record-tickets">
      <Tickets title={t('person.openTickets')} query={`${query} -${closed}`} />
      <Tickets title={t('person.closedTickets')} query={`${query} ${closed}`} />
    </div>
  )
}

function Tickets({ title, query }: { title: string; query: string }) {
  const t = useMessages()
  const formats = useFormats()
  const search: Search = { query, kind: 'tickets', sort: 'newest' }
  const view = searchView(search, 1)
  const { value, error } = useLive(view)
  const shown = useStableResults(search, value)
  if (error !== undefined && !value) {
    return <LoadError title={title} error={error} onRetry={() => void view.refresh().catch(() => undefined)} />
  }
  if (!shown) return <TicketsLoading title={title} />
  const { total_count: count } = shown.results
  return (
    <section>
      <h2>
        {title} <span className="count number">{formats.number(count)}</span>
      </h2>
      <ResultChangeButton {...shown} />
      {count === 0 ? <p className="is-muted">{t('person.noTickets')}</p> : <ResultPages {...shown} label={title} />}
    </section>
  )
}
