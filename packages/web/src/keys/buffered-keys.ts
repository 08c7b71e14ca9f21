/*
 * An element that is opened by a key takes the focus a moment later, because its code or its data may have to be loaded
 * first. Keys that are typed until then are meant for it. Otherwise the letters would be keys of the page below: an E would
 * close a ticket.
 */

/** Milliseconds after which the opened element no longer receives the buffered keys. */
const MAX_WAIT = 3000

let buffered: KeyboardEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Holds keys until something takes the focus, or until `releaseKeys`. Call it before opening what takes the focus. */
export function holdKeys(): void {
  clearTimeout(timer)
  timer = setTimeout(stop, MAX_WAIT)
  addEventListener('keydown', hold, { capture: true })
  addEventListener('focusin', onFocus)
  addEventListener('pointerdown', stop, { capture: true })
}

/** Passes the buffered keys on: to what has the focus, or to the keys of the screen. */
export function releaseKeys(): void {
  const keys = buffered
  stop()
  for (const [index, event] of keys.entries()) {
    passOn(event)
    // A key among them has opened something that gets the others.
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
  removeEventListener('keydown', hold, { capture: true })
  removeEventListener('focusin', onFocus)
  removeEventListener('pointerdown', stop, { capture: true })
}

/** What takes the focus is ready after its effects. */
const onFocus = () => void setTimeout(() => timer !== undefined && releaseKeys())

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted || event.isComposing || !isForWriting(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape') stop()
  else buffered.push(event)
}

const namedKeys = new Set(['Enter', 'Backspace', 'ArrowDown', 'ArrowUp', 'Escape'])

/** Other keys, such as Tab and those of the browser, are not buffered. */
const isForWriting = (event: KeyboardEvent) => {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  return namedKeys.has(event.key) || (event.key.length === 1 && !isShortcut)
}

const writing = 'input, textarea, [contenteditable=true]'

function passOn({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  const isText = target.matches(writing)
  // Deprecated, but the only way that every field and the editor take for typed text.
  if (isText && key.length === 1) document.execCommand('insertText', false, key)
  else if (isText && key === 'Backspace') document.execCommand('delete')
  else
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
    )
}
