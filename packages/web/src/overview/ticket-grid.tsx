import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { classes } from '../components/classes.ts'
import { allColumns, type Column, columnsFor, templateOf } from './columns.ts'
import { GroupRow } from './group-row.tsx'
import { GridHead } from './grid-head.tsx'
import { Lines } from './lines.ts'
import type { Order } from './list-address.ts'
import { moveInRow } from './cell-keys.ts'
import type { ListInfo } from './row-types.ts'
import type { Selection } from './selection.ts'
import type { ListState, TicketList } from './ticket-list.ts'
import { EmptyRow, SkeletonRow, TicketRowView } from './ticket-row.tsx'
import { useCursor } from './use-cursor.ts'
import { useGridMouse } from './use-grid-mouse.ts'
import { useFastScrolling } from './use-fast-scrolling.ts'
import { type Measures, useMeasures } from './use-measures.ts'
import { type DrawnLines, useDrawnLines } from './use-drawn-lines.ts'
import './ticket-list.css'
import './ticket-cards.css'

/** The position of a list when it was left. */
export interface GridPlace {
  readonly place: number
  /** Pixels by which the list was scrolled. */
  readonly scroll: number
}

/** Functions of a grid for its screen. */
export interface GridHandle {
  /** Returns the place of the cursor. */
  readonly place: () => number
  readonly goTo: (place: number) => void
  /** Focuses the row of the cursor, if it is drawn, without scrolling. */
  readonly focus: () => void
  /** The places of the first and last visible rows. */
  readonly visibleRows: () => { readonly first: number; readonly last: number }
  /** Returns the pixels by which the list is scrolled. */
  readonly scroll: () => number
}

interface GridProps {
  ref: Ref<GridHandle>
  list: TicketList
  state: ListState
  label: string
  order: Order | undefined
  chosenColumns: readonly string[] | undefined
  selection: Selection
  start: GridPlace | undefined
  addressOf: (number: string) => string
  noteOf: (id: number) => string | undefined
  refused: ReadonlyMap<number, string>
  /** Ids of tickets with drafts of the user. */
  drafts: ReadonlySet<number>
  /** The name of the column whose head gets the focus, because the user has just sorted the list by it. */
  focusedHead: string | undefined
  onOpen: (place: number) => void
  /** Called for a ticket that will probably be opened next. */
  onIntent: (place: number) => void
  onSelect: (place: number, mode: 'toggle' | 'range') => void
  onSelectAll: () => void
  onSort: (column: Column) => void
}

/**
 * The rows of a list. Only those in and near the visible part are drawn. Up and down move between rows, left and right
 * between cells.
 */
