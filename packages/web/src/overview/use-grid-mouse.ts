import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Cursor } from './use-cursor.ts'

interface Actions {
  readonly onOpen: (place: number) => void
  /** Called when the pointer or the focus has rested on a row, which will probably be opened next. */
  readonly onIntent: (place: number) => void
  readonly onSelect: (place: number, how: 'toggle' | 'range') => void
}

/** Milliseconds of rest after which a ticket is preloaded. */
const HOVER_DELAY = 80

/** Milliseconds of a long press, which selects a row on touch screens. */
const LONG_PRESS = 500

/** Returns the event handlers for pointer and focus, which all rows share. */
export function useGridMouse(actions: Actions, cursor: Cursor) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      clearTimeout(press.current)
    },
    [],
  )
  const intend = (place: number | undefined) => {
    clearTimeout(timer.current)
    if (place !== undefined) timer.current = setTimeout(() => actions.onIntent(place), HOVER_DELAY)
  }
  return {
    onPointerOver: (event: PointerEvent) => intend(placeOf(event)),
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event)
      if (place === undefined) return
      cursor.set(place)
      intend(place)
    },
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false
      const place = placeOf(event)
      if (event.pointerType !== 'touch' || place === undefined) return
      press.current = setTimeout(() => {
        wasLong.current = true
        actions.onSelect(place, 'toggle')
      }, LONG_PRESS)
    },
    onPointerUp: () => clearTimeout(press.current),
    onPointerCancel: () => clearTimeout(press.current),
    onContextMenu: (event: MouseEvent) => {
      if (wasLong.current) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event)
      if (place === undefined) return
      if (wasLong.current) return event.preventDefault()
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
