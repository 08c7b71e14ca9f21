/** Pixels between a popup and its opener. */
const GAP = 4
/** Minimum pixels between a popup and the edges of the window. */
const MARGIN = 8

/** Positions a popup within the window: below its opener if it fits there or if there is more room, otherwise above it. */
export function placePopup(popup: HTMLElement, opener: HTMLElement, align: 'start' | 'end', isWide: boolean): void {
  const anchor = opener.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  if (isWide) popup.style.minInlineSize = `${anchor.width}px`
  popup.style.maxBlockSize = 'none'
  const below = clientHeight - anchor.bottom - GAP - MARGIN
  const above = anchor.top - GAP - MARGIN
  const isBelow = popup.offsetHeight <= below || below >= above
  const maxHeight = isBelow ? below : above
  const height = Math.min(popup.offsetHeight, maxHeight)
  const isLeft = (align === 'start') === (getComputedStyle(opener).direction === 'ltr')
  const left = isLeft ? anchor.left : anchor.right - popup.offsetWidth
  popup.style.maxBlockSize = `${maxHeight}px`
  popup.style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - GAP - height}px`
  popup.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - popup.offsetWidth - MARGIN))}px`
}
