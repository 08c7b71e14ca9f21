import { memo, type ReactNode } from 'react'
import { Checkbox } from '../components/checkbox.tsx'
import { classes } from '../components/classes.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Column } from './columns.ts'
import type { Related, TicketRow } from './row-types.ts'
import { cells, TitleCell } from './ticket-cells.tsx'

export interface RowProps {
  /** The index of the line, counted from 0; headings of groups are lines, too. In `aria-rowindex`, the head is row 1. */
  index: number
  /** The place of the ticket. */
  place: number
  /** Pixels from the top of the list. */
  offset: number
  row: TicketRow
  related: Related
  columns: readonly Column[]
  address: string
  /** True if the cursor is on the row. */
  isCurrent: boolean
  isSelected: boolean
  /** True if the ticket is no longer in the list, but is still shown. */
  isLeaving: boolean
  /** A note instead of the tags: the ticket is no longer in the list, or a change was refused. */
  note: string | undefined
  isRefused: boolean
  /** True if the user has a draft for the ticket. */
  hasDraft: boolean
  onSelect: (place: number, mode: 'toggle') => void
}

/** A ticket in a list. It is drawn again only when its visible content has changed. */
export const TicketRowView = memo(function TicketRowView(props: RowProps) {
  const { index, place, offset, row, isCurrent, isSelected, isLeaving } = props
  const t = useMessages()
  const look = classes('ticket-row', row.waiting_since !== null && 'is-waiting', isLeaving && 'is-leaving')
  return (
    <div
      className={look}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-place={place}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <span className="ticket-check" role="gridcell">
        <Checkbox
          label={t('overview.select', { number: row.number })}
          isLabelHidden
          isChecked={isSelected}
          tabIndex={-1}
          onChange={() => props.onSelect(place, 'toggle')}
        />
      </span>
      {props.columns.map(({ name }) => (
        <Cell key={name} name={name} {...props} />
      ))}
    </div>
  )
})

function Cell({ name, row, related, address, note, isRefused, hasDraft }: RowProps & Pick<Column, 'name'>) {
  return (
    <span className={`ticket-${name}`} role="gridcell" tabIndex={-1}>
      {name === 'title' ? (
        <TitleCell {...{ row, related, address, note, isRefused, hasDraft }} />
      ) : (
        cells[name]({ row, related })
      )}
    </span>
  )
}

/** A placeholder for a row that is being loaded, or scrolled past too fast to be read. */
export const EmptyRow = ({
  index,
  offset,
  children,
}: Pick<RowProps, 'index' | 'offset'> & { children?: ReactNode }) => (
  <div
    className="ticket-row"
    role="row"
    aria-rowindex={index + 2}
    aria-busy="true"
    style={{ transform: `translateY(${offset}px)` }}
  >
    {children}
  </div>
)

/** A placeholder with the final size of a row that is being loaded. */
export const SkeletonRow = ({ columns, ...place }: Pick<RowProps, 'index' | 'offset' | 'columns'>) => (
  <EmptyRow {...place}>
    <span className="ticket-check" role="presentation" />
    {columns.map(({ name }) => (
      <span key={name} className={`ticket-${name}`} role="presentation">
        {bars[name] !== undefined && <span className="skeleton" style={{ inlineSize: bars[name] }} />}
      </span>
    ))}
  </EmptyRow>
)

/** Widths of the bars of skeletons. */
const bars: Partial<Record<Column['name'], string>> = {
  number: '2.5rem',
  title: '55%',
  state: '3.5rem',
  customer: '6rem',
  group: '5rem',
  updated: '2.5rem',
}
