import { useEffect, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import type { Column } from './columns.ts'
import type { Order } from './list-address.ts'

interface GridHeadProps {
  columns: readonly Column[]
  order: Order | undefined
  count: number
  /** The name of the column whose head gets the focus at first. */
  focused: string | undefined
  selection: 'none' | 'some' | 'all'
  onSelectAll: () => void
  onSort: (column: Column) => void
}

/** The heads of the columns, which sort the list, and the checkbox for all rows. */
export function GridHead({ columns, order, count, focused, selection, onSelectAll, onSort }: GridHeadProps) {
  const t = useMessages()
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused !== undefined) head.current?.querySelector<HTMLElement>(`[data-column="${focused}"] button`)?.focus()
  }, [focused])
  return (
    <div ref={head} className="tickets-head" role="rowgroup">
      <div className="ticket-row is-head" role="row" aria-rowindex={1}>
        <span className="ticket-check" role="columnheader">
          <Checkbox
            label={t('overview.selectAll', { count })}
            isLabelHidden
            isChecked={selection === 'all'}
            isMixed={selection === 'some'}
            tabIndex={-1}
            onChange={onSelectAll}
          />
        </span>
        {columns.map((column, index) => (
          <ColumnHead key={column.name} {...{ column, order, onSort }} isStop={index === 0} />
        ))}
      </div>
    </div>
  )
}

/** True for columns whose heads only screen readers announce, because the cells are narrow. */
const isHidden = (column: Column) => column.name === 'priority' || column.name === 'owner'

interface ColumnHeadProps extends Pick<GridHeadProps, 'order' | 'onSort'> {
  column: Column
  /** True if Tab stops at this head; the arrows move to the others. */
  isStop: boolean
}

function ColumnHead({ column, order, onSort, isStop }: ColumnHeadProps) {
  const t = useMessages()
  const name = t(`overview.column_${column.name}` as TextName)
  const direction = order?.by === column.sortBy ? order.direction : undefined
  const help = t('overview.sortBy', { column: name })
  return (
    <span
      className={`ticket-${column.name}`}
      role="columnheader"
      data-column={column.name}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      <button type="button" tabIndex={isStop ? 0 : -1} title={help} onClick={() => onSort(column)}>
        <span className={isHidden(column) ? 'for-readers' : undefined}>{name}</span>
        {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} />}
      </button>
    </span>
  )
}
