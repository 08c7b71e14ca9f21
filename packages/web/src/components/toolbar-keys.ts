import type { KeyboardEvent } from 'react'

/**
 * Moves the focus between the buttons of a toolbar with the arrow keys, which wrap around. Tab also stops at each
 * button.
 */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: toolbar, key, target } = event
  if ((key !== 'ArrowRight' && key !== 'ArrowLeft') || (target as Element).closest('.popup')) return
  const buttons = [...toolbar.querySelectorAll<HTMLElement>('button')].filter(
    (button) => !button.closest('.popup') && button.checkVisibility(),
  )
  const isForward = (key === 'ArrowRight') === (getComputedStyle(toolbar).direction === 'ltr')
  const next = buttons.at((buttons.indexOf(target as HTMLElement) + (isForward ? 1 : -1)) % buttons.length)
  event.preventDefault()
  next?.focus()
}
