import type { ReactNode } from 'react'
import { ChangeNotice, type ChangeNoticeProps, hasNotice } from './change-notice.tsx'
import '../components/properties.css'

interface PropertyRowProps extends ChangeNoticeProps {
  /** What is shown while the property may not be changed, and as the content of the button. */
  children: ReactNode
}

/** A property of a ticket: its name and value, and below what became of a change. */
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
