import type { ReactNode } from 'react'

/**
 * A table that scrolls horizontally if it is wider than the page. Its frame is focusable, so that arrow keys scroll it.
 */
export function DataTable({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must have the focus for its keys
    <div className="table-frame" tabIndex={0}>
      <table className="data-table">{children}</table>
    </div>
  )
}
