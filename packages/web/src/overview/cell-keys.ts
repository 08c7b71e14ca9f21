import type { KeyboardEvent } from 'react'

/** Moves the focus between the cells of a row with left and right, and from the first cell back to the row. */
export function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('[role="row"]')
  if (!row) return
  const stops = stopsOf(row)
  const isForward = (event.key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr')
  const now = stops.findIndex((stop) => stop.contains(target))
  const next = now + (isForward ? 1 : -1)
  const stop = next < 0 ? row : stops[next]
  if (!stop || (now < 0 && !isForward)) return
  event.preventDefault()
  stop.focus({ preventScroll: true })
}

/** The focusable elements of a row in order: cells, or the only control in a cell. */
function stopsOf(row: HTMLElement): HTMLElement[] {
  const cells = [...row.querySelectorAll<HTMLElement>('[role="gridcell"], [role="columnheader"]')]
  return cells
    .filter((cell) => cell.offsetParent !== null)
    .map((cell) => cell.querySelector<HTMLElement>('input, button, a') ?? cell)
}
