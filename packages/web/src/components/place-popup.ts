/** Pixels between a popup and its opener, and minimum distance from the edges of the window. */
const GAP = 4
const MARGIN = 8

/** Positions a popup below its opener, or above it where there is more room, and within the window. */
export function placePopup(popup: HTMLElement, opener: HTMLElement, align: 'start' | 'end', isWide: boolean): void {
  const at = opener.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const height = document.documentElement.clientHeight
  if (isWide) popup.style.minInlineSize = `${at.width}px`
  popup.style.maxBlockSize = 'none'
  const below = height - at.bottom - GAP - MARGIN
  const above = at.top - GAP - MARGIN
  const isBelow = popup.offsetHeight <= below || below >= above
  const room = isBelow ? below : above
  const tall = Math.min(popup.offsetHeight, room)
  const isLeft = (align === 'start') === (getComputedStyle(opener).direction === 'ltr')
  const left = isLeft ? at.left : at.right - popup.offsetWidth
  popup.style.maxBlockSize = `${room}px`
  popup.style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - tall}px`
  popup.style.left = `${Math.max(MARGIN, Math.min(left, width - popup.offsetWidth - MARGIN))}px`
}
