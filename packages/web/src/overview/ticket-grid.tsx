import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { classes } from '../components/classes.ts'
import { useAfterPaint } from '../components/use-after-paint.ts'
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
import './ticket-list.css'
import './ticket-cards.css'

/** The position of a list when it was left. */
export interface GridPlace {
  readonly place: number
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
  readonly rowsInSight: () => { readonly first: number; readonly last: number }
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
  /** The name of the column whose head gets the focus, because a key in it has just sorted the list. */
  focusedHead: string | undefined
  onOpen: (place: number) => void
  onIntent: (place: number) => void
  onSelect: (place: number, how: 'toggle' | 'range') => void
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
  const virtual = useRows(scroller, lines, measures, start)
  const scrollTo = useCallback(
    (place: number) => virtual.scrollToIndex(lines.indexOf(place), { align: 'auto' }),
    [virtual, lines],
  )
  const cursor = useCursor({ scroller, first: start?.place ?? 0, isFocused: start !== undefined, scrollTo })
  const mouse = useGridMouse(props, cursor)
  const isMeasured = measures !== undefined
  // The ticket viewed last may differ from the one that was opened.
  useEffect(() => {
    if (start && isMeasured) scrollTo(start.place)
    // Only when the list is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMeasured])
  const isLeaping = useFastScrolling(scroller)
  useWantedRows(list, state, virtual, lines, isLeaping)
  useImperativeHandle(ref, () => ({
    place: () => cursor.place,
    goTo: cursor.goTo,
    focus: () =>
      scroller.current?.querySelector<HTMLElement>(`[data-place="${cursor.place}"]`)?.focus({ preventScroll: true }),
    rowsInSight: () => rowsInSight(virtual, lines),
    scroll: () => virtual.scrollOffset ?? 0,
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
        selection={selectedPart(selection, count)}
        onSelectAll={props.onSelectAll}
        onSort={props.onSort}
      />
      <div ref={scroller} className="tickets-scroll" role="rowgroup">
        <GridRows {...props} {...{ columns, lines, virtual, isLeaping }} current={cursor.place} />
      </div>
    </div>
  )
}

function selectedPart({ isAll, size }: Selection, count: number): 'all' | 'some' | 'none' {
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
  virtual: Rows
  isLeaping: boolean
  /** The place of the cursor. */
  current: number
}

function GridRows({ list, state, selection, columns, lines, virtual, isLeaping, current, ...props }: GridRowsProps) {
  const stuck = lines.headingOf(virtual.range?.startIndex ?? 0)
  return (
    <div className="tickets-rows" role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start: offset }, at) => {
        // By their order, so that the next frame only moves them.
        if (isLeaping) return <EmptyRow key={`empty ${at}`} {...{ index, offset }} />
        const line = lines.at(index)
        if (line.kind === 'group')
          return (
            <GroupRow
              key={`group ${line.group.value}`}
              {...{ index, group: line.group }}
              offset={index === stuck ? undefined : offset}
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
            isLeaving={state.left.has(row.id)}
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

type Rows = Virtualizer<HTMLDivElement, Element>

function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  lines: Lines,
  measures: Measures | undefined,
  start: GridPlace | undefined,
): Rows {
  const { rowHeight = 40, headingHeight = 32 } = measures ?? {}
  const isPainted = useAfterPaint()
  // Nothing that it returns is passed on as a memoized value.
  // eslint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: measures ? lines.count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines.at(index).kind === 'group' ? headingHeight : rowHeight),
    // The heading of the first visible group covers its first line.
    scrollPaddingStart: lines.headingOf(0) === undefined ? 0 : headingHeight,
    rangeExtractor: (range) => {
      const heading = lines.headingOf(range.startIndex)
      return [...new Set([...(heading === undefined ? [] : [heading]), ...defaultRangeExtractor(range)])]
    },
    overscan: isPainted ? 12 : 0,
    initialOffset: start?.scroll ?? 0,
    useFlushSync: false,
  })
  useEffect(() => virtual.measure(), [virtual, lines, rowHeight, headingHeight])
  return virtual
}

/** Loads the visible rows and those that follow. */
function useWantedRows(list: TicketList, state: ListState, virtual: Rows, lines: Lines, isLeaping: boolean): void {
  const items = virtual.getVirtualItems()
  const heading = lines.headingOf(virtual.range?.startIndex ?? 0)
  // The heading at the top may be far from its rows.
  const first = lines.at(items.find(({ index }) => index !== heading)?.index ?? 0).place
  const last = lines.at(items.at(-1)?.index ?? 0).place
  useEffect(() => {
    if (state.error === undefined && !isLeaping) list.want(first, last)
  }, [list, state.error, first, last, isLeaping])
}

function rowsInSight(virtual: Rows, lines: Lines): { first: number; last: number } {
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  return { first: Math.max(0, lines.at(startIndex).place), last: Math.max(0, lines.at(endIndex).place) }
}
