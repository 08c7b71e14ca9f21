import type { ReactNode } from 'react'
import { type AdminText, useAdminTexts } from './admin-texts.ts'

/**
 * A table that scrolls horizontally if it is wider than the page. Its frame is focusable, so that arrow keys scroll it.
 */
export function DataTable({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an element must be focusable to be scrolled by keyboard
    <div className="table-frame" tabIndex={0}>
      <table className="data-table">{children}</table>
    </div>
  )
}

interface HeadedTableProps {
  /** The headings of the columns. */
  columns: readonly AdminText[]
  /** The rows. */
  children: ReactNode
}

/** A table with a heading for each column. */
export function HeadedTable({ columns, children }: HeadedTableProps) {
  const a = useAdminTexts()
  return (
    <DataTable>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {a(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </DataTable>
  )
}
