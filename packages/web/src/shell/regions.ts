const focusable = 'a[href], button:not([disabled]), input, textarea, select, [tabindex="0"], [contenteditable=true]'

/**
 * Moves the focus to the next part of the page, or the previous one: the sidebar, a list or thread, the editor, the
 * panel. A part is an element with `data-region`; it gets the focus at its current entry, or at its first.
 */
export function focusRegion(step: 1 | -1): void {
  const regions = Array.from(document.querySelectorAll<HTMLElement>('[data-region]')).filter(
    (region) => region.checkVisibility() && region.querySelector(focusable),
  )
  const current = regions.findLastIndex((region) => region.contains(document.activeElement))
  const next = regions[(current + step + regions.length) % regions.length]
  const entry =
    next?.querySelector<HTMLElement>('[aria-current=page]') ??
    next?.querySelector<HTMLElement>('[tabindex="0"]') ??
    next?.querySelector<HTMLElement>(focusable)
  entry?.focus()
}
