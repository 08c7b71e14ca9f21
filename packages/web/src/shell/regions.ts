const focusable = 'a[href], button:not([disabled]), input, textarea, select, [tabindex="0"], [contenteditable=true]'

/**
 * Moves the focus to the next or previous region of the page: the sidebar, a list or thread, the editor, the panel. A
 * region is an element with `data-region`; its current or first entry gets the focus.
 */
export function focusRegion(step: 1 | -1): void {
  const regions = Array.from(document.querySelectorAll<HTMLElement>('[data-region]')).filter(
    (region) => region.checkVisibility() && region.querySelector(focusable),
  )
  const current = regions.findLastIndex((region) => region.contains(document.activeElement))
  // From the first region, or from outside of all regions, the previous one is the last one.
  const next = regions.at(Math.max(current + step, -1) % regions.length)
  const entry =
    next?.querySelector<HTMLElement>('[aria-current=page]') ??
    next?.querySelector<HTMLElement>('[tabindex="0"]') ??
    next?.querySelector<HTMLElement>(focusable)
  entry?.focus()
}
