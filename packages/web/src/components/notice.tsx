import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import './notice.css'

const icons = {
  plain: undefined,
  error: 'alert',
  conflict: 'alert',
  info: 'up',
  good: 'check',
  internal: 'lock',
} satisfies Record<string, IconName | undefined>

interface NoticeProps {
  kind?: keyof typeof icons
  /** Buttons: next to the sentence, or below it where there is no room. */
  actions?: ReactNode
  children: ReactNode
}

/** A message within the page. Screen readers announce errors at once, others when they are idle. */
export function Notice({ kind = 'plain', actions, children }: NoticeProps) {
  const icon = icons[kind]
  return (
    <div className={kind === 'plain' ? 'notice' : `notice is-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  )
}
