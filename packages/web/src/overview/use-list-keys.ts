import type { RefObject } from 'react'
import { bufferKeys } from '../keys/buffered-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import type { Bulk, BulkMenuName } from './use-bulk.ts'
import { viewMenuId } from './view-menu.tsx'
import { Selection } from './selection.ts'
import type { GridHandle } from './ticket-grid.tsx'
import type { ListState, TicketList } from './ticket-list.ts'
import type { ListActions } from './use-list-actions.ts'

interface Options {
  list: TicketList
  state: ListState
  grid: RefObject<GridHandle | null>
  actions: ListActions
  selection: Selection
  bulk: Bulk
  closeTickets: (tickets?: Selection) => void
  /** The id of the ticket in the preview, if it is open. */
  peeked: number | undefined
  setPeeked: (id: number | undefined) => void
}

/** Handles the shortcuts of a list. */
export function useListKeys({ list, state, grid, actions, selection, bulk, ...options }: Options): void {
  const { peeked, setPeeked } = options
  const last = (state.count ?? 0) - 1
  const go = (place: number) => {
    const next = Math.min(Math.max(0, place), last)
    if (last < 0) return
    grid.current?.goTo(next)
    if (peeked !== undefined) setPeeked(list.rowAt(next)?.id ?? peeked)
  }
  /** Without a selection, a change applies to the row of the cursor. */
  const openMenu = (menu: BulkMenuName) => () => {
    if (selection.size === 0) {
      if (!list.rowAt(place())) return
      actions.select(place(), 'toggle')
    }
    bufferKeys()
    bulk.setOpen(menu)
  }
  const place = () => grid.current?.place() ?? 0
  const clear = () => {
    setPeeked(undefined)
    actions.clearSelection()
  }
  useKeys('list', {
    down: () => go(isInRows() ? place() + 1 : place()),
    up: () => (isInRows() && place() === 0 ? focusHead() : go(isInRows() ? place() - 1 : place())),
    first: () => go(0),
    last: () => go(last),
    pageDown: () => go(place() + pageSizeOf(grid.current)),
    pageUp: () => go(place() - pageSizeOf(grid.current)),
    open: () => {
      if (!list.rowAt(place())) return undefined
      // Keys typed from now on belong to the ticket.
      bufferKeys()
      return actions.open(place())
    },
    select: () => {
      go(place())
      actions.select(place(), 'toggle')
    },
    selectDown: () => actions.selectAndMove(1),
    selectUp: () => actions.selectAndMove(-1),
    selectAll: () => actions.selectAll(),
    clearSelection: selection.size > 0 || peeked !== undefined ? clear : undefined,
    peek: () => {
      const id = list.rowAt(place())?.id
      setPeeked(peeked === id ? undefined : id)
    },
    setState: openMenu('state'),
    setPriority: openMenu('priority'),
    setOwner: openMenu('owner'),
    setGroup: openMenu('group'),
    setTags: openMenu('tags'),
    macro: openMenu('macro'),
    close: () => options.closeTickets(selection.size > 0 ? selection : selectionAt(list, place())),
    view: () => document.getElementById(viewMenuId)?.click(),
  })
  useKeys('everywhere', { showArrived: () => void showArrived(list, grid.current) })
}

/** Shows added tickets and hides removed ones. The cursor stays at its ticket. */
export async function showArrived(list: TicketList, grid: GridHandle | null): Promise<void> {
  const { first, last } = grid?.visibleRows() ?? { first: 0, last: 0 }
  const focused = grid && isInRows() ? list.rowAt(grid.place())?.id : undefined
  await list.refresh(first, last)
  const place = focused === undefined ? -1 : list.placeOf(focused)
  if (place >= 0) grid?.goTo(place)
}

/** Number of rows that a page key moves by. */
function pageSizeOf(grid: GridHandle | null): number {
  const { first, last } = grid?.visibleRows() ?? { first: 0, last: 0 }
  return Math.max(1, last - first - 1)
}

/** The ticket of the cursor, as a selection. Nothing is selected while the cursor is invisible. */
function selectionAt(list: TicketList, place: number): Selection {
  const row = isInRows() ? list.rowAt(place) : undefined
  return row ? new Selection([row.id]) : Selection.none
}

/** True if a row has the focus. Otherwise the first press of an arrow key moves to the row that had it last. */
const isInRows = () => document.activeElement?.closest('.tickets-rows') != null

/** Moves the focus to the column heads, which are above the first row. Phones show none. */
const focusHead = () => document.querySelector<HTMLElement>('.tickets-head button')?.focus()
