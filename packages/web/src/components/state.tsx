import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import './state.css'

/** The type of a state, as the service names it. A desk may have several states of one type. */
export type StateType = 'new' | 'open' | 'pending reminder' | 'pending action' | 'closed' | 'merged'

const states: Record<StateType, { icon: IconName; look: string }> = {
  new: { icon: 'state-new', look: 'state-new' },
  open: { icon: 'state-open', look: 'state-open' },
  'pending reminder': { icon: 'state-pending', look: 'state-pending' },
  'pending action': { icon: 'state-pending-close', look: 'state-pending' },
  closed: { icon: 'state-closed', look: 'state-closed' },
  merged: { icon: 'state-merged', look: 'state-merged' },
}

/** The icon of a state type, for menus and lists. Unknown types look open. */
export const stateIcon = (type: string): IconName => (states[type as StateType] ?? states.open).icon

/** A state of a ticket: a shape and its name. */
export function State({ type, children }: { type: string; children: ReactNode }) {
  const { icon, look } = states[type as StateType] ?? states.open
  return (
    <span className={`state ${look}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </span>
  )
}
