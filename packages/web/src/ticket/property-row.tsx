import type { ReactNode } from 'react'
import { ChangeNotice, type ChangeNoticeProps, hasNotice } from './change-notice.tsx'
import '../components/properties.css'

interface PropertyRowProps extends ChangeNoticeProps {
  /** The value. It is the label of the button, or plain if the user may not change it. */
  children: ReactNode
}

/** A property of a ticket: its name and value, and below them the failure of a change. */
export function PropertyRow({ name, children, change, valueOf }: PropertyRowProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd aria-busy={change.isSaving || undefined}>{children}</dd>
      {hasNotice(change) && (
        <dd className="property-notice">
          <ChangeNotice {...{ name, change, valueOf }} />
        </dd>
      )}
    </>
  )
}