export function TicketGrid(props: GridProps) {
  const { list, state, label, selection, start, ref } = props
  const grid = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const measures = useMeasures(grid)
  const { count = 0, groups } = state
  const lines = useMemo(() => new Lines(count, groups), [count, groups])
  const drawn = useDrawnLines(scroller, lines, measures, start?.scroll ?? 0)
  const { scrollTo } = drawn
  const cursor = useCursor({
    scroller,
    initialPlace: start?.place ?? 0,
    focusesInitialPlace: start !== undefined,
    scrollTo,
  })
  const mouse = useGridMouse(props, cursor)
  const isMeasured = measures !== undefined
  // The ticket viewed last may differ from the one that was opened.
  useEffect(() => {
    if (start && isMeasured) scrollTo(start.place)
    // Only when the list appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMeasured])
  const isScrollingFast = useFastScrolling(scroller)
  useWantedRows(list, state, drawn, lines, isScrollingFast)
  useImperativeHandle(ref, () => ({
    place: () => cursor.place,
    goTo: cursor.goTo,
    focus: () =>
      scroller.current?.querySelector<HTMLElement>(`[data-place="${cursor.place}"]`)?.focus({ preventScroll: true }),
    visibleRows: () => ({ first: placeAt(lines, drawn.first), last: placeAt(lines, drawn.last) }),
    scroll: drawn.scroll,
  }))
  const width = measures?.width ?? 0
  const columns = useColumns(state.info, props.chosenColumns, measures)
  return (
    // The focus is on its rows.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={grid}
      className={classes('tickets', selection.size > 0 && 'is-selecting')}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.count + 1}
      aria-multiselectable="true"
      style={{ '--ticket-columns': measures?.isCards ? '' : templateOf(columns, width) } as object}
      onKeyDown={moveInRow}
      {...mouse}
    >
      <GridHead
        {...{ columns, count }}
        order={props.order}
        focused={props.focusedHead}
        selection={selectedExtent(selection, count)}
        onSelectAll={props.onSelectAll}
        onSort={props.onSort}
      />
      <div ref={scroller} className="tickets-scroll" role="rowgroup">
        <GridRows {...props} {...{ columns, lines, drawn, isScrollingFast }} current={cursor.place} />
      </div>
    </div>
  )
}

function selectedExtent({ isAll, size }: Selection, count: number): 'all' | 'some' | 'none' {
  if (isAll || (count > 0 && size === count)) return 'all'
  return size > 0 ? 'some' : 'none'
}

/**
 * Returns the columns of a list. The array keeps its identity while nothing has changed, so that rows are not drawn
 * again.
 */
function useColumns(info: ListInfo | undefined, chosen: readonly string[] | undefined, measures: Measures | undefined) {
  const names = columnsFor(info, chosen, measures?.width ?? 0, measures?.isCards ?? true)
    .map(({ name }) => name)
    .join()
  return useMemo(() => allColumns.filter(({ name }) => names.split(',').includes(name)), [names])
}

interface GridRowsProps extends GridProps {
  columns: readonly Column[]
  lines: Lines
  drawn: DrawnLines
  isScrollingFast: boolean
  /** The place of the cursor. */
  current: number
}

function GridRows({
  list,
  state,
  selection,
  columns,
  lines,
  drawn,
  isScrollingFast,
  current,
  ...props
}: GridRowsProps) {
  return (
    <div className="tickets-rows" role="presentation" style={{ blockSize: drawn.total }}>
      {drawn.indexes.map((index, position) => {
        const offset = drawn.offsetOf(index)
        // Keyed by position, so that the next frame only moves the rows.
        if (isScrollingFast) return <EmptyRow key={`empty ${position}`} {...{ index, offset }} />
        const line = lines.at(index)
        if (line.kind === 'group')
          return (
            <GroupRow
              key={`group ${line.group.value}`}
              {...{ index, group: line.group }}
              offset={index === drawn.heading ? undefined : offset}
              groupBy={state.info?.groupBy ?? ''}
              related={list.related}
              columns={columns.length + 1}
            />
          )
        const { place } = line
        const row = list.rowAt(place)
        if (!row) return <SkeletonRow key={place} {...{ index, offset, columns }} />
        return (
          <TicketRowView
            key={place}
            {...{ index, place, offset, row, columns }}
            related={list.related}
            address={props.addressOf(row.number)}
            isCurrent={place === current}
            isSelected={selection.has(row.id)}
            isLeaving={state.departed.has(row.id)}
            note={props.noteOf(row.id)}
            isRefused={props.refused.has(row.id)}
            hasDraft={props.drafts.has(row.id)}
            onSelect={props.onSelect}
          />
        )
      })}
    </div>
  )
}

/** Loads the rows that are drawn and those near them. */
function useWantedRows(
  list: TicketList,
  state: ListState,
  drawn: DrawnLines,
  lines: Lines,
  isScrollingFast: boolean,
): void {
  // The heading at the top may be far from its rows.
  const first = placeAt(lines, drawn.indexes.find((index) => index !== drawn.heading) ?? 0)
  const last = placeAt(lines, drawn.indexes.at(-1) ?? 0)
  useEffect(() => {
    if (state.error === undefined && !isScrollingFast) list.loadRows(first, last)
  }, [list, state.error, first, last, isScrollingFast])
}

const placeAt = (lines: Lines, index: number): number => Math.max(0, lines.at(index).place)
