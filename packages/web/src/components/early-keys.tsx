import { useEffect } from 'react'

let typed = ''
let stop = () => {}

/**
 * Keeps what is typed while a part of the page is loaded that then has the focus. Otherwise the letters would be keys of
 * the page below: an E would close a ticket. Returns a function that ends it.
 */
export function keepEarlyKeys(onEscape?: () => void): () => void {
  stop()
  typed = ''
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onEscape?.()
    else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
  }
  addEventListener('keydown', keep, { capture: true })
  stop = () => removeEventListener('keydown', keep, { capture: true })
  return stop
}

/** Keeps what is typed while it is shown. */
export function EarlyKeys({ onEscape }: { onEscape: () => void }) {
  useEffect(() => keepEarlyKeys(onEscape), [onEscape])
  return null
}

/** Hands over what was typed meanwhile, once. Call it when the part has the focus. */
export function takeEarlyKeys(take: (typed: string) => void): void {
  if (typed) take(typed)
  typed = ''
}
