import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Cursor } from './use-cursor.ts'

interface Actions {
  readonly onOpen: (place: number) => void
  /** Called when the pointer or the focus has rested on a row, which will probably be opened next. */
  readonly onIntent: (place: number) => void
  readonly onSelect: (place: number, mode: 'toggle' | 'range') => void
}

/** Milliseconds of hovering after which a ticket is preloaded. */
const HOVER_DELAY = 80

/** Milliseconds of a long press, which selects a row on touch screens. */
const LONG_PRESS = 500

/** Returns the event handlers for pointer and focus, which all rows share. */
export function useGridMouse(actions: Actions, cursor: Cursor) {
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLongPress = useRef(false)
  useEffect(
    () => () => {
      clearTimeout(hoverTimer.current)
      clearTimeout(pressTimer.current)
    },
    [],
  )
  const scheduleIntent = (place: number | undefined) => {
    clearTimeout(hoverTimer.current)
    if (place !== undefined) hoverTimer.current = setTimeout(() => actions.onIntent(place), HOVER_DELAY)
  }
  return {
    onPointerOver: (event: PointerEvent) => scheduleIntent(placeOf(event)),
    onPointerLeave: () => clearTimeout(hoverTimer.current),
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event)
      if (place === undefined) return
      cursor.set(place)
      scheduleIntent(place)
    },
    onPointerDown: (event: PointerEvent) => {
      wasLongPress.current = false
      const place = placeOf(event)
      if (event.pointerType !== 'touch' || place === undefined) return
      pressTimer.current = setTimeout(() => {
        wasLongPress.current = true
        actions.onSelect(place, 'toggle')
      }, LONG_PRESS)
    },
    onPointerUp: () => clearTimeout(pressTimer.current),
    onPointerCancel: () => clearTimeout(pressTimer.current),
    onContextMenu: (event: MouseEvent) => {
      if (wasLongPress.current) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event)
      if (place === undefined) return
      if (wasLongPress.current) return event.preventDefault()
      if (event.shiftKey) {
        event.preventDefault()
        actions.onSelect(place, 'range')
        return undefined
      }
      const isLink = (event.target as Element).closest('a') !== null
      // The browser opens links in new tabs; checkboxes have their own handler.
      if ((event.target as Element).closest('.ticket-check')) return undefined
      if (event.ctrlKey || event.metaKey) return isLink ? undefined : openInTab(event)
      event.preventDefault()
      actions.onOpen(place)
      return undefined
    },
  }
}

/** Returns the place of the row of an event. */
function placeOf(event: { target: EventTarget | null }): number | undefined {
  const row = (event.target as Element | null)?.closest<HTMLElement>('[data-place]')
  return row ? Number(row.dataset['place']) : undefined
}

function openInTab(event: MouseEvent): void {
  const link = (event.target as Element).closest('[data-place]')?.querySelector('a')
  if (link) window.open(link.href, '_blank', 'noopener')
}
