import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo } from 'react'
import { announce } from '../components/announcer.tsx'
import type { TextName } from '../messages/languages.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { shownName } from '../state/use-overviews.ts'
import { setListOrder } from '../ticket/list-position.ts'
import { preloadTicket } from '../ticket/ticket-data.ts'
import type { Column } from './columns.ts'
import { type ListSearch, nextOrder, type Order, orderOf } from './list-address.ts'
import type { ListInfo } from './row-types.ts'
import { Selection } from './selection.ts'
import type { GridHandle } from './ticket-grid.tsx'
import type { TicketList } from './ticket-list.ts'

interface Options {
  list: TicketList
  link: string
  search: ListSearch
  setSearch: (search: ListSearch) => void
  grid: RefObject<GridHandle | null>
  setSelection: (change: Selection | ((before: Selection) => Selection)) => void
}

export type ListActions = ReturnType<typeof useListActions>

/** Returns the actions of a list and its rows. The functions keep their identity while the list stays the same. */
export function useListActions({ list, link, search, setSearch, grid, setSelection }: Options) {
  const t = useMessages()
  const navigate = useNavigate()
  return useMemo(() => {
    const target = { list, link, search, setSearch, grid, setSelection }
    return { ...rowActions(target, t, navigate), ...selectionActions(target), ...orderActions(target, t) }
  }, [t, navigate, list, link, search, setSearch, grid, setSelection])
}

const rowActions = ({ list, link, search }: Options, t: Messages, navigate: ReturnType<typeof useNavigate>) => ({
  addressOf: (number: string) => `tickets/${number}?from=${encodeURIComponent(link)}`,
  open: (place: number) => {
    const row = list.rowAt(place)
    if (!row) return
    rememberListOrder(t, list, link, place, search)
    void navigate({ to: '/tickets/$number', params: { number: row.number }, search: { from: link } })
  },
  preload: (place: number) => {
    const row = list.rowAt(place)
    if (row) preloadTicket(row.number)
  },
})

const selectionActions = ({ list, grid, setSelection }: Options) => ({
  select: (place: number, mode: 'toggle' | 'range') => {
    const row = list.rowAt(place)
    if (!row) return
    setSelection((before) =>
      mode === 'toggle' || before.anchor === undefined
        ? before.toggle(row.id, place)
        : before.extend(idsBetween(list, before.anchor, place), place),
    )
  },
  /** Moves the cursor by one row, and selects both rows. */
  selectAndMove: (step: 1 | -1) => {
    const place = grid.current?.place() ?? 0
    const next = Math.min(Math.max(0, place + step), (list.snapshot().count ?? 1) - 1)
    setSelection((before) => before.extend(idsBetween(list, place, next), place))
    grid.current?.goTo(next)
  },
  /** Selects all loaded tickets, or none if they are all selected. */
  selectAll: () => {
    const ids = list.loadedRows().map(({ id }) => id)
    setSelection((before) => (before.size === ids.length ? Selection.none : new Selection(ids, { isAllLoaded: true })))
  },
  /** Selects all tickets of the list, including those that are not loaded. */
  selectUnloaded: () => setSelection((before) => new Selection(before.ids, { isAll: true })),
  clearSelection: () => setSelection(Selection.none),
})

const orderActions = ({ search, setSearch }: Options, t: Messages) => ({
  sort: (column: Column) => {
    const next = nextOrder(search, column.sortBy, column.firstDirection)
    const order = orderOf(next)
    const name = t(`overview.column_${column.name}` as TextName)
    announce(order ? t('overview.sorted', { column: name, direction: order.direction }) : t('overview.sortedAsBefore'))
    setSearch(next)
  },
  /** Returns the current order of the list. */
  order: (info: ListInfo | undefined): Order | undefined =>
    orderOf(search) ??
    (info?.order
      ? { by: info.order.by, direction: info.order.direction.toUpperCase() === 'DESC' ? 'desc' : 'asc' }
      : undefined),
})

function idsBetween(list: TicketList, from: number, to: number): number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  const places = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return places.flatMap((place) => list.rowAt(place)?.id ?? [])
}

/** Maximum number of tickets before and after an opened ticket that shortcuts can move to from there. */
const NEIGHBORS = 200

function rememberListOrder(t: Messages, list: TicketList, link: string, place: number, search: ListSearch): void {
  const { count = 0, info } = list.snapshot()
  let first = place
  while (first > Math.max(0, place - NEIGHBORS) && list.rowAt(first - 1)) first--
  const numbers: string[] = []
  for (let next = first; next <= place + NEIGHBORS; next++) {
    const row = list.rowAt(next)
    if (!row) break
    numbers.push(row.number)
  }
  setListOrder(link, numbers, shownName(t, { link, name: info?.name ?? '' }), { first, count, search })
}
