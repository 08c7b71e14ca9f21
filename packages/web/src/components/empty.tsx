import type { ReactNode } from 'react'
import type { IconName } from '../icon/shapes.ts'
import './empty.css'

interface EmptyProps {
  icon?: IconName
  title: string
  /** A hint about what to do next. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
}

/** Shown instead of content that does not exist: a title and a hint. */
export const Empty = ({ icon = 'desk-bell', title, children, action }: EmptyProps) => (
  <div className="empty">
    <svg className="icon empty-sign" aria-hidden="true">
      <use href={`#icon-${icon}`} />
    </svg>
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {action}
  </div>
)
