import { type RefObject, useLayoutEffect, useState } from 'react'
import { lastViewed } from '../ticket/list-position.ts'
import type { GridHandle, GridPlace } from './ticket-grid.tsx'
import type { TicketList } from './ticket-list.ts'

const positions = new WeakMap<TicketList, GridPlace>()

/**
 * Returns the position at which a list was left, with the cursor on the ticket viewed last. Stores the position when the
 * list is left again.
 */
export function useReturnPosition(
  link: string,
  list: TicketList,
  grid: RefObject<GridHandle | null>,
): GridPlace | undefined {
  const [start] = useState(() => {
    const lastPosition = positions.get(list)
    const viewed = list.placeOfNumber(lastViewed(link))
    return lastPosition && viewed >= 0 ? { ...lastPosition, place: viewed } : lastPosition
  })
  useLayoutEffect(() => {
    const handle = grid.current
    return () => {
      if (handle) positions.set(list, { place: handle.place(), scroll: handle.scroll() })
    }
  })
  return start
}
