/** Pixels between a popup and its opener, and at least between a popup and the edge of the window. */
const gap = 4
const margin = 8

/** Puts a popup below its opener, or above it where there is more room, and keeps it inside the window. */
export function placePopup(popup: HTMLElement, opener: HTMLElement, align: 'start' | 'end', isWide: boolean): void {
  const at = opener.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const height = document.documentElement.clientHeight
  if (isWide) popup.style.minInlineSize = `${at.width}px`
  popup.style.maxBlockSize = 'none'
  const below = height - at.bottom - gap - margin
  const above = at.top - gap - margin
  const isBelow = popup.offsetHeight <= below || below >= above
  const room = isBelow ? below : above
  const tall = Math.min(popup.offsetHeight, room)
  const isLeft = (align === 'start') === (getComputedStyle(opener).direction === 'ltr')
  const left = isLeft ? at.left : at.right - popup.offsetWidth
  popup.style.maxBlockSize = `${room}px`
  popup.style.top = `${isBelow ? at.bottom + gap : at.top - gap - tall}px`
  popup.style.left = `${Math.max(margin, Math.min(left, width - popup.offsetWidth - margin))}px`
}
