import { type RefObject, useLayoutEffect, useState } from 'react'
import { lastViewed } from '../ticket/list-position.ts'
import type { GridHandle, GridPlace } from './ticket-grid.tsx'
import type { TicketList } from './ticket-list.ts'

const places = new WeakMap<TicketList, GridPlace>()

/** Returns the position of a list when it was left, at the ticket viewed last, and stores it when the list is left. */
export function useReturnPosition(
  link: string,
  list: TicketList,
  grid: RefObject<GridHandle | null>,
): GridPlace | undefined {
  const [start] = useState(() => {
    const left = places.get(list)
    const viewed = list.placeOfNumber(lastViewed(link))
    return left && viewed >= 0 ? { ...left, place: viewed } : left
  })
  useLayoutEffect(() => {
    const handle = grid.current
    return () => {
      if (handle) places.set(list, { place: handle.place(), scroll: handle.scroll() })
    }
  })
  return start
}
