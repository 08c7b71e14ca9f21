import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Key } from '../components/key.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { ListState } from './ticket-list.ts'

interface OverviewBarProps {
  name: string
  state: ListState
  /** Buttons before the one for a new ticket. */
  children: ReactNode
}

/** The bar above a list: its name and its number of tickets. */
export function OverviewBar({ name, state: { count, currentCount, isMissing }, children }: OverviewBarProps) {
  const t = useMessages()
  const formats = useFormats()
  return (
    <PageBar
      title={isMissing ? t('overview.noSuchList') : name}
      count={count === undefined || isMissing ? undefined : formats.number(currentCount)}
    >
      {children}
      <Link className="button is-quiet is-icon is-small only-narrow" to="/search" aria-label={t('shell.search')}>
        <Icon name="search" />
      </Link>
      <Link className="button is-primary is-small" to="/tickets/new" aria-keyshortcuts="C">
        <Icon name="plus" />
        <span className="text-when-wide">{t('shell.newTicket')}</span>
        <span className="only-wide">
          <Key keys="C" />
        </span>
      </Link>
    </PageBar>
  )
}
