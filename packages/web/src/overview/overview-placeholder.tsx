import { type ReactNode, useEffect } from 'react'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadError } from '../components/load-error.tsx'
import { Loading } from '../components/loading.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { ListState, TicketList } from './ticket-list.ts'

interface OverviewPlaceholderProps {
  list: TicketList
  state: ListState
  /** Removes the filters; absent if there are none. */
  onRemoveFilters?: (() => void) | undefined
  children: ReactNode
}

/** The rows (`children`), or instead of them a failure, a note that there are none, or a placeholder while they load. */
export function OverviewPlaceholder({ list, state, onRemoveFilters, children }: OverviewPlaceholderProps) {
  const t = useMessages()
  if (state.isMissing)
    return (
      <Empty icon="filter" title={t('overview.noSuchList')}>
        {t('overview.noSuchListHelp')}
      </Empty>
    )
  if (state.count === undefined) {
    if (state.error !== undefined)
      return <LoadError title={t('overview.failed')} error={state.error} onRetry={list.retry} />
    return <FirstRows list={list} />
  }
  if (state.count === 0) {
    return onRemoveFilters ? (
      <Empty
        icon="filter"
        title={t('overview.noneFound')}
        action={<Button onClick={onRemoveFilters}>{t('overview.removeFilters')}</Button>}
      >
        {t('overview.noneFoundHelp')}
      </Empty>
    ) : (
      <Empty icon="check" title={t('overview.empty')}>
        {t('overview.emptyHelp')}
      </Empty>
    )
  }
  return children
}

/** Requests the first rows, and shows skeletons if that takes a while. */
function FirstRows({ list }: { list: TicketList }) {
  const t = useMessages()
  useEffect(() => list.loadRows(0, 0), [list])
  return (
    <Loading label={t('overview.tickets')}>
      <div className="tickets-loading">
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="tickets-loading-row">
            <span className="skeleton" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
