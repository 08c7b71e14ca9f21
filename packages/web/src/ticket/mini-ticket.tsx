import type { TicketRecord } from '@deskbell/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '../components/moment.tsx'
import { Icon } from '../icon/icon.tsx'
import { stateIcon } from '../components/state.tsx'
import { useChoices } from './choices.ts'
import { preloadTicket } from './ticket-data.ts'

interface MiniTicketProps {
  ticket: Pick<TicketRecord, 'number' | 'title' | 'state_id'>
  /** A time at the end. */
  at?: string | undefined
  /** Another text at the end. */
  help?: ReactNode
  showsNumber?: boolean
}

/** A ticket in one line: its state, its title, and a link to it. */
export function MiniTicket({ ticket: { number, title, state_id }, at, help, showsNumber }: MiniTicketProps) {
  const state = useChoices().states.find(({ id }) => id === state_id)
  const preload = () => preloadTicket(number)
  return (
    <Link className="compact-link" to="/tickets/$number" params={{ number }} onPointerEnter={preload} onFocus={preload}>
      <span className="state" title={state?.name}>
        <Icon name={stateIcon(state?.type ?? 'open')} />
        <span className="for-readers">{state?.name}</span>
      </span>
      <bdi>{showsNumber ? `#${number} ${title}` : title}</bdi>
      {at !== undefined && <Moment at={at} />}
      {help !== undefined && <small className="is-muted">{help}</small>}
    </Link>
  )
}
