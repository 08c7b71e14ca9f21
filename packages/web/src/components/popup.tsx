import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { placePopup } from './place-popup.ts'
import './popup.css'

interface PopupProps {
  /** The element that opened the popup, which is positioned at its edge. The focus returns to it. */
  opener: RefObject<HTMLElement | null>
  /** Called by Esc, by a press elsewhere, and when the focus leaves. */
  onClose: () => void
  /** The edge of the opener that the popup is aligned with. */
  align?: 'start' | 'end'
  className?: string
  /** Makes the popup at least as wide as the opener. */
  isWide?: boolean
  /** Called once it is shown; nothing in it can take the focus before. */
  onShown?: (popup: HTMLElement) => void
  children: ReactNode
}

/**
 * An element that floats above the page next to its opener, while it is rendered. The browser draws it in the top layer
 * (`popover`), but it stays in its place in the document, so that reading order and events are those of the opener.
 */
export function Popup({ opener, onClose, align = 'start', className, isWide = false, onShown, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  usePosition(popup, opener, align, isWide)
  useOnShown(popup, onShown)
  useCloseOutside(popup, opener, onClose)
  useFocusReturn(popup, opener)

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div ref={popup} className={classes('popup', className)} popover="manual" onKeyDown={closeByKey}>
      {children}
    </div>
  )
}

type ElementRef = RefObject<HTMLElement | null>

/** Shows the popup, and keeps it at its opener while the page is scrolled or resized. */
function usePosition(popup: ElementRef, opener: ElementRef, align: 'start' | 'end', isWide: boolean) {
  useLayoutEffect(() => {
    popup.current?.showPopover()
    const place = () => {
      if (popup.current && opener.current) placePopup(popup.current, opener.current, align, isWide)
    }
    place()
    const sizes = new ResizeObserver(place)
    if (popup.current) sizes.observe(popup.current)
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [popup, opener, align, isWide])
}

function useOnShown(popup: ElementRef, onShown: PopupProps['onShown']) {
  const initialOnShown = useRef(onShown)
  useLayoutEffect(() => {
    if (popup.current) initialOnShown.current?.(popup.current)
  }, [popup])
}

/** Closes the popup when the user presses, or moves the focus, outside the popup and its opener. */
function useCloseOutside(popup: ElementRef, opener: ElementRef, onClose: () => void) {
  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (popup.current?.contains(target) || opener.current?.contains(target))
    const close = (event: PointerEvent | FocusEvent) => {
      if (!isInside(event.target)) onClose()
    }
    addEventListener('pointerdown', close, { capture: true })
    addEventListener('focusin', close)
    return () => {
      removeEventListener('pointerdown', close, { capture: true })
      removeEventListener('focusin', close)
    }
  }, [popup, opener, onClose])
}

/** Returns the focus to the opener, unless the press that closed the popup has moved it elsewhere. */
function useFocusReturn(popup: ElementRef, opener: ElementRef) {
  useLayoutEffect(() => {
    const element = popup.current
    const button = opener.current
    return () => {
      if (element?.contains(document.activeElement)) button?.focus()
    }
  }, [popup, opener])
}
