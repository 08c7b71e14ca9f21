/**
 * Buffers keys while an element opens. The element takes the focus a moment later, because its code or data may have to
 * be loaded first. Keys typed until then belong to it; without the buffer, letters would be shortcuts of the page: an E
 * would close a ticket.
 */

/**
 * Milliseconds after which the buffered keys are dropped. It is long enough to load the code of the element over a slow
 * connection, but not longer: if the element never opens, keys have no effect until then. Esc and a click end the wait.
 */
const MAX_WAIT = 10_000

let buffered: KeyboardEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Buffers keys until an element takes the focus, or until `releaseKeys`. Call it before opening the element. */
export function bufferKeys(): void {
  clearTimeout(timer)
  timer = setTimeout(stop, MAX_WAIT)
  addEventListener('keydown', bufferKey, { capture: true })
  addEventListener('focusin', onFocus)
  addEventListener('pointerdown', stop, { capture: true })
}

/** Delivers the buffered keys to the focused element, or to the shortcuts of the screen. */
export function releaseKeys(): void {
  const keys = buffered
  stop()
  for (const [index, event] of keys.entries()) {
    deliver(event)
    // This key has opened another element, which gets the remaining keys.
    if (timer !== undefined) {
      buffered = keys.slice(index + 1)
      return
    }
  }
}

function stop(): void {
  clearTimeout(timer)
  timer = undefined
  buffered = []
  removeEventListener('keydown', bufferKey, { capture: true })
  removeEventListener('focusin', onFocus)
  removeEventListener('pointerdown', stop, { capture: true })
}

/** Waits for the effects of the focused element, which make it ready for keys. */
const onFocus = () => void setTimeout(() => timer !== undefined && releaseKeys())

function bufferKey(event: KeyboardEvent): void {
  if (!event.isTrusted || event.isComposing || !isBuffered(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape') stop()
  else buffered.push(event)
}

const namedKeys = new Set(['Enter', 'Backspace', 'ArrowDown', 'ArrowUp', 'Escape'])

/** Other keys, such as Tab and those of the browser, are not buffered. */
const isBuffered = (event: KeyboardEvent) => {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  return namedKeys.has(event.key) || (event.key.length === 1 && !isShortcut)
}

const textFields = 'input, textarea, [contenteditable=true]'

function deliver({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  const isText = target.matches(textFields)
  // Deprecated, but the only method that every field and the editor treat as typing.
  if (isText && key.length === 1) document.execCommand('insertText', false, key)
  else if (isText && key === 'Backspace') document.execCommand('delete')
  else
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
    )
}
