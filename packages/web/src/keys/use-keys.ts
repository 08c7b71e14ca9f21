import { useEffect, useLayoutEffect, useRef } from 'react'
import { type KeyHandler, type KeyHandlers, keyRegistry } from './registry.ts'
import { isMac } from '../format/mac.ts'
import { strokeOf } from './stroke.ts'
import type { Scope } from './table.ts'

/** Handles shortcuts of `keyTable` while the component is mounted: `useKeys('ticket', { reply: openEditor })`. */
export function useKeys<S extends Scope>(scope: S, handlers: KeyHandlers<S>): void {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const current = () => latest.current as { readonly [name: string]: KeyHandler | undefined }
    return keyRegistry.add({ scope, handlers: current })
  }, [scope])
}

/**
 * Listens to the keys of the page. Only the shell for agents uses it: customers have no shortcuts.
 * @param hasSingleKeys the preference `keyboard_shortcuts`.
 */
export function useKeyboard(hasSingleKeys: boolean): void {
  useEffect(() => {
    keyRegistry.hasSingleKeys = hasSingleKeys
  }, [hasSingleKeys])
  useEffect(() => {
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [])
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isForDialogOrPopup(event)) return
  const stroke = strokeOf(event, isMac)
  if (operatesFocused(event.target, stroke)) return
  if (keyRegistry.press(stroke, event, isField(event.target))) event.preventDefault()
}

/** Dialogs and popups handle their own keys. */
const isForDialogOrPopup = ({ target }: KeyboardEvent) =>
  document.querySelector('dialog:modal') !== null || (target instanceof Element && target.closest('.popup') !== null)

const fields = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(fields) !== null

/** Enter and Space operate the focused button or link. */
const operatesFocused = (target: EventTarget | null, stroke: string) =>
  (stroke === 'Enter' || stroke === 'Space') &&
  target instanceof Element &&
  target.closest('button, a[href], summary, input, [role=button]') !== null
